// Golden inputs as the parts that algorithms take, and what they leave behind in the shapes of golden outputs.
// `openGraph` serves pure algorithms; cases about whole operations open a real store (open-state.ts).

import { Draft } from "../durable/graph/draft.ts";
import { PackedVectors } from "../durable/graph/packed-vectors.ts";
import { PARITY } from "../durable/graph/profiles.ts";
import type { Words } from "../durable/graph/records.ts";
import { RouteGraph } from "../durable/graph/route-graph.ts";
import type { Settings } from "../durable/graph/settings.ts";
import { ExactVectors, type Vector, type VectorIndex } from "../durable/graph/vectors.ts";
import {
  edgesOf,
  nodesOf,
  putReferenceState,
  type ReferenceEdge,
  type ReferenceNode,
} from "../durable/operations/reference-state.ts";

const NO_WORDS: Words = { node: () => undefined, edgeMetadata: () => ({}) };

export interface GoldenGraph {
  readonly nodes: readonly ReferenceNode[];
  readonly edges: readonly ReferenceEdge[];
}

/** Vectors by node id, or the name of the embedder that makes one of every content. */
export type GoldenIndex = Readonly<Record<string, Vector>> | "hash-v1";

export interface GoldenState {
  readonly graph: GoldenGraph;
  readonly index?: GoldenIndex;
}

export interface OpenGraph {
  readonly settings: Settings;
  readonly graph: RouteGraph;
  readonly vectors: VectorIndex;
  /** The words as they were given; a draft knows what it changed on top. */
  readonly words: Words;
  /** The one draft of this graph: everything that is done to it adds up there. */
  draft(): Draft;
}

/** A graph in memory with the numbers and words of a golden input. */
export async function openGraph(state: GoldenState, settings: Settings = PARITY): Promise<OpenGraph> {
  const index = await vectorsOf(state);
  const graph = new RouteGraph();
  const [dimension = 0] = Array.from(index.values(), (vector) => vector.length);
  const vectors = settings.vectors === "exact" ? new ExactVectors() : new PackedVectors(dimension);
  const words = new Draft(graph, vectors, NO_WORDS);
  putReferenceState(words, { graph: state.graph, index });
  const draft = new Draft(graph, vectors, words);
  return { settings, graph, vectors, words, draft: () => draft };
}

/** Something whose nodes and edges can be listed: a draft, or a graph with the words that belong to it. */
export type Listable = Draft | { readonly graph: RouteGraph; readonly store: Words };

/** All edges in bucket order as `[source, target, weight, kind]`, or as objects with their metadata. */
export function edgeRows(listable: Listable, detailed = false): unknown[] {
  const edges = edgesOf(listable.graph, wordsOf(listable));
  if (detailed) return edges;
  return edges.map(({ source, target, weight, kind }) => [source, target, weight, kind]);
}

/** All nodes in order as `{ id, content, summary, metadata }`. */
export function nodeRows(listable: Listable): Required<ReferenceNode>[] {
  return nodesOf(listable.graph, wordsOf(listable));
}

function wordsOf(listable: Listable): Words {
  return "store" in listable ? listable.store : listable;
}

/** The vectors of a state: as they are given, or made of every content. */
async function vectorsOf({ graph, index = {} }: GoldenState): Promise<ReadonlyMap<string, Vector>> {
  if (index !== "hash-v1") return new Map(Object.entries(index));
  throw new Error("the hash embedder is not here yet");
}
