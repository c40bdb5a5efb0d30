// Unused weights fade: new = weight · 0.5^(1 / (half-life · scale)), and 0 once smaller than the least weight.
// Suppressions fade the same way. Only the source's authority slows or stops it; kinds stay as they are.

import type { Draft } from "../draft.ts";
import type { RouteGraph } from "../route-graph.ts";
import type { DecaySettings } from "../settings.ts";

/** Factor on the half-life of a source; 0 or less keeps its edges as they are. */
export type HalfLifeScale = (position: number) => number;

/** Fades all edges by one run. A half-life of 0 or less does nothing. Returns how many weights changed. */
export function decayWeights(
  draft: Draft,
  { halfLife, minWeight }: Pick<DecaySettings, "halfLife" | "minWeight">,
  scaleOf: HalfLifeScale,
): number {
  if (!(halfLife > 0)) return 0;
  const { graph } = draft;
  let changed = 0;
  for (const position of graph.bucketPositions()) {
    const scale = scaleOf(position);
    if (scale <= 0) continue;
    const factor = 0.5 ** (1 / (halfLife * scale));
    for (const edge of graph.out.list(position)) {
      const faded = graph.weights[edge] * factor;
      const weight = Math.abs(faded) < minWeight ? 0 : faded;
      if (weight === graph.weights[edge]) continue;
      draft.weigh(edge, weight);
      changed++;
    }
  }
  return changed;
}

/** Constitutional sources keep their edges, canonical ones lose them more slowly. */
export function scaleByAuthority(graph: RouteGraph, settings: DecaySettings): HalfLifeScale {
  const scales = { constitutional: 0, canonical: settings.canonicalScale, overlay: 1 };
  return (position) => (graph.isNode[position] ? scales[graph.authorityAt(position)] : scales.overlay);
}
