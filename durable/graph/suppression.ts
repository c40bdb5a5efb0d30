// What active nodes take from a target:
//   suppression(t) = Σ score(s) · weight(s → t)   over inhibitory edges with s active, in bucket order.
// Found through the target's list of inhibitors, so it costs what suppresses the target and nothing more.

import type { RouteGraph } from "./route-graph.ts";
import type { TraversalSettings } from "./settings.ts";

/** Score by position of every node that is active; undefined for the others. */
export interface Active {
  get(position: number): number | undefined;
}

/** Sum of what active nodes take from a target: 0 without suppressors, below 0 as a rule. */
export function suppressionOf(
  graph: RouteGraph,
  target: number,
  active: Active,
  settings: TraversalSettings,
): number {
  let sum = 0;
  for (const edge of activeInhibitors(graph, target, active, settings)) {
    sum += (active.get(graph.sources[edge]) as number) * graph.weights[edge];
  }
  return sum;
}

/** Positions of the active nodes that take something from a target. */
export function suppressorsOf(
  graph: RouteGraph,
  target: number,
  active: Active,
  settings: TraversalSettings,
): number[] {
  return activeInhibitors(graph, target, active, settings).map((edge) => graph.sources[edge]);
}

/** True when a suppression silences a node that would otherwise score `own`; a smaller one lowers it. */
export function isBlocking(suppression: number, own: number, settings: TraversalSettings): boolean {
  const { blockingShare, inhibitoryThreshold } = settings;
  if (blockingShare === null) return suppression <= inhibitoryThreshold;
  return suppression < 0 && -suppression >= blockingShare * own;
}

function activeInhibitors(
  graph: RouteGraph,
  target: number,
  active: Active,
  settings: TraversalSettings,
): number[] {
  const { inhibitors, sources, weights } = graph;
  const count = inhibitors.counts[target];
  if (count === 0) return [];
  if (settings.protectConstitutional && graph.authorityAt(target) === "constitutional") return [];
  const edges: number[] = [];
  const start = inhibitors.starts[target];
  for (let index = start; index < start + count; index++) {
    const edge = inhibitors.items[index];
    if (weights[edge] <= settings.inhibitoryThreshold && active.get(sources[edge]) !== undefined)
      edges.push(edge);
  }
  return edges;
}
