// The part of ports.ts that is about Vectorize: what the index holds of this memory, and what is on its way there.

import type { VectorRecord } from "../graph/records.ts";

/** A row of the memory, by node and route. */
export type VectorKey = readonly [id: string, route: number];

export interface VectorToSend {
  /** Its id in the index. */
  readonly name: string;
  readonly record: VectorRecord;
  readonly kind: string;
}

export interface VectorizeHealth {
  /** Numbers of a vector in the index, as it last said; null while it was never reached. */
  readonly dimension: number | null;
  /** Whether it takes the vectors of the memory's embedder; null while that is not known. */
  readonly fits: boolean | null;
  /** Rows whose last state is still to be sent, and those sent that are not visible yet. */
  readonly waiting: number;
  readonly unseen: number;
  /** Vectors that are to go and that the index may still hold. */
  readonly deletions: number;
  readonly failures: number;
  readonly lastError: string | null;
}

/** Absent where there is no index. Everything is synchronous; what writes makes a transaction of its own, or is part of the open one. */
export interface Vectorized {
  readonly health: VectorizeHealth;
  /** Vectors that are to go and that the index may still hold. */
  readonly deletions: number;
  /** How many of these rows the index may hold. */
  known(keys: readonly VectorKey[]): number;
  /** All that the index may hold. */
  readonly held: number;
  /** All rows of the memory, whether the index has them or not. */
  readonly rows: number;
  /** True when the index is sent the vectors of this embedder. */
  isFilledBy(embedder: string): boolean;
  /** Rows that memory has to keep where it keeps `most` of them: the newest, and all that the index does not show. */
  keptBeside(most: number): number;
  /** Rows by their ids in the index. Ids that are none of this memory's are left out. */
  rowsOf(names: readonly string[]): Map<string, VectorKey>;
  /** Vectors that the index found and that are no part of the memory are to go. */
  cutStrays(names: readonly string[]): void;
  /** A row as it is on the disk. */
  record(id: string, route: number): VectorRecord | undefined;
  routesOf(id: string): number[];
  /** Ids of all nodes with a row, in their order. */
  ids(): string[];
}
