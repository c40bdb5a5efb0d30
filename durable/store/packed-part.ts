// One part of a packed memory as bytes: words as JSON and columns of numbers, under a format and a check sum. What was not
// written whole, by another format or for another packing, is told from what was.

import type { Json } from "../graph/records.ts";
import type { SqlValue } from "./database.ts";

/** Changes with what a reader would have to know. */
const FORMAT = 1;

export type Column = Float64Array | Int32Array | Uint8Array;

export interface PackedPart {
  /** Which packing it belongs to. */
  readonly packing: number;
  readonly kind: number;
  readonly words: Json;
  readonly columns: readonly Column[];
}

/** What is packed does not fit what is stored: rows tell the memory instead. */
export class PackedFlaw extends Error {
  override readonly name = "PackedFlaw";
}

const COLUMNS = [Float64Array, Int32Array, Uint8Array] as const;
/** Format, check sums, packing, kind, bytes of the words, number of columns; then a type and a length for each column. */
const HEAD = 8;

export function partBytes({ packing, kind, words, columns }: PackedPart): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(words));
  const directory = columns.flatMap((column) => [typeOf(column), column.length]);
  const head = [FORMAT, 0, 0, packing, kind, text.length, columns.length, 0, ...directory];
  const size = columns.reduce((sum, { byteLength }) => sum + aligned(byteLength), aligned(head.length * 4));
  const bytes = new Uint8Array(size + aligned(text.length));
  const numbers = new Int32Array(bytes.buffer);
  numbers.set(head);
  let place = aligned(head.length * 4);
  for (const column of columns) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), place);
    place += aligned(column.byteLength);
  }
  bytes.set(text, place);
  numbers.set(checkSums(numbers), 1);
  return bytes;
}

/** Throws a `PackedFlaw` for what `partBytes` did not write. */
export function partOf(data: SqlValue): PackedPart {
  const bytes = alignedBytes(data);
  const numbers = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  if (numbers.length < HEAD || numbers[0] !== FORMAT) throw new PackedFlaw("another format");
  const [, one, other, packing, kind, textLength, count] = numbers;
  const sums = checkSums(numbers);
  if (sums[0] !== one || sums[1] !== other) throw new PackedFlaw("a part is not as it was written");
  let place = aligned((HEAD + 2 * count) * 4);
  const columns = Array.from({ length: count }, (_, index) => {
    const [type, length] = numbers.subarray(HEAD + 2 * index);
    const column = new COLUMNS[type](bytes.buffer, bytes.byteOffset + place, length);
    place += aligned(column.byteLength);
    return column;
  });
  const words = JSON.parse(new TextDecoder().decode(bytes.subarray(place, place + textLength))) as Json;
  return { packing, kind, words, columns };
}

function typeOf(column: Column): number {
  return COLUMNS.findIndex((type) => column instanceof type);
}

function aligned(bytes: number): number {
  return (bytes + 7) & ~7;
}

function alignedBytes(data: SqlValue): Uint8Array<ArrayBuffer> {
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  if (!(data instanceof Uint8Array)) throw new PackedFlaw("a part is no blob");
  return data.byteOffset % 8 === 0 && data.buffer instanceof ArrayBuffer
    ? new Uint8Array(data.buffer, data.byteOffset, data.length)
    : new Uint8Array(data);
}

/** Two running sums over all but themselves: they tell words that changed, and words that changed places. */
function checkSums(numbers: Int32Array): readonly [number, number] {
  let sum = numbers[0];
  let ofSums = numbers.length;
  for (let index = 3; index < numbers.length; index++) {
    sum = (sum + numbers[index]) | 0;
    ofSums = (Math.imul(ofSums, 31) + sum) | 0;
  }
  return [sum, ofSums];
}
