// Answers as learning compares them: which documents, how strongly, and how good that is.

import type { Question } from "../quality/evaluation-set.ts";
import type { ProductMemory } from "../quality/product-memory.ts";
import { type Scores, scoresOf } from "../quality/scores.ts";
import { WANTED } from "./feeding.ts";

/** Documents with their scores, best first; a refused question has none. */
export type Ranking = readonly (readonly [document: string, score: number])[];

/** What a question finds. Asking teaches nothing: it leaves a trail and no more. */
export async function ask(memory: ProductMemory, { text }: Question): Promise<Ranking> {
  const { fired } = await memory.query(text, WANTED);
  return fired.flatMap(({ id, score }) => {
    const document = memory.documentOf(id);
    return document === undefined ? [] : [[document, score] as const];
  });
}

export function judge(ranking: Ranking, { gold }: Question): Scores {
  return scoresOf(
    ranking.map(([document]) => document),
    gold,
  );
}
