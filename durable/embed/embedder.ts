// What turns text into vectors. Name and dimension are an agent's identity: vectors of two embedders are never compared.

import type { Vector } from "../graph/vectors.ts";
import type { Failing } from "./failure.ts";

export interface Embedder {
  readonly name: string;
  /** Length of every vector. */
  readonly dimension: number;
  /** True: writes are answered before their embedding exists, since one takes long or goes over a network. */
  readonly slow: boolean;
  /** Since when and why it fails, where somebody keeps account of that. */
  readonly failing?: Failing | null;
  /** True for what only stands for an embedder that this server lacks. */
  readonly isMissing?: boolean;
  /**
   * One vector a text, in order: unit length, or zeros for a text without any feature.
   * Any string is allowed, lone surrogates and the empty text too. `side` says what the text is;
   * models that tell questions from documents use it. `withinMs`: how long the caller waits at most; the guard
   * (guarded-embedder.ts) sees to it, embedders themselves need not.
   * Rejects with an `EmbedderFailure`.
   */
  embed(texts: readonly string[], side: "query" | "document", withinMs?: number): Promise<Vector[]>;
}
