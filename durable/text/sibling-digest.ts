// The number that a pair of neighbouring chunks takes its first weight from.

import { digestOf } from "./digest.ts";

/** A whole number in 0…2³²−1, the same for the same file and offset everywhere. */
export function siblingDigest(path: string, offset: number): number {
  return Number.parseInt(digestOf(`${path}:${offset}`).slice(0, 8), 16);
}
