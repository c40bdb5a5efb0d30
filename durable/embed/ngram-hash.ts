// The hash block alone as an embedder: no model, no network, any script.

import type { Embedder } from "./embedder.ts";
import { HASH_BLOCK, HashBlock } from "./hash-block.ts";

export const NGRAM_HASH_EMBEDDER = "ngram-hash-v1";

export class NgramHashEmbedder implements Embedder {
  readonly name = NGRAM_HASH_EMBEDDER;
  readonly dimension = HASH_BLOCK;
  readonly slow = false;
  private readonly block = new HashBlock();

  async embed(texts: readonly string[]): Promise<Float64Array[]> {
    return texts.map((text) => this.block.of(text));
  }
}
