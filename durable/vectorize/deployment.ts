// The index of a deployment, if it has one: a binding that needs an account, or its local stand-in.

import { LIMITS } from "../../wire/limits.ts";
import { type VectorizeBinding, VectorizeIndex } from "./binding.ts";
import type { VectorStore } from "./vector-store.ts";

export interface VectorizeVariables {
  readonly VECTORS?: VectorizeBinding;
  /** "off": the binding is left alone. */
  readonly VECTORIZE?: string;
  /** Changed by the operator when the index was made anew: everything is sent again. */
  readonly VECTORS_GENERATION?: string;
}

/** Nobody waits for a batch. */
const BATCH_MS = 60_000;

export interface Indexes {
  /** As a question asks it, with little time. */
  readonly asked: VectorStore;
  /** As the alarm tells it, with plenty. */
  readonly told: VectorStore;
  readonly generation: string;
}

export function indexesIn({
  VECTORS,
  VECTORIZE,
  VECTORS_GENERATION,
}: VectorizeVariables): Indexes | undefined {
  if (!VECTORS || VECTORIZE === "off") return undefined;
  return {
    asked: new VectorizeIndex(VECTORS, LIMITS.vectorizeMs),
    told: new VectorizeIndex(VECTORS, BATCH_MS),
    generation: VECTORS_GENERATION ?? "",
  };
}
