// A graph that was just loaded as parts of numbers, and back again: the same graph as its rows give, order included, with what
// changed since taken from rows.

import { appendEdges, appendNodes, type Places } from "../graph/appending.ts";
import { AUTHORITIES, NODE_KINDS, ORIGINS } from "../graph/records.ts";
import type { RouteGraph } from "../graph/route-graph.ts";
import { appendEdge, type EdgeRow, type NodeRow, putNode } from "./load.ts";
import { PackedFlaw, type PackedPart } from "./packed-part.ts";

/** Kinds of parts, in their order. */
export const PART = { nodes: 0, edges: 1, stops: 2, vectors: 3 } as const;

type Unnumbered = Omit<PackedPart, "packing">;

/** Nodes or edges of one part, which then takes less than a megabyte unless ids are very long. */
const NODES_AT_ONCE = 8_192;
const EDGES_AT_ONCE = 32_768;

/** What changed since: rows as they are now, of all keys that were written. */
export interface ChangedRows {
  readonly nodeIds: ReadonlySet<string>;
  readonly nodes: ReadonlyMap<string, NodeRow>;
  /** Positions that the screen keeps back are told by id. */
  readonly keptBack: ReadonlySet<string>;
  /** Every edge of each source of which any changed, in order. */
  readonly sources: ReadonlySet<string>;
  readonly edges: ReadonlyMap<string, readonly EdgeRow[]>;
}

export function* partsOfGraph(graph: RouteGraph): Iterable<Unnumbered> {
  yield* nodeParts(graph);
  yield* edgeParts(graph);
  const stops = [...graph.entries()]
    .map(([, position]) => position)
    .filter((place) => !Object.is(graph.stopWeights[place], 0) || !Object.is(graph.stopRelevances[place], 0));
  const columns = [
    Int32Array.from(stops),
    Float64Array.from(stops, (place) => graph.stopWeights[place]),
    Float64Array.from(stops, (place) => graph.stopRelevances[place]),
  ];
  yield { kind: PART.stops, words: null, columns };
}

/** Nodes come first; behind them the ends of edges that are no nodes. */
function* nodeParts(graph: RouteGraph): Iterable<Unnumbered> {
  for (let first = 0; graph.idAt(first) !== undefined; first += NODES_AT_ONCE) {
    const ids: string[] = [];
    while (ids.length < NODES_AT_ONCE && graph.idAt(first + ids.length) !== undefined)
      ids.push(graph.idAt(first + ids.length));
    const places = ids.map((_, index) => first + index).filter((place) => graph.isNode[place]);
    const files = places.map((place) => graph.fileAt(place));
    const names = [...new Set(files.filter((file) => file !== null))];
    const numberOf = new Map(names.map((name, number) => [name, number]));
    const columns = [
      Float64Array.from(places, (place) => graph.ordinals[place]),
      Int32Array.from(places, (place) => graph.lengths[place]),
      Int32Array.from(places, (place) => graph.chunks[place]),
      Int32Array.from(files, (file) => (file === null ? -1 : (numberOf.get(file) as number))),
      Uint8Array.from(places, (place) => NODE_KINDS.indexOf(graph.kindAt(place))),
      Uint8Array.from(places, (place) => ORIGINS.indexOf(graph.originAt(place))),
      Uint8Array.from(places, (place) => AUTHORITIES.indexOf(graph.authorityAt(place))),
      Uint8Array.from(places, (place) => Number(graph.quarantined.has(place))),
    ];
    yield { kind: PART.nodes, words: { ids, files: names }, columns };
  }
}

/** In order of their buckets. A source stands once for all of its edges that follow each other. */
function* edgeParts(graph: RouteGraph): Iterable<Unnumbered> {
  for (let first = 0; first < graph.edgeCount; first += EDGES_AT_ONCE) {
    const after = Math.min(graph.edgeCount, first + EDGES_AT_ONCE);
    const edges = Array.from({ length: after - first }, (_, index) => first + index);
    const heads = edges.filter((edge) => edge === first || graph.sources[edge] !== graph.sources[edge - 1]);
    const kinds = [...new Set(edges.map((edge) => graph.edgeKindAt(edge)))];
    const numberOf = new Map(kinds.map((kind, number) => [kind, number]));
    const relevant = edges.filter((edge) => !Number.isNaN(graph.relevances[edge]));
    const columns = [
      Int32Array.from(heads, (edge) => graph.sources[edge]),
      Float64Array.from(heads, (edge) => graph.bucketAt(graph.sources[edge])),
      Int32Array.from(heads, (edge, index) => (heads[index + 1] ?? after) - edge),
      graph.targets.slice(first, after),
      graph.edgeOrdinals.slice(first, after),
      graph.weights.slice(first, after),
      Uint8Array.from(edges, (edge) => numberOf.get(graph.edgeKindAt(edge)) as number),
      Int32Array.from(relevant, (edge) => edge - first),
      Float64Array.from(relevant, (edge) => graph.relevances[edge]),
    ];
    yield { kind: PART.edges, words: { kinds }, columns };
  }
}

type NodeWords = { readonly ids: string[]; readonly files: string[] };

/** Fills an empty graph. Throws a `PackedFlaw` where what changed does not fit behind or into what was packed. */
export function fillGraph(graph: RouteGraph, parts: readonly PackedPart[], changed: ChangedRows): void {
  const ids: string[] = [];
  const places: number[] = [];
  const ofKind = (kind: number) => parts.filter((part) => part.kind === kind);
  const left = new Map(changed.nodes);
  let last = Number.NEGATIVE_INFINITY;
  const admit = (row: NodeRow, isKeptBack: boolean) => {
    if (row[1] <= last) throw new PackedFlaw("a node comes before what was packed");
    last = row[1];
    const position = putNode(graph, row);
    if (isKeptBack) graph.quarantined.add(position);
    return position;
  };
  graph.reserveNodes(ofKind(PART.nodes).reduce((sum, { words }) => sum + (words as NodeWords).ids.length, 0));
  for (const { words, columns } of ofKind(PART.nodes)) {
    const { ids: here, files } = words as NodeWords;
    const [ordinals, lengths, chunks, fileNumbers, kinds, origins, authorities, flags] = columns;
    const all = {
      ...{ ids: here, ordinals, lengths, chunks, fileNumbers, files },
      ...{ kinds, origins, authorities, flags },
    };
    let first = 0;
    const append = (after: number) => {
      if (first === after) return;
      if (ordinals[first] <= last) throw new PackedFlaw("a node comes before what was packed");
      last = ordinals[after - 1];
      const position = appendNodes(graph, all, first, after);
      for (let index = first; index < after; index++) places.push(position + index - first);
    };
    for (let index = 0; index < ordinals.length; index++) {
      if (changed.nodeIds.size === 0 || !changed.nodeIds.has(here[index])) continue;
      append(index);
      first = index + 1;
      const now = left.get(here[index]);
      const isHere = now?.[1] === ordinals[index];
      places.push(isHere ? admit(now, changed.keptBack.has(now[0])) : -1);
      if (isHere) left.delete(now[0]);
    }
    append(ordinals.length);
    for (let index = ordinals.length; index < here.length; index++) places.push(-1);
    for (const id of here) ids.push(id);
  }
  for (const row of [...left.values()].sort((a, b) => a[1] - b[1])) admit(row, changed.keptBack.has(row[0]));
  fillEdges(graph, ofKind(PART.edges), { ids, positions: Int32Array.from(places) }, changed);
  for (const { columns } of ofKind(PART.stops)) {
    const [indexes, weights, relevances] = columns;
    for (let index = 0; index < indexes.length; index++) {
      const position = graph.positionOf(ids[indexes[index]]);
      if (position < 0) continue;
      graph.stopWeights[position] = weights[index];
      graph.stopRelevances[position] = relevances[index];
    }
  }
}

function fillEdges(
  graph: RouteGraph,
  parts: readonly PackedPart[],
  places: Places,
  changed: ChangedRows,
): void {
  graph.reserveEdges(parts.reduce((sum, { columns }) => sum + columns[3].length, 0));
  const left = new Map(changed.edges);
  let last = Number.NEGATIVE_INFINITY;
  const follow = (bucket: number) => {
    if (bucket < last) throw new PackedFlaw("a bucket comes before what was packed");
    last = bucket;
  };
  for (const { words, columns } of parts) {
    const { kinds } = words as { kinds: string[] };
    const [sources, buckets, counts, targets, ordinals, weights, kindNumbers, relevant, relevances] = columns;
    const all = {
      ...{ kinds, sources, buckets, counts, targets, kindNumbers },
      ...{ ordinals: ordinals as Float64Array, weights: weights as Float64Array },
    };
    let [from, first, edge, nextRelevant] = [0, 0, 0, 0];
    const append = (to: number) => {
      for (let head = from; head < to; head++) follow(buckets[head]);
      const put = appendEdges(graph, all, places, { from, to, first, after: edge });
      while (relevant[nextRelevant] < first) nextRelevant++;
      for (; relevant[nextRelevant] < edge; nextRelevant++)
        graph.relevances[put + relevant[nextRelevant] - first] = relevances[nextRelevant];
    };
    for (let head = 0; head < sources.length; head++) {
      const source = places.ids[sources[head]];
      if (changed.sources.size > 0 && changed.sources.has(source)) {
        append(head);
        const now = left.get(source);
        if (now?.[0][5] === buckets[head]) {
          follow(buckets[head]);
          for (const row of now) appendEdge(graph, row);
          left.delete(source);
        }
        edge += counts[head];
        [from, first] = [head + 1, edge];
      } else edge += counts[head];
    }
    append(sources.length);
  }
  for (const rows of [...left.values()].sort((a, b) => a[0][5] - b[0][5])) {
    follow(rows[0][5]);
    for (const row of rows) appendEdge(graph, row);
  }
  graph.listEdges();
}
