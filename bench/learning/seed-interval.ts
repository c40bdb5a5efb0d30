// How sure a mean over few random seeds is: the 95 % interval of Student's distribution.

import { mean } from "../quality/scores.ts";

/** Two-sided 95 % quantiles for 1, 2, … degrees of freedom; beyond, near enough, the next formula. */
const QUANTILES = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];
const NORMAL = 1.96;

export interface SeedInterval {
  readonly mean: number;
  /** Null for one seed: it says nothing of others. */
  readonly low: number | null;
  readonly high: number | null;
}

/** Of at least one value, one a seed. */
export function intervalOf(values: readonly number[]): SeedInterval {
  const middle = mean(values);
  const freedom = values.length - 1;
  if (freedom === 0) return { mean: middle, low: null, high: null };
  const variance = values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / freedom;
  const half = quantileOf(freedom) * Math.sqrt(variance / values.length);
  return { mean: middle, low: middle - half, high: middle + half };
}

function quantileOf(freedom: number): number {
  return QUANTILES[freedom - 1] ?? NORMAL + (NORMAL ** 3 + NORMAL) / (4 * freedom);
}
