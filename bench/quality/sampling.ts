// Seeded choices: fewer questions for a quick run, and questions of other groups that a memory should not know.

import { draws } from "../generator.ts";
import type { EvaluationSet, Question } from "./evaluation-set.ts";

const SEED = 23;

/** `count` of the items, in their order; the same for the same input. All of them where there are fewer. */
export function sampleOf<Item>(items: readonly Item[], count: number): Item[] {
  const draw = draws(SEED);
  const byDraw = items.map((item, index) => ({ item, index, drawn: draw() }));
  return byDraw
    .sort((a, b) => a.drawn - b.drawn)
    .slice(0, count)
    .sort((a, b) => a.index - b.index)
    .map(({ item }) => item);
}

/** The same set with at most so many groups and questions. */
export function smallerSet(set: EvaluationSet, most: { groups: number; questions: number }): EvaluationSet {
  const groups = new Map([...set.groups].slice(0, most.groups));
  const kept = (questions: readonly Question[]) => questions.filter(({ group }) => groups.has(group));
  return {
    ...set,
    groups,
    questions: sampleOf(kept(set.questions), most.questions),
    unanswerable: sampleOf(kept(set.unanswerable), most.questions),
  };
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
