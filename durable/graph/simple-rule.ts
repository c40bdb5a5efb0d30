// The simple rule: each pair of neighbours in the order of firing moves by itself.
//   Δw(fired[i] → fired[i+1]) = rate · discount^(i+1) · outcome, clipped to the bounds
// The only rule that adds edges by itself; nothing is conserved.

import type { Draft } from "./draft.ts";
import { INHIBITORY, SIBLING } from "./inhibiting.ts";
import { clip } from "./policy-gradient.ts";
import type { LearningSettings } from "./settings.ts";
import { isFixed } from "./structure.ts";
import { WeightChanges } from "./weight-changes.ts";

/** Learns from an outcome. Returns the changes before clipping. A negative outcome makes an edge inhibitory whatever its weight. */
export function simpleRule(
  draft: Draft,
  fired: readonly string[],
  outcome: number,
  settings: LearningSettings,
  perNode?: ReadonlyMap<string, number>,
): WeightChanges {
  const { graph } = draft;
  const changes = new WeightChanges();
  for (let index = 0; index + 1 < fired.length; index++) {
    const source = fired[index];
    const target = fired[index + 1];
    const verdict = perNode?.get(source) ?? outcome;
    const change = settings.learningRate * settings.discount ** (index + 1) * verdict;
    const edge = graph.edgeOf(source, target);
    if (edge >= 0 && isFixed(graph, edge)) continue;
    const kind = verdict < 0 ? INHIBITORY : edge < 0 ? SIBLING : graph.edgeKindAt(edge);
    if (edge < 0) {
      const weight = clip(change, settings.weightBounds);
      draft.putEdge({ source, target, weight, kind, relevance: null, metadata: null });
    } else {
      draft.weigh(edge, clip(graph.weights[edge] + change, settings.weightBounds), kind);
    }
    changes.add(source, target, change);
  }
  return changes;
}
