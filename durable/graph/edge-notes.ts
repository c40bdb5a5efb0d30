// How the edges of a node were, noted before something changes them, so that it can be taken back.

import type { EdgeBefore } from "./episodes.ts";
import type { RouteGraph } from "./route-graph.ts";

/** All edges from and to a node, as they are. */
export function edgesAround(graph: RouteGraph, id: string): EdgeBefore[] {
  const position = graph.anyPositionOf(id);
  if (position < 0) return [];
  const edges = new Set([...graph.out.list(position), ...graph.into.list(position)]);
  return [...edges].map((edge) => ({
    source: graph.idAt(graph.sources[edge]),
    target: graph.idAt(graph.targets[edge]),
    weight: graph.weights[edge],
    kind: graph.edgeKindAt(edge),
  }));
}

/** Of the edges from and to a node those that are not as they were, as they were. */
export function changedAround(graph: RouteGraph, id: string, before: readonly EdgeBefore[]): EdgeBefore[] {
  const earlier = new Map(before.map((edge) => [nameOf(edge), edge]));
  const changed: EdgeBefore[] = [];
  for (const now of edgesAround(graph, id)) {
    const was = earlier.get(nameOf(now));
    earlier.delete(nameOf(now));
    if (!was) changed.push({ ...now, weight: null });
    else if (was.weight !== now.weight || was.kind !== now.kind) changed.push(was);
  }
  return [...changed, ...earlier.values()];
}

function nameOf({ source, target }: EdgeBefore): string {
  return JSON.stringify([source, target]);
}
