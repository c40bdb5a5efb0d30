// Where memory holds only some of its vectors, a question asks Vectorize for the nearest before it is acted on. The index
// only says where to look: rows are compared as the memory has them now, so what it shows late or wrongly does no harm.

import { PartialVectors } from "../graph/partial-vectors.ts";
import type { Vector } from "../graph/vectors.ts";
import type { Memory, Work } from "./memory.ts";

export interface Reach {
  /** Names in the index, nearest first. */
  readonly names: readonly string[];
  /** True where the index did not answer: what is in memory, and full text, serve alone. */
  readonly failed: boolean;
}

const NOWHERE: Reach = { names: [], failed: false };

/** Asks the index, where that is of any use. */
export async function reachFor({ vectors, far }: Memory, vector: Vector): Promise<Reach> {
  if (!far || !(vectors instanceof PartialVectors)) return NOWHERE;
  const names = await far.nearest(vector);
  return { names: names ?? [], failed: names === null };
}

/** Runs a search that also compares what the index named. */
export function reaching<T>({ vectors, store }: Work, { names }: Reach, search: () => T): T {
  if (!(vectors instanceof PartialVectors) || names.length === 0) return search();
  const rows = store.vectorized.rowsOf(names);
  if (rows.size < names.length) store.vectorized.cutStrays(names.filter((name) => !rows.has(name)));
  return vectors.naming([...rows.values()], search);
}
