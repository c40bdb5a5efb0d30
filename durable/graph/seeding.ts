// Which of the nodes most similar to a question start its walk.

import type { SeedSettings } from "./recall-settings.ts";
import type { Scored } from "./vectors.ts";

/**
 * The seeds among search results (best first): the first `topK` that reach both floors. `best`: the score that the relative
 * floor goes by; what was taught to come first must not hide what the question finds besides.
 */
export function seedsOf(
  scored: readonly Scored[],
  settings: SeedSettings,
  best = scored.length > 0 ? scored[0][1] : 0,
): Scored[] {
  const floor = leastSeed(settings, best);
  return scored.filter(([, score]) => score >= floor).slice(0, settings.topK);
}

/** The score below which nothing is a seed. A floor of 0 must keep negative ones: they never fire, but they count as active. */
export function leastSeed({ relativeFloor, absoluteFloor }: SeedSettings, best: number): number {
  return relativeFloor > 0 ? Math.max(absoluteFloor, relativeFloor * best) : absoluteFloor;
}
