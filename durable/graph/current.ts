// Whether a node still stands: no correction suppresses it, and no newer version took its place.

import type { RouteGraph } from "./route-graph.ts";
import { isWithheld } from "./structure.ts";

export function isCurrent(graph: RouteGraph, position: number): boolean {
  if (position < 0 || isWithheld(graph, position)) return false;
  return !graph
    .incoming(position)
    .some((edge) => graph.weights[edge] < 0 && graph.kindAt(graph.sources[edge]) === "correction");
}
