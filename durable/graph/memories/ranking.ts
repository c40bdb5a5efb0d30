// Memories in the order of their weighted factors. What a newer one among them replaces, and what is disputed, counts less.

import { compareIds } from "../code-points.ts";
import { type AskedOf, factorsOf } from "./factors.ts";
import type { MemoryRecord } from "./memory-record.ts";
import { FACTORS, type Factor, type Weights } from "./weights.ts";

const SUPERSEDED = 0.3;
const DISPUTED = 0.8;

export interface Found {
  readonly memory: MemoryRecord;
  readonly similarity: number;
  /** Of the walk, 0 … 1; 0 where it did not find the memory. */
  readonly proximity: number;
}

export interface Ranked extends Found {
  readonly factors: Readonly<Record<Factor, number>>;
  readonly supersessionPenalty: number;
  readonly conflictPenalty: number;
  readonly finalScore: number;
}

export function conflictPenalty({ conflictStatus }: Pick<MemoryRecord, "conflictStatus">): number {
  return conflictStatus === "active" ? DISPUTED : 1;
}

/** Best first; ties by similarity, then the newer, then the id. */
export function ranked(found: readonly Found[], asked: AskedOf, weights: Weights): Ranked[] {
  const replaced = new Set(found.map(({ memory }) => memory.supersedesId));
  return found
    .map((one) => {
      const factors = factorsOf(one.memory, asked, one);
      const supersession = replaced.has(one.memory.id) ? SUPERSEDED : 1;
      const conflict = conflictPenalty(one.memory);
      const sum = FACTORS.reduce((total, factor) => total + weights[factor] * factors[factor], 0);
      return {
        ...one,
        factors,
        supersessionPenalty: supersession,
        conflictPenalty: conflict,
        finalScore: sum * supersession * conflict,
      };
    })
    .sort(
      (a, b) =>
        b.finalScore - a.finalScore ||
        b.similarity - a.similarity ||
        b.memory.createdAt - a.memory.createdAt ||
        compareIds(a.memory.id, b.memory.id),
    );
}
