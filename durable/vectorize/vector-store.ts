// A vector index as this memory uses it: batches go in, are seen some time later, and a question gets the nearest.

/** What a vector is found by beside its numbers. */
export type Metadata = Readonly<Record<string, string | number | boolean>>;

export interface IndexedVector {
  readonly id: string;
  readonly namespace: string;
  readonly values: number[];
  readonly metadata: Metadata;
}

export interface VectorQuery {
  /** 1 … 100. */
  readonly topK: number;
  readonly namespace: string;
  /** Values of properties that have a metadata index. */
  readonly filter?: Metadata;
}

export interface Match {
  readonly id: string;
  readonly score: number;
}

export interface IndexState {
  /** Numbers of a vector. */
  readonly dimension: number;
  /** The last change that can be seen, and when it came, in milliseconds since 1970; null before the first. */
  readonly seen: { readonly mutation: string | null; readonly at: number | null };
}

/** Every call may throw, whatever the index has to say. */
export interface VectorStore {
  /** Takes at most 1,000 vectors; returns the name of the change, which is seen later. */
  upsert(vectors: readonly IndexedVector[]): Promise<string>;
  /** Takes at most 100 ids; those that are not there don't matter. */
  deleteByIds(ids: readonly string[]): Promise<string>;
  /** The nearest, best first. */
  query(vector: readonly number[], query: VectorQuery): Promise<Match[]>;
  describe(): Promise<IndexState>;
}
