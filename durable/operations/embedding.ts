// Embedding on behalf of an operation. An embedder that fails, or is late, is no reason to refuse: the operation gets the
// failure as a value, and goes on without vectors.

import type { Embedder } from "../embed/embedder.ts";
import { EmbedderFailure } from "../embed/failure.ts";
import type { Vector } from "../graph/vectors.ts";

/** One vector a text, in order, or why there are none. */
export async function embedOrNot(
  embedder: Embedder,
  texts: readonly string[],
  side: "query" | "document",
  withinMs?: number,
): Promise<readonly Vector[] | EmbedderFailure> {
  if (texts.length === 0) return [];
  try {
    return await embedder.embed(texts, side, withinMs);
  } catch (error) {
    if (error instanceof EmbedderFailure) return error;
    throw error;
  }
}
