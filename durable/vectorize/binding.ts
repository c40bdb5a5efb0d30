// Vectorize, version 2, as the platform binds it. What it answers is checked as a stranger's.

import type { IndexedVector, IndexState, Match, VectorQuery, VectorStore } from "./vector-store.ts";

/** The binding's methods as they answer: the platform's types say numbers where strings come. */
export interface VectorizeBinding {
  upsert(vectors: readonly IndexedVector[]): Promise<{ mutationId: string }>;
  deleteByIds(ids: readonly string[]): Promise<{ mutationId: string }>;
  query(
    vector: readonly number[],
    options: VectorQuery & {
      readonly returnValues: boolean;
      readonly returnMetadata: "none" | "indexed" | "all";
    },
  ): Promise<{ matches: { id: string; score: number }[] }>;
  describe(): Promise<{
    dimensions: number;
    vectorCount: number;
    /** An ISO time, or a number. */
    processedUpToDatetime: string | number | null;
    processedUpToMutation: string | null;
  }>;
}

export class VectorizeIndex implements VectorStore {
  readonly #binding: VectorizeBinding;
  readonly #withinMs: number;

  /** A call that takes longer fails. */
  constructor(binding: VectorizeBinding, withinMs: number) {
    this.#binding = binding;
    this.#withinMs = withinMs;
  }

  async upsert(vectors: readonly IndexedVector[]): Promise<string> {
    return mutationIn(await this.#inTime(this.#binding.upsert(vectors)));
  }

  async deleteByIds(ids: readonly string[]): Promise<string> {
    return mutationIn(await this.#inTime(this.#binding.deleteByIds(ids)));
  }

  async query(vector: readonly number[], query: VectorQuery): Promise<Match[]> {
    const options = { ...query, returnValues: false, returnMetadata: "none" } as const;
    const answer = await this.#inTime(this.#binding.query(vector, options));
    if (Array.isArray(answer?.matches)) {
      const matches = answer.matches.map(({ id, score }) => ({ id, score }));
      if (matches.every(({ id, score }) => typeof id === "string" && Number.isFinite(score))) return matches;
    }
    throw new Error("Vectorize answered a query with something else than matches");
  }

  async describe(): Promise<IndexState> {
    const answer = await this.#inTime(this.#binding.describe());
    const { dimensions, processedUpToMutation: mutation, processedUpToDatetime: time } = answer ?? {};
    if (!Number.isInteger(dimensions)) throw new Error("Vectorize did not say how long its vectors are");
    const at = time === null || time === undefined ? Number.NaN : new Date(time).getTime();
    return {
      dimension: dimensions,
      seen: { mutation: mutation ? String(mutation) : null, at: Number.isNaN(at) ? null : at },
    };
  }

  async #inTime<Value>(work: Promise<Value>): Promise<Value> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      const message = `Vectorize did not answer within ${this.#withinMs} ms`;
      timer = setTimeout(() => reject(new Error(message)), this.#withinMs);
    });
    work.catch(() => {});
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

function mutationIn(answer: { readonly mutationId: string }): string {
  if (typeof answer?.mutationId === "string" && answer.mutationId !== "") return answer.mutationId;
  throw new Error("Vectorize took a batch and gave it no name");
}
