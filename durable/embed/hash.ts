// The embedder of the reference: counts of words and character runs, hashed with signs into buckets.
//   vector[SHA-256(feature)[0..3] mod dimension] += ±count, then unit length. It needs no model and no network.

import { digestBytes } from "../text/digest.ts";
import { eachGram, type GramRange, identifierWords } from "../text/hash-features.ts";
import { BoundedCache } from "./bounded-cache.ts";
import type { Embedder } from "./embedder.ts";

export const HASH_EMBEDDER = "hash-v1";

/** Features whose bucket is remembered: about the distinct ones of a few hundred notes. */
const REMEMBERED = 1 << 16;

export class HashEmbedder implements Embedder {
  readonly name = HASH_EMBEDDER;
  readonly slow = false;
  readonly dimension: number;
  private readonly grams: GramRange;
  /** Bucket of a feature; −1 − bucket where its sign is negative. */
  private readonly places = new BoundedCache<number>(REMEMBERED);

  constructor(dimension = 1024, grams: GramRange = [3, 5]) {
    this.dimension = dimension;
    this.grams = grams;
  }

  async embed(texts: readonly string[]): Promise<Float64Array[]> {
    return texts.map((text) => unit(this.counts(text)));
  }

  /** Signed feature counts by bucket: the vector before it is scaled. */
  counts(text: string): Float64Array {
    const counts = new Float64Array(this.dimension);
    const count = (feature: string) => {
      const place = this.places.get(feature) ?? this.places.set(feature, this.placeOf(feature));
      if (place >= 0) counts[place]++;
      else counts[-1 - place]--;
    };
    const wellFormed = text.toWellFormed();
    for (const word of identifierWords(wellFormed)) count(word);
    eachGram(wellFormed, this.grams, count);
    return counts;
  }

  private placeOf(feature: string): number {
    const digest = digestBytes(feature);
    const bucket = new DataView(digest.buffer, digest.byteOffset).getUint32(0) % this.dimension;
    return digest[4] % 2 === 0 ? bucket : -1 - bucket;
  }
}

/** The vector scaled to length 1; zeros stay zeros. */
export function unit(vector: Float64Array): Float64Array {
  let squares = 0;
  for (const entry of vector) squares += entry * entry;
  const length = Math.sqrt(squares);
  return length > 0 ? vector.map((entry) => entry / length) : vector;
}
