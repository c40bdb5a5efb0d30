// What a taught question lends to its node, by how much the present question resembles it:
//   likeness = ((resemblance − floor) / (1 − floor))^steepness         0 below the floor
//   score(t) + gain · likeness, where of what is beyond the best score of all a share of `beyondBest` counts
// A loan brings its node to the front. Far beyond, what a walk carries on from there would outdo all other seeds.

import { byScoreThenId, type Scored } from "./vectors.ts";

/** From which resemblance on a taught question counts, and how fast it counts more. */
export interface Curve {
  readonly floor: number;
  readonly steepness: number;
}

/** How far a resemblance is beyond the floor, 0 … 1. */
export function beyond(resemblance: number, { floor }: Pick<Curve, "floor">): number {
  return Math.max(0, resemblance - floor) / (1 - floor);
}

export function likenessAt(resemblance: number, curve: Curve): number {
  return beyond(resemblance, curve) ** curve.steepness;
}

export interface Amount {
  readonly id: string;
  readonly amount: number;
}

/** Candidates, best first, with what they are lent. */
export function withLoans(
  found: readonly Scored[],
  loans: readonly Amount[],
  { beyondBest }: { readonly beyondBest: number },
): readonly Scored[] {
  if (loans.length === 0) return found;
  const best = found[0]?.[1] ?? 0;
  const scores = new Map(found);
  for (const { id, amount } of loans) {
    const score = (scores.get(id) ?? 0) + amount;
    scores.set(id, Math.min(score, best + beyondBest * Math.max(0, score - best)));
  }
  return [...scores].sort(byScoreThenId);
}
