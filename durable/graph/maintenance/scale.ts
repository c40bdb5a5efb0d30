// A node holds a budget of positive outgoing weight: above it, L = Σ max(0, w), each positive weight is
// multiplied by (budget / L)^power. Soft: repeated runs approach the budget. Suppressions, and edges that hold the
// memory together, neither count nor scale.

import type { Draft } from "../draft.ts";
import type { ScalingSettings } from "../settings.ts";
import { Slice, sliceOfNodes } from "./slice.ts";

/** A node that a slice could not scale whole: its rank, the factor, and the rank of the last edge that was scaled. */
type Begun = readonly [ordinal: number, factor: number, edge: number];

/** Scales all nodes except those that `isExempt`. Returns how many nodes were scaled. */
export function scaleWeights(
  draft: Draft,
  { budget, power }: ScalingSettings,
  isExempt: (position: number) => boolean,
  lasting: readonly string[] = [],
  slice = new Slice(),
): number {
  const { graph } = draft;
  let scaled = 0;
  let rest: Begun | null = null;
  const begun = Array.isArray(slice.place) ? (slice.place as unknown as Begun) : null;
  // Ranks are whole numbers: from just before it the node is the first that is met.
  if (begun) slice.place = begun[0] - 1;
  sliceOfNodes(graph, slice, (position) => {
    if (isExempt(position)) return;
    const ordinal = graph.ordinals[position];
    const edges = positiveEdges(position);
    const goesOn = begun !== null && ordinal === begun[0];
    const load = goesOn ? 0 : edges.reduce((sum, edge) => sum + graph.weights[edge], 0);
    if (!goesOn && load <= budget) {
      slice.read(edges.length);
      return;
    }
    const factor = goesOn ? begun[1] : (budget / load) ** power;
    let last = goesOn ? begun[2] : 0;
    if (!goesOn) scaled++;
    for (const edge of edges) {
      if (graph.edgeOrdinals[edge] <= last) continue;
      if (slice.isSpent) {
        rest = [ordinal, factor, last];
        break;
      }
      last = graph.edgeOrdinals[edge];
      draft.weigh(edge, graph.weights[edge] * factor);
      slice.change();
    }
    slice.read(graph.out.counts[position]);
  });
  if (rest) slice.place = rest;
  return scaled;

  function positiveEdges(position: number): number[] {
    return graph
      .outgoing(position)
      .filter((edge) => graph.weights[edge] > 0 && !lasting.includes(graph.edgeKindAt(edge)));
  }
}
