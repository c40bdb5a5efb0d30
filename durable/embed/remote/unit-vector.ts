// One vector as a provider answered it, checked as what it is: data of a stranger.

import { badAnswer } from "./party.ts";

export interface Lengths {
  /** Of the vectors that are kept. */
  readonly dimension: number;
  /** Of the vectors that are answered; null: any length from `dimension` on. */
  readonly answered: number | null;
}

/**
 * The beginning of a vector, scaled to length 1. Throws `bad_answer` for anything but a list of finite numbers
 * (or their float32 bytes as base64) of the right length with some length in what is kept.
 */
export function unitVector(answer: unknown, { dimension, answered }: Lengths): Float64Array {
  const numbers = typeof answer === "string" ? floatsOf(answer) : answer;
  if (!Array.isArray(numbers) && !(numbers instanceof Float32Array)) {
    throw badAnswer("answered something else where a vector should be");
  }
  if (answered === null ? numbers.length < dimension : numbers.length !== answered) {
    const expected = answered ?? `at least ${dimension}`;
    throw badAnswer(`answered vectors of ${numbers.length} numbers instead of ${expected}`);
  }
  for (const number of numbers) {
    if (!Number.isFinite(number))
      throw badAnswer("answered a vector with entries that are no finite numbers");
  }
  return scaled(Float64Array.from(numbers.slice(0, dimension)));
}

/** Scaled by the largest entry first, so that no square over- or underflows. */
function scaled(kept: Float64Array): Float64Array {
  const largest = kept.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0);
  if (largest < 1e-30) throw badAnswer("answered a vector of zeros");
  let squares = 0;
  for (const entry of kept) squares += (entry / largest) ** 2;
  const length = Math.sqrt(squares);
  return kept.map((entry) => entry / largest / length);
}

function floatsOf(base64: string): Float32Array | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const view = new DataView(bytes.buffer);
    return Float32Array.from({ length: bytes.length / 4 }, (_, index) => view.getFloat32(index * 4, true));
  } catch {
    return undefined;
  }
}
