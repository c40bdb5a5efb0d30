// A graph that was just loaded as parts of numbers, and back again: the same graph as its rows give, order included, with what
// changed since taken from rows.

import { AUTHORITIES, NODE_KINDS, ORIGINS } from "../graph/records.ts";
import type { RouteGraph } from "../graph/route-graph.ts";
import { appendEdge, type EdgeRow, type NodeRow, putNode } from "./load.ts";
import { type Column, PackedFlaw, type PackedPart } from "./packed-part.ts";

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
    for (const [index, id] of here.entries()) {
      ids.push(id);
      let place = -1;
      if (index < ordinals.length) {
        const now = left.get(id);
        if (now?.[1] === ordinals[index]) {
          place = admit(now, changed.keptBack.has(id));
          left.delete(id);
        } else if (!changed.nodeIds.has(id)) {
          const file = fileNumbers[index] < 0 ? null : files[fileNumbers[index]];
          const chunk = chunks[index] < 0 ? null : chunks[index];
          const row: NodeRow = [
            id,
            ordinals[index],
            NODE_KINDS[kinds[index]],
            ORIGINS[origins[index]],
            AUTHORITIES[authorities[index]],
            file,
            chunk,
            lengths[index],
          ];
          place = admit(row, flags[index] === 1);
        }
      }
      places.push(place);
    }
  }
  for (const row of [...left.values()].sort((a, b) => a[1] - b[1])) admit(row, changed.keptBack.has(row[0]));
  const placeOf = (index: number) => {
    if (places[index] < 0) places[index] = graph.claimPosition(ids[index]);
    return places[index];
  };
  fillEdges(graph, ofKind(PART.edges), { ids, placeOf }, changed);
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

interface Places {
  readonly ids: readonly string[];
  readonly placeOf: (index: number) => number;
}

function fillEdges(
  graph: RouteGraph,
  parts: readonly PackedPart[],
  { ids, placeOf }: Places,
  changed: ChangedRows,
): void {
  const count = (column: Column) => column.length;
  graph.reserveEdges(parts.reduce((sum, { columns }) => sum + count(columns[3]), 0));
  const left = new Map(changed.edges);
  let last = Number.NEGATIVE_INFINITY;
  const follow = (bucket: number) => {
    if (bucket < last) throw new PackedFlaw("a bucket comes before what was packed");
    last = bucket;
  };
  for (const { words, columns } of parts) {
    const { kinds } = words as { kinds: string[] };
    const [sources, buckets, counts, targets, ordinals, weights, kindNumbers, relevant, relevances] = columns;
    let edge = 0;
    let nextRelevant = 0;
    for (let head = 0; head < sources.length; head++) {
      const end = edge + counts[head];
      const source = ids[sources[head]];
      const now = left.get(source);
      if (now && now[0][5] === buckets[head]) {
        follow(buckets[head]);
        for (const row of now) appendEdge(graph, row);
        left.delete(source);
      }
      const isChanged = changed.sources.has(source);
      if (!isChanged) follow(buckets[head]);
      for (; edge < end; edge++) {
        const relevance = relevant[nextRelevant] === edge ? relevances[nextRelevant++] : Number.NaN;
        if (isChanged) continue;
        const place = { bucket: buckets[head], ordinal: ordinals[edge] };
        const [from, to] = [placeOf(sources[head]), placeOf(targets[edge])];
        const put = graph.appendEdge(from, to, weights[edge], kinds[kindNumbers[edge]], place);
        graph.relevances[put] = relevance;
      }
    }
  }
  for (const rows of [...left.values()].sort((a, b) => a[0][5] - b[0][5])) {
    follow(rows[0][5]);
    for (const row of rows) appendEdge(graph, row);
  }
  graph.listEdges();
}
