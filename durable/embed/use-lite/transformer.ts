// Universal Sentence Encoder Lite: two layers of attention over the pieces of a text, their mean, one last layer.
// Weights stay int8 in memory; a panel of them is written out as float32 when its turn comes.

import type { ModelFile } from "./model-file.ts";
import { PANEL, type Panels, type Place, ROWS_AT_ONCE } from "./panels.ts";
import { Pieces } from "./pieces.ts";
import { type Dense, type Layer, type Norm, placeWeights, type Weights } from "./weights.ts";

/** Length of the vector of a text. */
export const ENCODED = 512;

/** Pieces after this are not read. */
const MOST_PIECES = 128;
const EMBEDDED = 256;
const HIDDEN = 1536;
const HEADS = 4;
/** Keeps a row without any spread from being divided by zero. */
const EPSILON = 1e-6;

/** What the pass writes to, in numbers. */
const ROOMS = {
  input: MOST_PIECES * ENCODED,
  next: MOST_PIECES * ENCODED,
  normed: MOST_PIECES * ENCODED,
  attended: MOST_PIECES * ENCODED,
  wide: MOST_PIECES * HIDDEN,
  scores: MOST_PIECES * MOST_PIECES,
  keys: MOST_PIECES * MOST_PIECES,
  panel: HIDDEN * PANEL,
  scale: PANEL,
  ones: PANEL,
};
type Rooms = Readonly<Record<keyof typeof ROOMS, Float32Array>>;

const FLOAT = Float32Array.BYTES_PER_ELEMENT;

export class Transformer {
  readonly #weights: Weights;
  readonly #panels: Panels;
  readonly #pieces: Pieces;
  readonly #rooms: Rooms;

  /** `open` makes the memory of the products, with at least so many bytes. The file is copied there. */
  constructor(file: ModelFile, open: (bytes: number) => Panels) {
    const numbers = Object.values(ROOMS).reduce((sum, length) => sum + length, 0);
    this.#panels = open(file.body.length + numbers * FLOAT);
    const { memory } = this.#panels;
    this.#weights = placeWeights(file, memory);
    this.#pieces = new Pieces(this.#weights.vocabulary, this.#weights.scores.slice());
    this.#rooms = roomsIn(memory, file.body.length);
    this.#rooms.ones.fill(1);
  }

  /** Ids of a text's pieces, all of them. */
  piecesOf(text: string): number[] {
    return this.#pieces.of(text);
  }

  /** The vector of a text by its pieces, at least one: length 1. Takes about 0.7 ms a piece, and up to 128 pieces. */
  encode(pieces: readonly number[]): Float32Array {
    const read = pieces.slice(0, MOST_PIECES);
    const { input, next, attended } = this.#rooms;
    let x = input;
    this.#place(read, x);
    for (const layer of this.#weights.layers) {
      this.#attend(layer, x, read.length);
      if (layer.residual) {
        this.#add(x, layer.residual, next.fill(0), read.length);
        x = next;
      }
      this.#add(attended, layer.attentionOutput, x, read.length);
      this.#feed(layer, x, read.length);
    }
    return this.#conclude(x, read.length);
  }

  /** The embedding of each piece, and where it stands. */
  #place(pieces: readonly number[], x: Float32Array): void {
    const { embedding, embeddingScale, frequencies } = this.#weights;
    const half = EMBEDDED / 2;
    for (const [position, id] of pieces.entries()) {
      const scale = 2 * embeddingScale[id];
      for (let column = 0; column < EMBEDDED; column++) {
        const angle = position * frequencies[column % half];
        x[position * EMBEDDED + column] =
          scale * embedding[id * EMBEDDED + column] + (column < half ? Math.sin(angle) : Math.cos(angle));
      }
    }
  }

  /** What each piece takes from all pieces, to `attended`. */
  #attend({ attentionNorm, queriesKeysValues }: Layer, x: Float32Array, rows: number): void {
    const { normed, wide, attended, keys, scores, scale, ones } = this.#rooms;
    normalise(x, attentionNorm, normed, rows);
    this.#add(normed, queriesKeysValues, wide.fill(0), rows);
    const step = queriesKeysValues.columns;
    const width = step / 3;
    const size = width / HEADS;
    const padded = Math.ceil(rows / PANEL) * PANEL;
    scale.fill(1 / Math.sqrt(size));
    attended.fill(0);
    for (let head = 0; head < HEADS; head++) {
      const first = head * size;
      for (let row = 0; row < rows; row++) {
        for (let term = 0; term < size; term++) {
          keys[term * padded + row] = wide[row * step + width + first + term];
        }
      }
      const query = placeOf(wide, first, step);
      scores.fill(0);
      for (let row = 0; row < padded; row += PANEL) {
        const product = placeOf(scores, row, padded);
        this.#panels.multiply(query, placeOf(keys, row, padded), scale.byteOffset, product, rows, size);
      }
      for (let row = 0; row < rows; row++) softmax(scores.subarray(row * padded, row * padded + rows));
      for (let column = 0; column < size; column += PANEL) {
        const value = placeOf(wide, 2 * width + first + column, step);
        const product = placeOf(attended, first + column, width);
        this.#panels.multiply(placeOf(scores, 0, padded), value, ones.byteOffset, product, rows, rows);
      }
    }
  }

  /** Two more products for each piece alone, added to `x`. */
  #feed({ feedNorm, feedIn, feedOut }: Layer, x: Float32Array, rows: number): void {
    const { normed, wide } = this.#rooms;
    normalise(x, feedNorm, normed, rows);
    this.#add(normed, feedIn, wide.fill(0), rows);
    for (let index = 0; index < rows * feedIn.columns; index++) if (wide[index] < 0) wide[index] = 0;
    this.#add(wide, feedOut, x, rows);
  }

  #conclude(x: Float32Array, rows: number): Float32Array {
    const { normed, attended } = this.#rooms;
    normed.fill(0, 0, ROWS_AT_ONCE * ENCODED);
    for (let column = 0; column < ENCODED; column++) {
      let sum = 0;
      for (let row = 0; row < rows; row++) sum += x[row * ENCODED + column];
      normed[column] = sum / rows;
    }
    this.#add(normed, this.#weights.last, attended.fill(0), 1);
    const bent = Float64Array.from(attended.subarray(0, ENCODED), Math.tanh);
    let squares = 0;
    for (const entry of bent) squares += entry * entry;
    return Float32Array.from(bent, (entry) => entry / Math.sqrt(squares));
  }

  /** y += x · weights + bias, for so many rows. */
  #add(
    x: Float32Array,
    { weights, scale, bias, terms, columns }: Dense,
    y: Float32Array,
    rows: number,
  ): void {
    const { panel } = this.#rooms;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) y[row * columns + column] += bias[column];
    }
    const w = placeOf(panel, 0, PANEL);
    for (let column = 0; column < columns; column += PANEL) {
      this.#panels.expand(weights + column * terms, w.at, terms * PANEL);
      const product = placeOf(y, column, columns);
      this.#panels.multiply(placeOf(x, 0, terms), w, scale + column * FLOAT, product, rows, terms);
    }
  }
}

function roomsIn(memory: ArrayBuffer, start: number): Rooms {
  let at = start;
  const rooms = Object.entries(ROOMS).map(([name, length]) => {
    const room = new Float32Array(memory, at, length);
    at += room.byteLength;
    return [name, room];
  });
  return Object.fromEntries(rooms);
}

/** A matrix that begins at an entry of `room`, with so many entries from one row to the next. */
function placeOf(room: Float32Array, first: number, columns: number): Place {
  return { at: room.byteOffset + first * FLOAT, step: columns * FLOAT };
}

/** Each row brought to mean 0 and spread 1, then scaled and shifted by column. */
function normalise(x: Float32Array, { scale, bias }: Norm, y: Float32Array, rows: number): void {
  const { length } = scale;
  for (let start = 0; start < rows * length; start += length) {
    let sum = 0;
    for (let column = 0; column < length; column++) sum += x[start + column];
    const mean = sum / length;
    let squares = 0;
    for (let column = 0; column < length; column++) squares += (x[start + column] - mean) ** 2;
    const factor = 1 / Math.sqrt(squares / length + EPSILON);
    for (let column = 0; column < length; column++) {
      y[start + column] = (x[start + column] - mean) * factor * scale[column] + bias[column];
    }
  }
}

function softmax(row: Float32Array): void {
  const most = row.reduce((a, b) => Math.max(a, b), -Infinity);
  let sum = 0;
  for (let index = 0; index < row.length; index++) {
    row[index] = Math.exp(row[index] - most);
    sum += row[index];
  }
  for (let index = 0; index < row.length; index++) row[index] /= sum;
}
