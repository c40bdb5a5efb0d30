// The half-life follows the share of reflex edges: too many and it shrinks, too few and it stretches,
// each time by a few percent and never out of its range. Without edges only the range acts.

import type { Json } from "../records.ts";
import type { RouteGraph } from "../route-graph.ts";
import type { HomeostasisSettings, Settings } from "../settings.ts";

/** The half-life of the next decay, in maintenance runs; not rounded. */
export function adaptedHalfLife(
  graph: RouteGraph,
  current: number,
  settings: HomeostasisSettings,
  reflexThreshold: number,
): number {
  return halfLifeAt(reflexShareOf(graph, reflexThreshold), current, settings);
}

/** The same where the share is known; null: there are no edges. */
export function halfLifeAt(share: number | null, current: number, settings: HomeostasisSettings): number {
  const [low, high] = settings.reflexRange;
  let halfLife = current;
  if (share !== null && share > high) halfLife *= settings.shrink;
  if (share !== null && share < low) halfLife *= settings.stretch;
  const [least, most] = settings.halfLifeRange;
  return Math.min(most, Math.max(least, halfLife));
}

/** A half-life as it was stored, or the configured one where that is no positive number. */
export function halfLifeFrom(stored: Json | undefined, settings: Pick<Settings, "decay">): number {
  const value = typeof stored === "string" ? Number.parseFloat(stored) : stored;
  return typeof value === "number" && value > 0 && Number.isFinite(value) ? value : settings.decay.halfLife;
}

function reflexShareOf(graph: RouteGraph, threshold: number): number | null {
  if (graph.edgeCount === 0) return null;
  let reflex = 0;
  for (const edge of graph.allEdges()) if (graph.weights[edge] >= threshold) reflex++;
  return reflex / graph.edgeCount;
}
