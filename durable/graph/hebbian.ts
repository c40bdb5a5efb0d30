// What fires together, wires together: each pair of fired nodes gains a little weight, in the order of firing.
//   Δw(fired[i] → fired[j]) = increment, i < j, for the pairs closest in that order
// A pair without an edge gets one of this weight, which is dormant until more outcomes confirm it.

import type { Draft } from "./draft.ts";
import { kindAfter, SIBLING } from "./inhibiting.ts";
import { clip } from "./policy-gradient.ts";
import type { Settings } from "./settings.ts";
import { isFixed } from "./structure.ts";
import { WeightChanges } from "./weight-changes.ts";

/** Strengthens the pairs of a fired list. Returns the real changes. */
export function coFire(draft: Draft, fired: readonly string[], settings: Settings): WeightChanges {
  const { graph } = draft;
  const { learning } = settings;
  const changes = new WeightChanges();
  for (const [first, second] of pairsOf(fired.length, learning.hebbianCap)) {
    if (second - first + 1 < learning.promotionThreshold) continue;
    const source = fired[first];
    const target = fired[second];
    const edge = graph.edgeOf(source, target);
    if (edge >= 0 && isFixed(graph, edge)) continue;
    const old = edge < 0 ? 0 : graph.weights[edge];
    const kindBefore = edge < 0 ? null : graph.edgeKindAt(edge);
    const weight = clip(old + learning.hebbianIncrement, learning.weightBounds);
    if (kindBefore === null) {
      draft.putEdge({ source, target, weight, kind: SIBLING, relevance: null, metadata: null });
    } else {
      const keeps = learning.kinds === "keep";
      draft.weigh(edge, weight, keeps ? kindAfter(weight, kindBefore, settings) : kindBefore);
    }
    changes.add(source, target, weight - old, kindBefore);
  }
  return changes;
}

/** Pairs of a list, at most `most`: in list order when all of them fit, else the closest ones, nearest first. */
function pairsOf(length: number, most: number): [first: number, second: number][] {
  const pairs: [number, number][] = [];
  if (length <= Math.sqrt(2 * most)) {
    for (let first = 0; first < length; first++) {
      for (let second = first + 1; second < length; second++) pairs.push([first, second]);
    }
    return pairs;
  }
  for (let distance = 1; distance < length; distance++) {
    for (let first = 0; first + distance < length; first++) {
      if (pairs.length === most) return pairs;
      pairs.push([first, first + distance]);
    }
  }
  return pairs;
}
