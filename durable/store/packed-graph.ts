// A graph that was just loaded as parts of numbers.

import { AUTHORITIES, NODE_KINDS, ORIGINS } from "../graph/records.ts";
import type { RouteGraph } from "../graph/route-graph.ts";
import type { PackedPart } from "./packed-part.ts";

/** Kinds of parts, in their order. */
export const PART = { nodes: 0, edges: 1, stops: 2, vectors: 3 } as const;

type Unnumbered = Omit<PackedPart, "packing">;

/** Nodes or edges of one part, which then takes less than a megabyte unless ids are very long. */
const NODES_AT_ONCE = 8_192;
const EDGES_AT_ONCE = 32_768;

/** Words of a part of nodes: their ids, and behind them those of ends that are none. */
export type NodeWords = { readonly ids: string[]; readonly files: string[] };

export function* partsOfGraph(graph: RouteGraph): Iterable<Unnumbered> {
  yield* nodeParts(graph);
  yield* edgeParts(graph);
  const stops: number[] = [];
  for (const [, place] of graph.entries())
    if (!Object.is(graph.stopWeights[place], 0) || !Object.is(graph.stopRelevances[place], 0))
      stops.push(place);
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
