// The default: a vector for each English word, taught by a sentence encoder and added up, beside the hash block.
//   document = [√a · u ; √(1 − a) · g]     u: Σ rows of known words, length 1;  g: hash block, length 1
//   question = [u ; 0] where the table knows its words, [0 ; g] where it does not
// Only the question is judged: a document may hold words of several languages, and be asked for in any of them.

import { englishShareOf } from "../text/english-words.ts";
import { type Word, wordsOf } from "../text/words.ts";
import type { AssetSource } from "./asset-source.ts";
import type { Embedder } from "./embedder.ts";
import { EmbedderFailure } from "./failure.ts";
import { unit } from "./hash.ts";
import { HashBlock } from "./hash-block.ts";
import { addRow, readStaticFile, rowOfWord, type StaticTable } from "./static-file.ts";
import { stemsOf } from "./stems.ts";

export const STATIC_EMBEDDER = "static-v1";
export const STATIC_ASSET = "static-v1.bin";

const WORD_BLOCK = 256;
const HASH_BLOCK = 64;
/** What of a document's square is its words' block; the rest is the hash block's. */
const WORD_SHARE = 0.7;
/** A question is English when this share of it is function words of English alone … */
const FUNCTION_SHARE = 0.12;
/** … or this share of its other words is English to the table, as in a question of keywords. */
const KNOWN_SHARE = 0.6;

/** The table that an isolate holds: all its objects share one. */
interface Holder {
  table?: StaticTable;
}
const isolate: Holder = {};

export class StaticEmbedder implements Embedder {
  readonly name = STATIC_EMBEDDER;
  readonly dimension = WORD_BLOCK + HASH_BLOCK;
  readonly slow = false;
  readonly #assets: AssetSource;
  readonly #holder: Holder;
  readonly #block = new HashBlock(HASH_BLOCK);
  #opening: Promise<StaticTable> | undefined;

  constructor(assets: AssetSource, holder: Holder = isolate) {
    this.#assets = assets;
    this.#holder = holder;
  }

  async embed(texts: readonly string[], side: "query" | "document"): Promise<Float64Array[]> {
    const table = await this.open();
    return texts.map((text) => this.#vectorOf(table, text.toWellFormed(), side));
  }

  /**
   * Loads the table, unless the isolate has it; calls meanwhile wait for the same.
   * Each embedder waits for its own loading, never for that of another object: what one request began may end with it.
   */
  open(): Promise<StaticTable> {
    if (this.#holder.table) return Promise.resolve(this.#holder.table);
    this.#opening ??= this.#load().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #load(): Promise<StaticTable> {
    const file = await this.#assets(STATIC_ASSET);
    if (file === null) throw missing("is not among the assets");
    try {
      const table = readStaticFile(file);
      if (table.dimension !== WORD_BLOCK)
        throw new RangeError(`its rows have ${table.dimension} entries, not ${WORD_BLOCK}`);
      this.#holder.table ??= table;
      return this.#holder.table;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw missing(`is not the file of ${STATIC_EMBEDDER}: ${error.message}`);
    }
  }

  #vectorOf(table: StaticTable, text: string, side: "query" | "document"): Float64Array {
    const words = wordsOf(text);
    const { sum, known } = addUp(table, words);
    const vector = new Float64Array(this.dimension);
    const meaning = unit(sum);
    const letters = this.#block.ofWords(words);
    const share = side === "document" ? WORD_SHARE : isEnglish(text, known) ? 1 : 0;
    for (let index = 0; index < WORD_BLOCK; index++) vector[index] = Math.sqrt(share) * meaning[index];
    for (let index = 0; index < HASH_BLOCK; index++)
      vector[WORD_BLOCK + index] = Math.sqrt(1 - share) * letters[index];
    return unit(vector);
  }
}

/** `known`: share of its words that are English to the table. */
function isEnglish(text: string, known: number): boolean {
  return known >= KNOWN_SHARE || (known > 0 && englishShareOf(text) >= FUNCTION_SHARE);
}

/** Sum of the rows of all known words, and the share of words that are English. */
function addUp(table: StaticTable, words: readonly Word[]): { sum: Float64Array; known: number } {
  const sum = new Float64Array(WORD_BLOCK);
  let englishWords = 0;
  for (const { text, script } of words) {
    const row = script === "spaced" ? knownRow(table, text) : -1;
    if (row < 0) continue;
    englishWords += table.english[row];
    addRow(table, row, sum);
  }
  return { sum, known: words.length === 0 ? 0 : englishWords / words.length };
}

/** The row of a word, or of what is left of it without an ending or a prefix; −1 where neither is known. */
function knownRow(table: StaticTable, word: string): number {
  const row = rowOfWord(table, word);
  if (row >= 0) return row;
  for (const stem of stemsOf(word)) {
    const other = rowOfWord(table, stem);
    if (other >= 0) return other;
  }
  return -1;
}

function missing(what: string): EmbedderFailure {
  return new EmbedderFailure(
    "missing_asset",
    `${STATIC_ASSET} ${what}: put the file of this release into assets/ and deploy again`,
  );
}
