// Stands in for the binding of a Vectorize index: the same methods, limits and refusals, in front of one object.

import { WorkerEntrypoint } from "cloudflare:workers";
import type { VectorizeBinding } from "../durable/vectorize/binding.ts";
import type { IndexedVector } from "../durable/vectorize/vector-store.ts";
import type { Answer, QueryOptions, VectorIndexStandIn } from "./vector-index-stand-in.ts";

interface Bindings {
  readonly VECTOR_INDEX: DurableObjectNamespace<VectorIndexStandIn>;
}

export class VectorizeStandIn extends WorkerEntrypoint<Bindings> implements VectorizeBinding {
  async upsert(vectors: readonly IndexedVector[]): Promise<{ mutationId: string }> {
    return taken(await this.#index.change({ verb: "upsert", vectors }));
  }

  async insert(vectors: readonly IndexedVector[]): Promise<{ mutationId: string }> {
    return taken(await this.#index.change({ verb: "insert", vectors }));
  }

  async deleteByIds(ids: readonly string[]): Promise<{ mutationId: string }> {
    return taken(await this.#index.change({ verb: "delete", ids }));
  }

  async query(vector: readonly number[], options: QueryOptions = {}) {
    return taken(await this.#index.query([...vector], options));
  }

  async getByIds(ids: readonly string[]): Promise<IndexedVector[]> {
    return taken(await this.#index.getByIds(ids));
  }

  async describe() {
    return taken(await this.#index.describe());
  }

  get #index() {
    const { VECTOR_INDEX } = this.env;
    return VECTOR_INDEX.get(VECTOR_INDEX.idFromName("index"));
  }
}

/** An object answers with its refusals as data: thrown ones would be reported as defects of its own. */
function taken<Value>(answer: Answer<Value>): Value {
  if ("refused" in answer) throw new Error(answer.refused);
  return answer.value;
}
