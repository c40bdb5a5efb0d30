// Golden inputs as the parts that algorithms take, and what they leave behind in the shapes of golden outputs.
// `openGraph` serves pure algorithms, `openState` whole operations: the real store, on Node's SQLite.

import type { Embedder } from "../durable/embed/embedder.ts";
import { HASH_EMBEDDER, HashEmbedder } from "../durable/embed/hash.ts";
import { Draft } from "../durable/graph/draft.ts";
import { PackedVectors } from "../durable/graph/packed-vectors.ts";
import { PARITY } from "../durable/graph/profiles.ts";
import type { Metadata, Words } from "../durable/graph/records.ts";
import { RouteGraph } from "../durable/graph/route-graph.ts";
import type { Settings } from "../durable/graph/settings.ts";
import { ExactVectors, type Vector, type VectorIndex } from "../durable/graph/vectors.ts";
import type { Call, Memory } from "../durable/operations/memory.ts";
import {
  edgesOf,
  nodesOf,
  putReferenceState,
  type ReferenceEdge,
  type ReferenceNode,
} from "../durable/operations/reference-state.ts";
import { SqliteStore } from "../durable/store/store.ts";
import { NodeDatabase } from "./node-database.ts";

/** Golden memories are audited like any other. */
const AUDIT_KEY = new Uint8Array(32).fill(7);

const NO_WORDS: Words = { node: () => undefined, edgeMetadata: () => ({}), asked: () => null };

export interface GoldenGraph {
  readonly nodes: readonly ReferenceNode[];
  readonly edges: readonly ReferenceEdge[];
}

/** Vectors by node id, or the name of the embedder that makes one of every content. */
export type GoldenIndex = Readonly<Record<string, Vector>> | typeof HASH_EMBEDDER;

export interface GoldenState {
  readonly graph: GoldenGraph;
  readonly index?: GoldenIndex;
  /** What the state knows beside its graph, such as `decay_half_life`. */
  readonly meta?: Metadata;
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
  const index = await vectorsOf(state, new HashEmbedder());
  const [dimension = 0] = Array.from(index.values(), (vector) => vector.length);
  const graph = new RouteGraph();
  const vectors = emptyIndex(settings, dimension);
  const words = new Draft(graph, vectors, NO_WORDS);
  putReferenceState(words, { graph: state.graph, index });
  const draft = new Draft(graph, vectors, words);
  return { settings, graph, vectors, words, draft: () => draft };
}

/** A stored memory with the content of a golden input; without an index every content is embedded. */
export async function openState(
  state: GoldenState,
  settings: Settings = PARITY,
  embedder: Embedder = new HashEmbedder(),
): Promise<Memory> {
  const index = await vectorsOf({ index: HASH_EMBEDDER, ...state }, embedder);
  const store = new SqliteStore(new NodeDatabase(), AUDIT_KEY);
  const graph = new RouteGraph();
  const vectors = emptyIndex(settings, embedder.dimension);
  const draft = new Draft(graph, vectors, store);
  putReferenceState(draft, { graph: state.graph, index });
  store.commit(draft.change(), { at: 0, author: "golden" });
  for (const [name, value] of Object.entries(state.meta ?? {})) store.setSetting(name, value);
  return { agent: "golden", profile: "parity", settings, graph, vectors, store, embedder };
}

/** One call into such a memory. */
export function goldenCall(now = Date.now()): Call {
  const id = now.toString(16).padStart(32, "0");
  return { author: "golden", now, id, idempotencyKey: null, elapsed: () => 0 };
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

function emptyIndex(settings: Settings, dimension: number): VectorIndex {
  return settings.vectors === "exact" ? new ExactVectors() : new PackedVectors(dimension);
}

/** The vectors of a state: as they are given, or made of every content. */
async function vectorsOf(
  { graph, index = {} }: GoldenState,
  embedder: Embedder,
): Promise<ReadonlyMap<string, Vector>> {
  if (index !== HASH_EMBEDDER) return new Map(Object.entries(index));
  const vectors = await embedder.embed(
    graph.nodes.map(({ content }) => content),
    "document",
  );
  return new Map(graph.nodes.map(({ id }, place) => [id, vectors[place]]));
}
