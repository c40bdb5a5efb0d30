// Golden inputs as the parts that algorithms take, and what they leave behind in the shapes of golden outputs.
// `openGraph` serves pure algorithms; cases about whole operations open a real store (open-state.ts).

import { lengthOf } from "../durable/graph/code-points.ts";
import { Draft } from "../durable/graph/draft.ts";
import { PackedVectors } from "../durable/graph/packed-vectors.ts";
import { PARITY } from "../durable/graph/profiles.ts";
import type { Metadata, NodeRecord, Words } from "../durable/graph/records.ts";
import { RouteGraph } from "../durable/graph/route-graph.ts";
import type { Settings } from "../durable/graph/settings.ts";
import { ExactVectors, type Vector, type VectorIndex } from "../durable/graph/vectors.ts";
import {
  fromReferenceEdge,
  fromReferenceNode,
  type ReferenceEdge,
  type ReferenceNode,
  stopOf,
  toReferenceEdge,
  toReferenceNode,
} from "../durable/operations/reference-state.ts";

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
  const graph = new RouteGraph();
  const index = await vectorsOf(state);
  const dimension = index.length === 0 ? 0 : index[0][1].length;
  const vectors = settings.vectors === "exact" ? new ExactVectors() : new PackedVectors(dimension);
  const words = new GivenWords(state.graph);
  for (const node of state.graph.nodes) {
    const record = fromReferenceNode(node);
    const position = graph.setNode({ ...record, length: lengthOf(record.text) });
    const stop = stopOf(node);
    graph.stopWeights[position] = stop.weight;
    graph.stopRelevances[position] = stop.relevance;
  }
  for (const edge of state.graph.edges.map(fromReferenceEdge)) {
    const weight = Math.min(1, Math.max(-1, edge.weight));
    const number = graph.addEdge(edge.source, edge.target, weight, edge.kind);
    if (edge.relevance !== null) graph.relevances[number] = edge.relevance;
  }
  for (const [id, vector] of index) vectors.set(id, 0, vector);
  const draft = new Draft(graph, vectors, words);
  return { settings, graph, vectors, words, draft: () => draft };
}

/** Something whose nodes and edges can be listed: a draft, or a graph with the words that belong to it. */
export type Listable = Draft | { readonly graph: RouteGraph; readonly store: Words };

/** All edges in bucket order as `[source, target, weight, kind]`, or as objects with their metadata. */
export function edgeRows(listable: Listable, detailed = false): unknown[] {
  const { graph } = listable;
  const words = wordsOf(listable);
  return Array.from(graph.allEdges(), (edge) => {
    const source = graph.idAt(graph.sources[edge]);
    const target = graph.idAt(graph.targets[edge]);
    const weight = graph.weights[edge];
    const kind = graph.edgeKindAt(edge);
    if (!detailed) return [source, target, weight, kind];
    const relevance = Number.isNaN(graph.relevances[edge]) ? null : graph.relevances[edge];
    const metadata = words.edgeMetadata(source, target);
    return toReferenceEdge({ source, target, weight, kind, relevance, metadata });
  });
}

/** All nodes in order as `{ id, content, summary, metadata }`. */
export function nodeRows(listable: Listable): Required<ReferenceNode>[] {
  const { graph } = listable;
  const words = wordsOf(listable);
  return Array.from(graph.entries(), ([id, position]) =>
    toReferenceNode(words.node(id) as NodeRecord, {
      weight: graph.stopWeights[position],
      relevance: graph.stopRelevances[position],
    }),
  );
}

function wordsOf(listable: Listable): Words {
  return "store" in listable ? listable.store : listable;
}

async function vectorsOf(state: GoldenState): Promise<(readonly [id: string, vector: Vector])[]> {
  if (state.index === undefined) return [];
  if (state.index !== "hash-v1") return Object.entries(state.index);
  throw new Error("the hash embedder is not here yet");
}

class GivenWords implements Words {
  private readonly nodes = new Map<string, NodeRecord>();
  private readonly edges = new Map<string, Metadata>();

  constructor(graph: GoldenGraph) {
    for (const node of graph.nodes) this.nodes.set(node.id, fromReferenceNode(node));
    for (const edge of graph.edges.map(fromReferenceEdge)) {
      this.edges.set(JSON.stringify([edge.source, edge.target]), edge.metadata ?? {});
    }
  }

  node(id: string): NodeRecord | undefined {
    return this.nodes.get(id);
  }

  edgeMetadata(source: string, target: string): Metadata {
    return this.edges.get(JSON.stringify([source, target])) ?? {};
  }
}
