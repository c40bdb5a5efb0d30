// Unused weights fade: new = weight · 0.5^(1 / (half-life · scale)), and 0 once smaller than the least weight.
// Suppressions have a half-life of their own, and what holds the memory together does not fade. Of the source only its
// authority counts, which slows or stops the fading; kinds stay as they are.

import type { Draft } from "../draft.ts";
import type { RouteGraph } from "../route-graph.ts";
import type { DecaySettings, Settings } from "../settings.ts";
import { isFixedKind } from "../structure.ts";
import { Slice, sliceOfEdges } from "./slice.ts";

/** Factor on the half-life of a source; 0 or less keeps its edges as they are. */
export type HalfLifeScale = (position: number) => number;

export interface Fading extends Pick<DecaySettings, "halfLife" | "minWeight"> {
  /** Of suppressions; left out: the same. */
  readonly inhibitoryHalfLife?: number | null;
  /** Kinds of edges that do not fade. */
  readonly lasting?: readonly string[];
}

/** How weights fade at a half-life. */
export function fadingAt(halfLife: number, { decay, upkeep }: Pick<Settings, "decay" | "upkeep">): Fading {
  const { minWeight, inhibitoryHalfLife } = decay;
  return { halfLife, minWeight, inhibitoryHalfLife, lasting: upkeep.lasting };
}

/** What is left of a weight after a run; null where it does not fade. */
export function factorOf(
  { halfLife, inhibitoryHalfLife, lasting }: Fading,
  { weight, kind, scale }: { readonly weight: number; readonly kind: string; readonly scale: number },
): number | null {
  const own = weight < 0 ? (inhibitoryHalfLife ?? halfLife) : halfLife;
  if (!(halfLife > 0 && own > 0 && scale > 0) || lasting?.includes(kind) || isFixedKind(kind)) return null;
  return 0.5 ** (1 / (own * scale));
}

/** Fades edges by one run. A half-life of 0 or less does nothing. Returns how many weights changed. */
export function decayWeights(
  draft: Draft,
  fading: Fading,
  scaleOf: HalfLifeScale,
  slice = new Slice(),
): number {
  const { graph } = draft;
  let changed = 0;
  if (!(fading.halfLife > 0)) {
    slice.place = null;
    return 0;
  }
  sliceOfEdges(graph, slice, (edge) => {
    const before = graph.weights[edge];
    const scale = scaleOf(graph.sources[edge]);
    const factor = factorOf(fading, { weight: before, kind: graph.edgeKindAt(edge), scale });
    if (factor === null) return;
    const faded = before * factor;
    const weight = Math.abs(faded) < fading.minWeight ? 0 : faded;
    if (weight === before) return;
    draft.weigh(edge, weight);
    slice.change();
    changed++;
  });
  return changed;
}

/** Constitutional sources keep their edges, canonical ones lose them more slowly. */
export function scaleByAuthority(graph: RouteGraph, settings: DecaySettings): HalfLifeScale {
  const scales = { constitutional: 0, canonical: settings.canonicalScale, overlay: 1 };
  return (position) => (graph.isNode[position] ? scales[graph.authorityAt(position)] : scales.overlay);
}
