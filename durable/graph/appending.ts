// Fills a graph that is being loaded with many nodes or edges at once: the same numbers as one by one, copied as columns.

import type { RouteGraph } from "./route-graph.ts";

/** Nodes that are not there yet, as columns. */
export interface NodeColumns {
  readonly ids: readonly string[];
  readonly ordinals: ArrayLike<number>;
  readonly lengths: ArrayLike<number>;
  /** −1: none. */
  readonly chunks: ArrayLike<number>;
  /** Numbers in `files`; −1: none. */
  readonly fileNumbers: ArrayLike<number>;
  readonly files: readonly string[];
  readonly kinds: ArrayLike<number>;
  readonly origins: ArrayLike<number>;
  readonly authorities: ArrayLike<number>;
  /** 1: the screen keeps it back. */
  readonly flags: ArrayLike<number>;
}

/** Appends the nodes `from` … `to`, and returns the position of the first: no position is free while a graph is loaded. */
export function appendNodes(graph: RouteGraph, columns: NodeColumns, from: number, to: number): number {
  const first = graph.positions.end;
  graph.reserveNodes(first + to - from);
  const numbers = columns.files.map((file) => graph.fileNames.numberOf(file));
  for (let index = from, place = first; index < to; index++, place++) {
    const kind = columns.kinds[index];
    graph.positions.append(columns.ids[index]);
    graph.isNode[place] = 1;
    graph.ordinals[place] = columns.ordinals[index];
    graph.lengths[place] = columns.lengths[index];
    graph.chunks[place] = columns.chunks[index];
    graph.files[place] = columns.fileNumbers[index] < 0 ? -1 : numbers[columns.fileNumbers[index]];
    graph.kinds[place] = kind;
    graph.kindCounts[kind]++;
    graph.origins[place] = columns.origins[index];
    graph.authorities[place] = columns.authorities[index];
    if (columns.flags[index] === 1) graph.quarantined.add(place);
  }
  graph.lastRank = lastRankOf(graph.lastRank, columns.ordinals, from, to);
  return first;
}

/** Edges as columns, those of one source together. */
export interface EdgeColumns {
  readonly kinds: readonly string[];
  /** Of each source: its number in `places`, the rank of its bucket, and how many edges it has here. */
  readonly sources: ArrayLike<number>;
  readonly buckets: ArrayLike<number>;
  readonly counts: ArrayLike<number>;
  /** Of each edge. */
  readonly targets: ArrayLike<number>;
  readonly ordinals: Float64Array;
  readonly weights: Float64Array;
  readonly kindNumbers: ArrayLike<number>;
}

/** Positions by the number that an end has in columns. */
export interface Places {
  readonly ids: readonly string[];
  /** −1: no position yet. */
  readonly positions: Int32Array;
}

export interface Run {
  /** Of the sources. */
  readonly from: number;
  readonly to: number;
  /** Of the edges of these sources. */
  readonly first: number;
  readonly after: number;
}

/** Appends edges behind all others, in no list until `listEdges`, and returns the number of the first. */
export function appendEdges(graph: RouteGraph, columns: EdgeColumns, places: Places, run: Run): number {
  const put = graph.edgesEver;
  claimEnds(graph, columns, places, run);
  graph.reserveEdges(put + run.after - run.first);
  const { kinds, sources, buckets, counts, targets, ordinals, kindNumbers } = columns;
  const { positions } = places;
  const names = kinds.map((kind) => graph.kindNames.numberOf(kind));
  let { lastRank } = graph;
  for (let head = run.from, edge = run.first, at = put; head < run.to; head++) {
    const source = positions[sources[head]];
    if (graph.buckets[source] === 0) {
      graph.buckets[source] = buckets[head];
      lastRank = Math.max(lastRank + 1, buckets[head]);
    }
    for (const end = edge + counts[head]; edge < end; edge++, at++) {
      graph.sources[at] = source;
      graph.targets[at] = positions[targets[edge]];
      graph.edgeKinds[at] = names[kindNumbers[edge]];
      lastRank = Math.max(lastRank + 1, ordinals[edge]);
    }
  }
  graph.lastRank = lastRank;
  graph.weights.set(columns.weights.subarray(run.first, run.after), put);
  graph.edgeOrdinals.set(ordinals.subarray(run.first, run.after), put);
  graph.edgesEver += run.after - run.first;
  graph.edgeCount += run.after - run.first;
  graph.relevances.fill(Number.NaN, put, graph.edgesEver);
  return put;
}

/** Ends that are no nodes get their positions in the order in which they come. */
function claimEnds(
  graph: RouteGraph,
  { sources, counts, targets }: EdgeColumns,
  { ids, positions }: Places,
  { from, to, first }: Run,
): void {
  for (let head = from, edge = first; head < to; head++) {
    const source = sources[head];
    if (positions[source] < 0) positions[source] = graph.claimPosition(ids[source]);
    for (const end = edge + counts[head]; edge < end; edge++) {
      const target = targets[edge];
      if (positions[target] < 0) positions[target] = graph.claimPosition(ids[target]);
    }
  }
}

function lastRankOf(before: number, ranks: ArrayLike<number>, from: number, to: number): number {
  let last = before;
  for (let index = from; index < to; index++) last = Math.max(last + 1, ranks[index]);
  return last;
}
