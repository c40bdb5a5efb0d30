// Weights in one byte each: symmetric around 0, with one scale for each column or row.

import { PANEL } from "../../durable/embed/use-lite/panels.ts";

const MOST = 127;

export interface Quantised {
  readonly weights: Int8Array;
  /** weight ≈ int8 · scale */
  readonly scale: Float32Array;
}

/** A matrix with a scale a column, laid out in panels of 8 columns. */
export function panelsOf(numbers: Float32Array, rows: number, columns: number): Quantised {
  const scale = Float32Array.from({ length: columns }, (_, column) =>
    scaleOf(Array.from({ length: rows }, (_, row) => numbers[row * columns + column])),
  );
  const weights = new Int8Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const panel = Math.floor(column / PANEL);
      weights[(panel * rows + row) * PANEL + (column % PANEL)] = rounded(
        numbers[row * columns + column],
        scale[column],
      );
    }
  }
  return { weights, scale };
}

/** A table with a scale a row, laid out row after row. */
export function rowsOf(numbers: Float32Array, rows: number, columns: number): Quantised {
  const scale = Float32Array.from({ length: rows }, (_, row) =>
    scaleOf(numbers.subarray(row * columns, (row + 1) * columns)),
  );
  const weights = Int8Array.from(numbers, (number, index) =>
    rounded(number, scale[Math.floor(index / columns)]),
  );
  return { weights, scale };
}

function scaleOf(numbers: Iterable<number>): number {
  let most = 0;
  for (const number of numbers) most = Math.max(most, Math.abs(number));
  return Math.fround(most / MOST);
}

/** A row or column of zeros has scale 0. */
function rounded(number: number, scale: number): number {
  return scale === 0 ? 0 : Math.max(-MOST, Math.min(MOST, Math.round(number / scale)));
}
