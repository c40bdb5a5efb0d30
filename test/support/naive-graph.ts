// The naive twin of graph and draft: maps of maps, and for order the time at which a thing was made.

import type { EdgeRecord, NodeRecord } from "../../durable/graph/records.ts";
import type { RouteGraph } from "../../durable/graph/route-graph.ts";
import type { VectorIndex } from "../../durable/graph/vectors.ts";

export class NaiveGraph {
  nodes = new Map<string, NodeRecord>();
  buckets = new Map<string, Map<string, EdgeRecord>>();
  stops = new Map<string, readonly [weight: number, relevance: number]>();
  vectors = new Map<string, Map<number, readonly number[]>>();

  copy(): NaiveGraph {
    const copy = new NaiveGraph();
    copy.nodes = new Map(this.nodes);
    copy.buckets = new Map(Array.from(this.buckets, ([source, bucket]) => [source, new Map(bucket)]));
    copy.stops = new Map(this.stops);
    copy.vectors = new Map(Array.from(this.vectors, ([id, routes]) => [id, new Map(routes)]));
    return copy;
  }

  putNode(node: NodeRecord): void {
    this.nodes.set(node.id, node);
  }

  removeNode(id: string): void {
    if (!this.nodes.delete(id)) return;
    for (const target of [...(this.buckets.get(id)?.keys() ?? [])]) this.cutEdge(id, target);
    for (const source of [...this.buckets.keys()]) this.cutEdge(source, id);
    this.stops.delete(id);
    this.vectors.delete(id);
  }

  putEdge(edge: EdgeRecord): void {
    const bucket = this.buckets.get(edge.source) ?? new Map<string, EdgeRecord>();
    const weight = Math.min(1, Math.max(-1, edge.weight));
    const metadata = edge.metadata ?? bucket.get(edge.target)?.metadata ?? {};
    bucket.set(edge.target, { ...edge, weight, metadata });
    this.buckets.set(edge.source, bucket);
  }

  weigh(source: string, target: string, weight: number): void {
    const edge = this.buckets.get(source)?.get(target);
    if (edge) this.buckets.get(source)?.set(target, { ...edge, weight });
  }

  relate(source: string, target: string, relevance: number | null): void {
    const edge = this.buckets.get(source)?.get(target);
    if (edge) this.buckets.get(source)?.set(target, { ...edge, relevance });
  }

  cutEdge(source: string, target: string): void {
    const bucket = this.buckets.get(source);
    if (bucket?.delete(target) && bucket.size === 0) this.buckets.delete(source);
  }

  setStop(id: string, weight: number, relevance: number): void {
    if (this.nodes.has(id)) this.stops.set(id, [weight, relevance]);
  }

  putVector(id: string, route: number, vector: readonly number[]): void {
    const routes = this.vectors.get(id) ?? new Map<number, readonly number[]>();
    this.vectors.set(id, routes.set(route, vector));
  }

  removeVector(id: string, route: number): void {
    const routes = this.vectors.get(id);
    if (routes?.delete(route) && routes.size === 0) this.vectors.delete(id);
  }
}

/** Everything a graph holds, order included, in a form that compares. */
export function pictureOfNaive(naive: NaiveGraph) {
  const edges = Array.from(naive.buckets.values(), (bucket) => [...bucket.values()]).flat();
  const into = (id: string) => edges.filter(({ target }) => target === id);
  const ends = [...new Set([...naive.nodes.keys(), ...edges.flatMap((e) => [e.source, e.target])])].sort();
  return {
    nodes: Array.from(naive.nodes.values(), ({ id, kind, authority, file, text }) => {
      return { id, kind, authority, file, length: [...text].length };
    }),
    edges: edges.map(({ source, target, weight, kind, relevance }) => {
      return { source, target, weight, kind, relevance };
    }),
    into: ends.map((id) => [id, into(id).map(({ source }) => source)]),
    inhibitors: ends.map((id) => [
      id,
      into(id)
        .filter(({ weight }) => weight < 0)
        .map(({ source }) => source),
    ]),
    stops: [...naive.stops].filter(([, stop]) => stop.some((n) => n !== 0)).sort(),
    vectors: Array.from(naive.vectors, ([id, routes]) => [id, [...routes].sort()]),
  };
}

/** The same of the real graph, read through what algorithms read. */
export function pictureOf(graph: RouteGraph, vectors: VectorIndex) {
  const idOf = (position: number) => graph.idAt(position);
  const edges = Array.from(graph.allEdges(), (edge) => ({
    source: idOf(graph.sources[edge]),
    target: idOf(graph.targets[edge]),
    weight: graph.weights[edge],
    kind: graph.edgeKindAt(edge),
    relevance: Number.isNaN(graph.relevances[edge]) ? null : graph.relevances[edge],
  }));
  const entries = [...graph.entries()];
  const ends = [...new Set([...entries.map(([id]) => id), ...edges.flatMap((e) => [e.source, e.target])])];
  const sourcesIn = (lists: RouteGraph["into"], id: string) =>
    Array.from(lists.list(graph.anyPositionOf(id)), (edge) => idOf(graph.sources[edge]));
  ends.sort();
  return {
    nodes: entries.map(([id, position]) => ({
      id,
      kind: graph.kindAt(position),
      authority: graph.authorityAt(position),
      file: graph.fileAt(position),
      length: graph.lengths[position],
    })),
    edges,
    into: ends.map((id) => [id, sourcesIn(graph.into, id)]),
    inhibitors: ends.map((id) => [id, sourcesIn(graph.inhibitors, id)]),
    stops: entries
      .map(([id, at]) => [id, [graph.stopWeights[at], graph.stopRelevances[at]]] as const)
      .filter(([, stop]) => stop.some((n) => n !== 0))
      .sort(),
    vectors: vectors.ids().map((id) => [
      id,
      vectors
        .rowsOf(id)
        .map((route) => [route, Array.from(vectors.vector(id, route) ?? [])])
        .sort(),
    ]),
  };
}
