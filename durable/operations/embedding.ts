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

/** The vector of one text, or null where there is none to be had now. */
export async function vectorOrNull(
  embedder: Embedder,
  text: string,
  side: "query" | "document",
  withinMs?: number,
): Promise<Vector | null> {
  const embedded = await embedOrNot(embedder, [text], side, withinMs);
  return embedded instanceof EmbedderFailure ? null : embedded[0];
}

/**
 * Vectors of texts that a write brings along, in order, or null where they follow later: embedding is slow, or fails.
 */
export async function vectorsAtOnce(
  embedder: Embedder,
  texts: readonly string[],
): Promise<readonly Vector[] | null> {
  if (embedder.slow) return null;
  const embedded = await embedOrNot(embedder, texts, "document");
  return embedded instanceof EmbedderFailure ? null : embedded;
}
