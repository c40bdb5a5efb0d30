// An embedder that counts the characters it embedded, for the meter of the tenant: what failed costs the tenant nothing,
// and what needed several attempts counts once.

import { charactersOf } from "../text/characters.ts";
import type { Embedder } from "./embedder.ts";

export class CountedEmbedder implements Embedder {
  readonly name: string;
  readonly dimension: number;
  readonly slow: boolean;
  readonly #embedder: Embedder;
  #characters = 0;

  constructor(embedder: Embedder) {
    this.name = embedder.name;
    this.dimension = embedder.dimension;
    this.slow = embedder.slow;
    this.#embedder = embedder;
  }

  async embed(...[texts, side]: Parameters<Embedder["embed"]>): ReturnType<Embedder["embed"]> {
    const vectors = await this.#embedder.embed(texts, side);
    for (const text of texts) this.#characters += charactersOf(text);
    return vectors;
  }

  /** Characters since this was asked last. */
  take(): number {
    const taken = this.#characters;
    this.#characters = 0;
    return taken;
  }
}
