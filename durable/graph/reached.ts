// What can be reached along outgoing edges, each node once, by the fewest hops. Fixed edges come first in their order, so
// that steps keep theirs, then the strongest. Costs no more than the edges that it may look at.

import type { RouteGraph } from "./route-graph.ts";
import { isFixed } from "./structure.ts";

export interface ReachBounds {
  readonly depth: number;
  /** Nodes that are told. */
  readonly most: number;
  /** Edges that are looked at. */
  readonly edges: number;
}

export interface Reached {
  readonly position: number;
  readonly depth: number;
  /** Edges from a start on, in order. */
  readonly route: readonly number[];
}

/** `follows`: whether an edge leads on, to what it leads included. */
export function reachedFrom(
  graph: RouteGraph,
  starts: readonly number[],
  bounds: ReachBounds,
  follows: (edge: number) => boolean,
): { readonly reached: readonly Reached[]; readonly complete: boolean } {
  const known = new Set(starts);
  const reached: Reached[] = [];
  let looked = 0;
  let level: Reached[] = starts.map((position) => ({ position, depth: 0, route: [] }));
  for (let depth = 1; depth <= bounds.depth && level.length > 0; depth++) {
    const next: Reached[] = [];
    for (const { position, route } of level) {
      for (const edge of leading(graph, position)) {
        const target = graph.targets[edge];
        if (known.has(target)) continue;
        if (++looked > bounds.edges) return { reached, complete: false };
        if (!follows(edge)) continue;
        if (reached.length === bounds.most) return { reached, complete: false };
        known.add(target);
        const found = { position: target, depth, route: [...route, edge] };
        reached.push(found);
        next.push(found);
      }
    }
    level = next;
  }
  return { reached, complete: true };
}

function leading(graph: RouteGraph, position: number): number[] {
  const edges = graph.outgoing(position);
  const fixed = edges.filter((edge) => isFixed(graph, edge));
  const others = edges.filter((edge) => !isFixed(graph, edge));
  return [...fixed, ...others.sort((a, b) => graph.weights[b] - graph.weights[a])];
}
