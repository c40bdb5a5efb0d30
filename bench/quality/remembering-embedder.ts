// An embedder whose vectors several systems share: each text is embedded once, and how long that took is kept.

import type { Embedder } from "../../durable/embed/embedder.ts";
import type { Vector } from "../../durable/graph/vectors.ts";

type Side = "query" | "document";

/** Texts of one call, about what a write brings at once. */
const BATCH = 64;

export class RememberingEmbedder implements Embedder {
  readonly name: string;
  readonly dimension: number;
  /** Whatever the embedder is: what is measured here is the finished memory. */
  readonly slow = false;
  readonly #embedder: Embedder;
  readonly #vectors = new Map<string, Vector>();
  /** Texts embedded, and milliseconds that it took. */
  readonly spent = { query: { texts: 0, ms: 0 }, document: { texts: 0, ms: 0 } };

  constructor(embedder: Embedder) {
    this.name = embedder.name;
    this.dimension = embedder.dimension;
    this.#embedder = embedder;
  }

  async embed(texts: readonly string[], side: Side): Promise<Vector[]> {
    const unknown = [...new Set(texts)].filter((text) => !this.#vectors.has(keyOf(text, side)));
    for (let first = 0; first < unknown.length; first += BATCH) {
      const batch = unknown.slice(first, first + BATCH);
      const start = performance.now();
      const vectors = await this.#embedder.embed(batch, side);
      this.spent[side].ms += performance.now() - start;
      this.spent[side].texts += batch.length;
      for (const [index, text] of batch.entries()) this.#vectors.set(keyOf(text, side), vectors[index]);
    }
    return texts.map((text) => this.#vectors.get(keyOf(text, side)) as Vector);
  }

  /** Milliseconds of both sides together. */
  get ms(): number {
    return this.spent.query.ms + this.spent.document.ms;
  }

  /** Lets go of the vectors; what was spent stays. */
  forget(): void {
    this.#vectors.clear();
  }
}

function keyOf(text: string, side: Side): string {
  return `${side} ${text}`;
}
