// The file of the static embedder: how it is laid out, and how it is read where it lies, without a copy or an object a word.
//   24 bytes   magic "EBSV", layout, words W, dimension D, sum over the rest, nothing; each a little-endian uint32
//   4·W bytes  hashes of the words, ascending; the words themselves are not kept
//   4·W bytes  scales, float32
//   W bytes    1 for a word of everyday or technical English, 0 for names and strangers; padded to a multiple of 4
//   D·W/2 bytes  rows, four bits an entry: −7 … 7 as 1 … 15, the even entry in the lower half of its byte
// A word that the file lacks is taken for one that it has once in a hundred thousand.

import { hashOf } from "./hash-block.ts";

const MAGIC = 0x56534245;
const LAYOUT = 1;
const HEADER_BYTES = 24;

export interface StaticTable {
  readonly dimension: number;
  readonly hashes: Uint32Array;
  readonly scales: Float32Array;
  readonly english: Uint8Array;
  /** Word by word, `dimension / 2` bytes each. */
  readonly rows: Uint8Array;
}

/** Reads a file, or says what is wrong with it. The table shares the file's memory. */
export function readStaticFile(file: ArrayBuffer): StaticTable {
  if (file.byteLength < HEADER_BYTES) throw new RangeError("it is too short to hold a header");
  const [magic, layout, words, dimension, sum] = new Uint32Array(file, 0, HEADER_BYTES / 4);
  if (magic !== MAGIC) throw new RangeError("it does not begin as one");
  if (layout !== LAYOUT) throw new RangeError(`its layout is ${layout}, and this program reads ${LAYOUT}`);
  const bytes = bytesOf(words, dimension);
  if (file.byteLength !== bytes)
    throw new RangeError(`it has ${file.byteLength} bytes, and should have ${bytes}`);
  if (sumOf(file) !== sum) throw new RangeError("its sum does not fit its contents");
  return tableIn(file, words, dimension);
}

/** The file of a table, whose hashes must ascend. */
export function writeStaticFile(table: StaticTable): ArrayBuffer {
  const words = table.hashes.length;
  const file = new ArrayBuffer(bytesOf(words, table.dimension));
  const target = tableIn(file, words, table.dimension);
  target.hashes.set(table.hashes);
  target.scales.set(table.scales);
  target.english.set(table.english);
  target.rows.set(table.rows);
  new Uint32Array(file, 0, HEADER_BYTES / 4).set([MAGIC, LAYOUT, words, table.dimension, sumOf(file), 0]);
  return file;
}

/** Adds a word's row to a sum. */
export function addRow({ rows, scales }: StaticTable, row: number, sum: Float64Array): void {
  const scale = scales[row];
  const bytes = sum.length / 2;
  for (let index = 0, at = row * bytes; index < sum.length; index += 2, at++) {
    const byte = rows[at];
    sum[index] += scale * ((byte & 15) - 8);
    sum[index + 1] += scale * ((byte >> 4) - 8);
  }
}

/** Number of a word's row, or −1. */
export function rowOfWord({ hashes }: StaticTable, word: string): number {
  const hash = hashOf(word);
  let low = 0;
  let high = hashes.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    if (hashes[middle] < hash) low = middle + 1;
    else if (hashes[middle] > hash) high = middle - 1;
    else return middle;
  }
  return -1;
}

function bytesOf(words: number, dimension: number): number {
  return padded(HEADER_BYTES + 8 * words + padded(words) + (dimension / 2) * words);
}

function tableIn(file: ArrayBuffer, words: number, dimension: number): StaticTable {
  const flags = HEADER_BYTES + 8 * words;
  return {
    dimension,
    hashes: new Uint32Array(file, HEADER_BYTES, words),
    scales: new Float32Array(file, HEADER_BYTES + 4 * words, words),
    english: new Uint8Array(file, flags, words),
    rows: new Uint8Array(file, flags + padded(words), (dimension / 2) * words),
  };
}

function padded(bytes: number): number {
  return (bytes + 3) & ~3;
}

/** FNV-1a over the words of 32 bits that follow the header. */
function sumOf(file: ArrayBuffer): number {
  let sum = 0x811c9dc5;
  const words = new Uint32Array(file, HEADER_BYTES);
  for (let index = 0; index < words.length; index++) sum = Math.imul(sum ^ words[index], 0x01000193);
  return sum >>> 0;
}
