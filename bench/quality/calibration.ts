// From which confidence on a memory should answer: what each threshold refuses of its own questions and of others.

import { quantile } from "../rows.ts";
import { mean } from "./scores.ts";

/** Shares of own questions that may be refused; each gives the threshold that comes nearest. */
const OWN_REFUSED = [0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.5] as const;

export interface Threshold {
  /** Confidences below it are refused. */
  readonly threshold: number;
  /** Shares of the questions below it, 0…1. */
  readonly own: number;
  readonly foreign: number;
}

/** Thresholds in ascending order; none where no confidence is said, or no foreign question was asked. */
export function calibrationOf(
  own: readonly (number | null)[],
  foreign: readonly (number | null)[],
): Threshold[] {
  const [known, strange] = [own, foreign].map((all) => all.filter((confidence) => confidence !== null));
  if (known.length === 0 || strange.length === 0) return [];
  const thresholds = new Set(OWN_REFUSED.map((share) => quantile(known, share)));
  const below = (all: readonly number[], threshold: number) =>
    mean(all.map((one) => Number(one < threshold)));
  return Array.from(thresholds, (threshold) => ({
    threshold,
    own: below(known, threshold),
    foreign: below(strange, threshold),
  }));
}
