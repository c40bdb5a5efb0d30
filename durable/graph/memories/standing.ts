// What a memory's factors make of its score in a question that ranks all kinds of nodes together: a little more or less than its
// words, meaning and routes say, and never so much that they no longer lead.

import { type AskedOf, factorsOf } from "./factors.ts";
import type { MemoryRecord } from "./memory-record.ts";
import { conflictPenalty } from "./ranking.ts";
import { FACTORS, type Weights } from "./weights.ts";

/** How far the factors move a score, up or down. */
export const SWAY = 0.15;

/** 1 − SWAY … 1 + SWAY, times the penalty of a dispute. Similarity and route are in the score already. */
export function standingFactor(memory: MemoryRecord, asked: AskedOf, weights: Weights): number {
  const own = FACTORS.filter((factor) => factor !== "similarity" && factor !== "graph_proximity");
  const factors = factorsOf(memory, asked, { similarity: 0, proximity: 0 });
  const total = own.reduce((sum, factor) => sum + weights[factor], 0);
  const share =
    total > 0 ? own.reduce((sum, factor) => sum + weights[factor] * factors[factor], 0) / total : 0.5;
  return (1 + SWAY * (2 * share - 1)) * conflictPenalty(memory);
}
