// Notes with two wordings of a question each: one is taught, the other asked, and the other way round.

import type { EvaluationSet, Question } from "../quality/evaluation-set.ts";
import { ProductMemory } from "../quality/product-memory.ts";
import type { Scores } from "../quality/scores.ts";
import { ask, judge } from "./answers.ts";
import type { CurveOptions } from "./curve.ts";
import { feed } from "./feeding.ts";

export const DIRECTIONS = ["first", "second"] as const;

export interface Wording {
  /** The wording that is taught; the other one is asked. */
  readonly taught: (typeof DIRECTIONS)[number];
  readonly question: Question;
  readonly before: Scores;
  readonly after: Scores;
}

/** Questions with the same evidence, the first two of each. */
export function pairsOf({ questions }: EvaluationSet): [Question, Question][] {
  const byEvidence = Map.groupBy(questions, ({ gold }) => [...gold].sort().join("\n"));
  return [...byEvidence.values()].flatMap(([first, second]) => (second ? [[first, second]] : []));
}

/** All notes are in one memory, and all wordings of one kind are taught before the others are asked. */
export async function wordingsOf(
  set: EvaluationSet,
  { embedder, settings, wanting = "all" }: Pick<CurveOptions, "embedder" | "settings" | "wanting">,
): Promise<Wording[]> {
  const pairs = pairsOf(set);
  const untaught = new ProductMemory(embedder, settings);
  for (const documents of set.groups.values()) await untaught.ingest(documents);
  const measured: Wording[] = [];
  for (const [side, taught] of DIRECTIONS.entries()) {
    const memory = untaught.copy();
    for (const pair of pairs) await feed(memory, pair[side], wanting);
    for (const pair of pairs) {
      const question = pair[1 - side];
      const before = judge(await ask(untaught, question), question);
      measured.push({ taught, question, before, after: judge(await ask(memory, question), question) });
    }
  }
  return measured;
}
