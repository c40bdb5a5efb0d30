// How sure a mean difference is: the middle 95 % of the means of samples drawn anew from the same questions.

import { draws } from "../generator.ts";
import { quantile } from "../rows.ts";
import { mean } from "./scores.ts";

const SAMPLES = 2_000;
const SEED = 17;

export interface Difference {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** The mean of differences, one a question, with its 95 % interval (bootstrap). The same for the same input. */
export function differenceOf(differences: readonly number[]): Difference {
  const draw = draws(SEED);
  const { length } = differences;
  const means = Array.from({ length: SAMPLES }, () => {
    let sum = 0;
    for (let turn = 0; turn < length; turn++) sum += differences[Math.floor(draw() * length)];
    return sum / length;
  });
  return { mean: mean(differences), low: quantile(means, 0.025), high: quantile(means, 0.975) };
}
