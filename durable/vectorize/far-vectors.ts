// Asks Vectorize which of an agent's vectors are nearest to a question. It is only asked where to look: what is there,
// and how near it is, the memory itself says.

import { VECTORIZE } from "./limits.ts";
import { namespaceOf } from "./names.ts";
import type { VectorStore } from "./vector-store.ts";

export interface FarVectors {
  /** Names of the nearest, best first; null where the index fails or takes too long. */
  nearest(vector: ArrayLike<number>): Promise<string[] | null>;
}

export class AgentVectors implements FarVectors {
  readonly #index: VectorStore;
  readonly #agent: () => string | undefined;

  constructor(index: VectorStore, agent: () => string | undefined) {
    this.#index = index;
    this.#agent = agent;
  }

  async nearest(vector: ArrayLike<number>): Promise<string[] | null> {
    const agent = this.#agent();
    const values = Array.from(vector);
    if (agent === undefined || values.every((value) => value === 0)) return [];
    try {
      const query = { topK: VECTORIZE.topK, namespace: namespaceOf(agent) };
      return (await this.#index.query(values, query)).map(({ id }) => id);
    } catch (error) {
      console.error("Vectorize was asked in vain", error instanceof Error ? error.message : error);
      return null;
    }
  }
}
