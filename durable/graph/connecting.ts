// A new node finds its place: it is linked both ways with its nearest neighbours, weight = similarity.
// The search asks for one more than are wanted, since the new node itself is in the index.

import type { Draft } from "./draft.ts";
import type { EdgeRecord, NodeRecord } from "./records.ts";
import { hiddenIn } from "./structure.ts";
import type { Vector } from "./vectors.ts";

/** Kind of the links of a node with what resembles it. */
export const CROSS_FILE = "cross_file";

export interface Neighbour {
  readonly id: string;
  /** −1…1. */
  readonly similarity: number;
}

export interface Reach {
  /** Neighbours to link with. */
  readonly topK: number;
  /** Least similarity of a neighbour. */
  readonly minSimilarity: number;
  /** Weight of a link for each unit of similarity; absent: 1. */
  readonly share?: number;
}

/** Adds a node with its vector and, where wanted, links it with its neighbours; these are returned nearest first. */
export function plant(
  draft: Draft,
  node: NodeRecord,
  vector: Vector,
  reach: Reach,
  links = true,
): Neighbour[] {
  draft.putNode(node);
  draft.putVector(node.id, vector);
  const neighbours = neighboursOf(draft, node.id, vector, reach);
  const isLinked = links && !draft.graph.quarantined.has(draft.graph.positionOf(node.id));
  const edges = isLinked
    ? neighbours.flatMap((neighbour) => linksBetween(node.id, neighbour, reach.share))
    : [];
  for (const edge of edges) draft.putEdge(edge);
  return neighbours;
}

/** Links a node both ways with neighbours whose likeness came late: an edge that was learned meanwhile stays as it is. */
export function linkMissing(
  draft: Draft,
  id: string,
  neighbours: readonly Neighbour[],
  share: number,
): number {
  const edges = neighbours
    .flatMap((neighbour) => linksBetween(id, neighbour, share))
    .filter(({ source, target }) => draft.graph.edgeOf(source, target) < 0);
  for (const edge of edges) draft.putEdge(edge);
  return edges.length;
}

/** Lets each of some nodes lead to another one, by an edge of at least this weight. Returns how many edges are new. */
export function lead(draft: Draft, from: Iterable<string>, to: string, weight: number): number {
  let added = 0;
  for (const source of from) {
    const edge = draft.graph.edgeOf(source, to);
    if (edge >= 0) {
      const old = draft.graph.weights[edge];
      draft.weigh(edge, Math.max(weight, old), old < 0 ? CROSS_FILE : undefined);
      continue;
    }
    draft.putEdge({
      source,
      target: to,
      weight,
      kind: CROSS_FILE,
      relevance: null,
      metadata: { source: "inject" },
    });
    added++;
  }
  return added;
}

/** The nodes nearest to a node that is in the index, itself left out; nearest first. */
export function neighboursOf(draft: Draft, id: string, vector: Vector, reach: Reach): Neighbour[] {
  const { graph, vectors } = draft;
  const isHidden = hiddenIn(graph);
  return vectors
    .search(vector, reach.topK + 1, -1, (other) => !isHidden?.(other) && !draft.hides(other))
    .filter(([other, score]) => other !== id && score >= reach.minSimilarity && graph.has(other))
    .map(([other, score]) => ({ id: other, similarity: score }));
}

/** The edges of a new node with a neighbour, both ways. */
export function linksBetween(id: string, neighbour: Neighbour, share = 1): EdgeRecord[] {
  const weight = Math.min(1, Math.max(0, neighbour.similarity * share));
  const shared = { weight, kind: CROSS_FILE, relevance: null, metadata: { source: "inject", score: weight } };
  return [
    { source: id, target: neighbour.id, ...shared },
    { source: neighbour.id, target: id, ...shared },
  ];
}
