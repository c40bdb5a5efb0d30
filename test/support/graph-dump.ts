// A graph and its vectors as plain data, orders included: two dumps are equal when no walk could tell them apart.

import type { RouteGraph } from "../../durable/graph/route-graph.ts";
import type { VectorIndex } from "../../durable/graph/vectors.ts";

export function dumpOf(graph: RouteGraph, vectors: VectorIndex): unknown {
  return {
    nodes: Array.from(graph.entries(), ([id, position]) => ({
      id,
      ordinal: graph.ordinals[position],
      kind: graph.kindAt(position),
      origin: graph.originAt(position),
      authority: graph.authorityAt(position),
      file: graph.fileAt(position),
      chunk: graph.chunks[position],
      length: graph.lengths[position],
      stop: [graph.stopWeights[position], graph.stopRelevances[position]],
      incoming: Array.from(graph.into.list(position), (edge) => graph.idAt(graph.sources[edge])),
      inhibitors: Array.from(graph.inhibitors.list(position), (edge) => graph.idAt(graph.sources[edge])),
    })),
    edges: Array.from(graph.allEdges(), (edge) => ({
      source: graph.idAt(graph.sources[edge]),
      target: graph.idAt(graph.targets[edge]),
      weight: graph.weights[edge],
      kind: graph.edgeKindAt(edge),
      relevance: graph.relevances[edge],
      bucket: graph.bucketAt(graph.sources[edge]),
      ordinal: graph.edgeOrdinals[edge],
    })),
    vectors: vectors
      .ids()
      .sort()
      .map((id) => vectors.rowsOf(id).map((route) => vectors.record(id, route))),
  };
}

export function base64Of(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
