// Words as bags of character runs, so that names, error codes, inflections and any script find each other.
//   word = Σ ±bucket(gram) over the 3- to 5-grams of `<word>` and `=word`, scaled to min(1, (letters + 1) / 6)
//   block = Σ words, scaled to length 1. Short words say little and count for less.

import { type Word, wordsOf } from "../text/words.ts";
import { BoundedCache } from "./bounded-cache.ts";
import { unit } from "./hash.ts";

/** Length of a block, where nothing else is said. */
export const HASH_BLOCK = 256;

const SHORTEST_GRAM = 3;
const LONGEST_GRAM = 5;
/** Letters, less one, from which a word counts fully. */
const FULL_LENGTH = 6;
/** What one character of a script without spaces counts for; a pair counts fully. */
const CHARACTER_SHARE = 0.35;
const REMEMBERED_WORDS = 1 << 13;

/** The buckets that a word touches, and by how much. */
interface WordVector {
  readonly buckets: Uint8Array;
  readonly values: Float64Array;
}

export class HashBlock {
  readonly dimension: number;
  private readonly words = new BoundedCache<WordVector>(REMEMBERED_WORDS);

  /** `dimension` is at most 256. */
  constructor(dimension = HASH_BLOCK) {
    this.dimension = dimension;
  }

  /** The block of a text: length 1, or zeros where it has no word but function words. Any string is allowed. */
  of(text: string): Float64Array {
    return this.ofWords(wordsOf(text.toWellFormed()));
  }

  ofWords(words: readonly Word[]): Float64Array {
    const sum = new Float64Array(this.dimension);
    for (const word of words) {
      const key = word.script === "spaced" ? word.text : ` ${word.text}`;
      const { buckets, values } =
        this.words.get(key) ?? this.words.set(key, wordVector(word, this.dimension));
      for (let index = 0; index < buckets.length; index++) sum[buckets[index]] += values[index];
    }
    return unit(sum);
  }
}

function wordVector(word: Word, dimension: number): WordVector {
  const sum = new Float64Array(dimension);
  for (const gram of gramsOf(word)) {
    const hash = hashOf(gram);
    sum[hash % dimension] += (hash >>> 20) & 1 ? -1 : 1;
  }
  const scaled = unit(sum);
  const share = shareOf(word);
  const buckets = Uint8Array.from(scaled.keys()).filter((bucket) => scaled[bucket] !== 0);
  return { buckets, values: Float64Array.from(buckets, (bucket) => scaled[bucket] * share) };
}

function* gramsOf(word: Word): Iterable<string> {
  if (word.script !== "spaced") return yield word.text;
  const marked = `<${word.text}>`;
  for (let length = SHORTEST_GRAM; length <= LONGEST_GRAM; length++) {
    for (let start = 0; start + length <= marked.length; start++) yield marked.slice(start, start + length);
  }
  yield `=${word.text}`;
}

function shareOf(word: Word): number {
  if (word.script === "character") return CHARACTER_SHARE;
  if (word.script === "pair") return 1;
  return Math.min(1, (word.text.length + 1) / FULL_LENGTH);
}

/** FNV-1a over UTF-16 units, then the finaliser of murmur3, which spreads its weak high bits. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
