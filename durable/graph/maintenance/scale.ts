// A node holds a budget of positive outgoing weight: above it, L = Σ max(0, w), each positive weight is
// multiplied by (budget / L)^power. Soft: repeated runs approach the budget. Suppressions neither count nor scale.

import type { Draft } from "../draft.ts";
import type { ScalingSettings } from "../settings.ts";

/** Scales all nodes except those that `isExempt`. Returns how many nodes were scaled. */
export function scaleWeights(
  draft: Draft,
  { budget, power }: ScalingSettings,
  isExempt: (position: number) => boolean,
): number {
  const { graph } = draft;
  let scaled = 0;
  for (const [, position] of graph.entries()) {
    if (isExempt(position)) continue;
    const positive = graph.outgoing(position).filter((edge) => graph.weights[edge] > 0);
    const load = positive.reduce((sum, edge) => sum + graph.weights[edge], 0);
    if (load <= budget) continue;
    const factor = (budget / load) ** power;
    for (const edge of positive) draft.weigh(edge, graph.weights[edge] * factor);
    scaled++;
  }
  return scaled;
}
