// Seeded choices: fewer questions for a quick run, and questions of other groups that a memory should not know.

import { draws } from "../generator.ts";
import type { EvaluationDocument, EvaluationSet, Question } from "./evaluation-set.ts";

const SEED = 23;

/** `count` of the items, no two the same, in their order; the same for the same input. All where there are fewer. */
export function sampleOf<Item>(items: readonly Item[], count: number): Item[] {
  const chosen = new Set(sampleOrder(items).slice(0, count));
  return items.filter((item) => chosen.has(item));
}

function sampleOrder<Item>(items: readonly Item[]): Item[] {
  const draw = draws(SEED);
  const byDraw = items.map((item) => ({ item, drawn: draw() }));
  return byDraw.sort((a, b) => a.drawn - b.drawn).map(({ item }) => item);
}

export interface Most {
  readonly groups: number;
  readonly questions: number;
  /** In each group, beside what its sessions and the evidence need. */
  readonly documents: number;
}

/** The same set with fewer groups, questions and documents; the evidence of every question stays, sessions stay whole. */
export function smallerSet(set: EvaluationSet, most: Most): EvaluationSet {
  const groups = [...set.groups].slice(0, most.groups);
  const names = new Set(groups.map(([name]) => name));
  const kept = (all: readonly Question[]) =>
    sampleOf(
      all.filter(({ group }) => names.has(group)),
      most.questions,
    );
  const questions = kept(set.questions);
  const gold = new Set(questions.flatMap((question) => [...question.gold]));
  return {
    ...set,
    groups: new Map(groups.map(([name, all]) => [name, fewer(all, gold, most.documents)])),
    questions,
    unanswerable: kept(set.unanswerable),
  };
}

/** Documents with evidence, with their sessions, and others in drawn order until there are enough. */
function fewer(
  documents: readonly EvaluationDocument[],
  gold: ReadonlySet<string>,
  most: number,
): EvaluationDocument[] {
  const wholes = Map.groupBy(documents, ({ id, session }) =>
    session === undefined ? `d ${id}` : `s ${session}`,
  );
  const isEvidence = ({ id, session }: EvaluationDocument) => gold.has(id) || gold.has(session ?? "");
  const [needed, others] = [true, false].map((isNeeded) =>
    [...wholes.values()].filter((whole) => whole.some(isEvidence) === isNeeded),
  );
  const chosen = new Set(needed.flat());
  for (const whole of sampleOrder(others)) {
    if (chosen.size >= most) break;
    for (const document of whole) chosen.add(document);
  }
  return documents.filter((document) => chosen.has(document));
}

/** For each group as many questions of the others as it has itself, so that it is asked what it can't know. */
export function foreignQuestions({
  groups,
  questions,
}: EvaluationSet): ReadonlyMap<string, readonly Question[]> {
  return new Map(
    Array.from(groups.keys(), (group) => {
      const own = questions.filter((question) => question.group === group);
      const others = questions.filter((question) => question.group !== group);
      return [group, sampleOf(others, own.length)];
    }),
  );
}
