// How a graph is, in numbers: shares of edges by tier, edges between files, and nodes without any edge.
// Shares are 0…1 of all edges, dangling ones included; without edges they are 0. One pass over nodes and edges.

import type { RouteGraph } from "./route-graph.ts";
import type { HealthSettings } from "./settings.ts";
import { tierOf } from "./tier.ts";

/** Names as they are published. */
export interface Health {
  readonly dormant_pct: number;
  readonly habitual_pct: number;
  readonly reflex_pct: number;
  readonly cross_file_edge_pct: number;
  readonly orphan_nodes: number;
  readonly nodes: number;
  readonly edges: number;
}

export function healthOf(graph: RouteGraph, settings: HealthSettings): Health {
  let reflex = 0;
  let habitual = 0;
  let acrossFiles = 0;
  eachEdge(graph, (edge) => {
    const tier = tierOf(graph.weights[edge], settings);
    if (tier === "reflex") reflex++;
    if (tier === "habitual") habitual++;
    if (joinsFiles(graph, edge)) acrossFiles++;
  });
  const edges = graph.edgeCount;
  const shareOf = (count: number) => (edges === 0 ? 0 : count / edges);
  return {
    dormant_pct: shareOf(edges - reflex - habitual),
    habitual_pct: shareOf(habitual),
    reflex_pct: shareOf(reflex),
    cross_file_edge_pct: shareOf(acrossFiles),
    orphan_nodes: orphansIn(graph),
    nodes: graph.nodeCount,
    edges,
  };
}

/** Nodes without any edge to or from another existing node. */
function orphansIn(graph: RouteGraph): number {
  let orphans = 0;
  for (let position = 0; position < graph.isNode.length; position++)
    if (graph.isNode[position] && !hasNeighbour(graph, position)) orphans++;
  return orphans;
}

/** In no order that means anything: nothing is sorted and nothing copied. */
function eachEdge({ out }: RouteGraph, visit: (edge: number) => void): void {
  for (let position = 0; position < out.counts.length; position++) {
    for (let index = 0; index < out.counts[position]; index++) visit(out.at(position, index));
  }
}

/** Edges of a node in both directions whose other end exists. */
export function degreeOf(graph: RouteGraph, position: number): number {
  return graph.outgoing(position).length + graph.incoming(position).length;
}

/** Edges that suppress their target. */
export function suppressionsOf(graph: RouteGraph, settings: HealthSettings): number {
  let count = 0;
  eachEdge(graph, (edge) => {
    if (tierOf(graph.weights[edge], settings) === "inhibitory") count++;
  });
  return count;
}

/** Whether any edge joins a node to another existing one. */
export function hasNeighbour({ out, into, targets, sources, isNode }: RouteGraph, position: number): boolean {
  for (let index = 0; index < out.counts[position]; index++) {
    if (isNode[targets[out.at(position, index)]]) return true;
  }
  for (let index = 0; index < into.counts[position]; index++) {
    if (isNode[sources[into.at(position, index)]]) return true;
  }
  return false;
}

function joinsFiles(graph: RouteGraph, edge: number): boolean {
  const source = graph.sources[edge];
  const target = graph.targets[edge];
  if (!graph.isNode[source] || !graph.isNode[target]) return false;
  const from = graph.fileAt(source);
  const to = graph.fileAt(target);
  return from !== null && to !== null && from !== to;
}
