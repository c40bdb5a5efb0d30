// The little linear algebra that the training needs, on rows kept one after the other.

import { seeded } from "./chance.ts";

export interface Rows {
  readonly values: Float32Array;
  readonly width: number;
}

export function rowsOf(count: number, width: number): Rows {
  return { values: new Float32Array(count * width), width };
}

export function rowAt({ values, width }: Rows, index: number): Float32Array {
  return values.subarray(index * width, (index + 1) * width);
}

export function countOf({ values, width }: Rows): number {
  return values.length / width;
}

export function meanOf(rows: Rows): Float64Array {
  const mean = new Float64Array(rows.width);
  const count = countOf(rows);
  for (let index = 0; index < rows.values.length; index++)
    mean[index % rows.width] += rows.values[index] / count;
  return mean;
}

/** Scales to length 1 in place; zeros stay. */
export function normalise(vector: Float32Array | Float64Array): void {
  let square = 0;
  for (const value of vector) square += value * value;
  if (square === 0) return;
  const scale = 1 / Math.sqrt(square);
  for (let index = 0; index < vector.length; index++) vector[index] *= scale;
}

/** Σ rowᵀ · row over every `step`-th row, for sizes up to some hundreds. */
function gram(rows: Rows, step: number): Float64Array {
  const { width } = rows;
  const sum = new Float64Array(width * width);
  for (let index = 0; index < countOf(rows); index += step) {
    const row = rowAt(rows, index);
    for (let i = 0; i < width; i++) {
      const factor = row[i];
      for (let j = 0, at = i * width; j < width; j++, at++) sum[at] += factor * row[j];
    }
  }
  return sum;
}

/** The leading directions of the rows as they are, not centred, strongest first: `dimension` rows of their width. */
export function principalDirections(rows: Rows, dimension: number, sample = 25_000): Rows {
  const { width } = rows;
  const matrix = gram(rows, Math.max(1, Math.floor(countOf(rows) / sample)));
  const chance = seeded(3);
  let basis: Float64Array[] = Array.from({ length: dimension }, () =>
    Float64Array.from({ length: width }, () => chance() - 0.5),
  );
  for (let round = 0; round < 40; round++) {
    basis = basis.map((vector) => times(matrix, vector));
    orthonormalise(basis);
  }
  const directions = rowsOf(dimension, width);
  basis.forEach((vector, index) => {
    directions.values.set(vector, index * width);
  });
  return directions;
}

function times(matrix: Float64Array, vector: Float64Array): Float64Array {
  const width = vector.length;
  return Float64Array.from({ length: width }, (_, i) => {
    let sum = 0;
    for (let j = 0, at = i * width; j < width; j++, at++) sum += matrix[at] * vector[j];
    return sum;
  });
}

function orthonormalise(basis: Float64Array[]): void {
  basis.forEach((vector, index) => {
    for (let other = 0; other < index; other++) {
      const factor = dot(vector, basis[other]);
      for (let j = 0; j < vector.length; j++) vector[j] -= factor * basis[other][j];
    }
    normalise(vector);
  });
}

export function dot(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += one[index] * other[index];
  return sum;
}

/** Rows expressed in directions. */
export function project(rows: Rows, directions: Rows): Rows {
  const count = countOf(rows);
  const dimension = countOf(directions);
  const result = rowsOf(count, dimension);
  for (let index = 0; index < count; index++) {
    const row = rowAt(rows, index);
    for (let axis = 0; axis < dimension; axis++)
      result.values[index * dimension + axis] = dot(row, rowAt(directions, axis));
  }
  return result;
}
