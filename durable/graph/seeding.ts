// Which of the nodes most similar to a question start its walk.

import type { SeedSettings } from "./recall-settings.ts";
import type { Scored } from "./vectors.ts";

/** The seeds among search results (best first): the first `topK` that reach both floors. */
export function seedsOf(scored: readonly Scored[], settings: SeedSettings): Scored[] {
  const { topK, relativeFloor, absoluteFloor } = settings;
  const best = scored.length > 0 ? scored[0][1] : 0;
  // A floor of 0 must keep negative scores: they never fire, but they count as active.
  const floor = relativeFloor > 0 ? Math.max(absoluteFloor, relativeFloor * best) : absoluteFloor;
  return scored.filter(([, score]) => score >= floor).slice(0, topK);
}
