// Nodes, edges and whole states in the shapes of openclawbrain's state.json, and back.
// What a column holds leaves the metadata and returns to it, so that a way there and back changes nothing.

import { Refusal } from "../../wire/errors.ts";
import type { Draft } from "../graph/draft.ts";
import type { EdgeRecord, Json, Metadata, NodeKind, NodeRecord, Origin, Words } from "../graph/records.ts";
import type { RouteGraph } from "../graph/route-graph.ts";
import type { Vector, VectorIndex } from "../graph/vectors.ts";

export interface ReferenceNode {
  readonly id: string;
  readonly content: string;
  readonly summary?: string;
  readonly metadata?: Metadata;
}

export interface ReferenceEdge {
  readonly source: string;
  readonly target: string;
  readonly weight?: number;
  readonly kind?: string;
  readonly metadata?: Metadata;
}

export interface ReferenceState {
  readonly graph: { readonly nodes: readonly ReferenceNode[]; readonly edges: readonly ReferenceEdge[] };
  /** Vectors by node id. */
  readonly index: ReadonlyMap<string, Vector>;
  readonly meta: Metadata;
}

/** Weight and relevance of a node's choice to stop; both 0 where nothing was learned. */
export interface Stop {
  readonly weight: number;
  readonly relevance: number;
}

export const NO_STOP: Stop = { weight: 0, relevance: 0 };
const SCHEMA_VERSION = 1;
/** Setting that keeps what an imported state said about itself, for the day it leaves again. */
export const REFERENCE_META = "reference_meta";
/** An index of this embedder was never checked for its length by the reference. */
const UNCHECKED = { name: "hash-v1", dimension: 1024 } as const;
const EDGE_DEFAULTS = { weight: 0.5, kind: "sibling" } as const;
const TAUGHT_KINDS: readonly NodeKind[] = ["correction", "teaching", "directive"];

/** A node of the reference as a record; its stop values are read by `stopOf`. */
export function fromReferenceNode(node: ReferenceNode): NodeRecord {
  const { type, file, chunk, authority, stop_weight, stop_relevance, ...rest } = node.metadata ?? {};
  const kind = TAUGHT_KINDS.find((name) => name.toUpperCase() === type);
  const path = typeof file === "string" ? file : null;
  const place = isPlace(chunk) ? chunk : null;
  const standing = authority === "canonical" || authority === "constitutional" ? authority : null;
  return {
    id: node.id,
    kind: kind ?? (path === null ? "note" : "chunk"),
    origin: originOf(node, path),
    authority: standing ?? "overlay",
    text: node.content,
    summary: node.summary ?? "",
    file: path,
    chunk: place,
    metadata: {
      ...(kind === undefined && type !== undefined && { type }),
      ...(path === null && file !== undefined && { file }),
      ...(place === null && chunk !== undefined && { chunk }),
      ...(standing === null && authority !== undefined && { authority }),
      ...(!isLearned(stop_weight) && stop_weight !== undefined && { stop_weight }),
      ...(!isLearned(stop_relevance) && stop_relevance !== undefined && { stop_relevance }),
      ...rest,
    },
  };
}

/** The stop values that a node of the reference carries in its metadata. */
export function stopOf(node: ReferenceNode): Stop {
  const { stop_weight, stop_relevance } = node.metadata ?? {};
  return {
    weight: isLearned(stop_weight) ? stop_weight : 0,
    relevance: isLearned(stop_relevance) ? stop_relevance : 0,
  };
}

/** A record in the reference's shape. */
export function toReferenceNode(node: NodeRecord, stop: Stop = NO_STOP): Required<ReferenceNode> {
  return {
    id: node.id,
    content: node.text,
    summary: node.summary,
    metadata: {
      ...(TAUGHT_KINDS.includes(node.kind) && { type: node.kind.toUpperCase() }),
      ...(node.file !== null && { file: node.file }),
      ...(node.chunk !== null && { chunk: node.chunk }),
      ...node.metadata,
      ...(node.authority !== "overlay" && { authority: node.authority }),
      ...(stop.weight !== 0 && { stop_weight: stop.weight }),
      ...(stop.relevance !== 0 && { stop_relevance: stop.relevance }),
    },
  };
}

export function fromReferenceEdge(edge: ReferenceEdge): EdgeRecord {
  const { relevance, ...rest } = edge.metadata ?? {};
  const isNumber = typeof relevance === "number";
  return {
    source: edge.source,
    target: edge.target,
    weight: edge.weight ?? EDGE_DEFAULTS.weight,
    kind: edge.kind ?? EDGE_DEFAULTS.kind,
    relevance: isNumber ? relevance : null,
    metadata: isNumber || relevance === undefined ? rest : { relevance, ...rest },
  };
}

export function toReferenceEdge(edge: EdgeRecord): Required<ReferenceEdge> {
  const { source, target, weight, kind, relevance } = edge;
  return {
    source,
    target,
    weight,
    kind,
    metadata: { ...(relevance !== null && { relevance }), ...edge.metadata },
  };
}

/** Puts a whole state into a graph; nodes and edges that are there already are replaced in their place. */
export function putReferenceState(draft: Draft, state: Pick<ReferenceState, "graph" | "index">): void {
  for (const node of state.graph.nodes) {
    draft.putNode(fromReferenceNode(node));
    const { weight, relevance } = stopOf(node);
    if (weight !== 0 || relevance !== 0) draft.setStop(draft.graph.positionOf(node.id), weight, relevance);
  }
  for (const edge of state.graph.edges) draft.putEdge(fromReferenceEdge(edge));
  for (const [id, vector] of state.index) draft.putVector(id, vector);
}

/** Everything that a graph holds as a state of the reference; `now` in milliseconds since 1970. */
export function toReferenceState(
  { graph, vectors, words }: { graph: RouteGraph; vectors: VectorIndex; words: Words },
  known: Metadata,
  now: number,
): ReferenceState {
  const meta = referenceMeta(known, graph.nodeCount, now);
  const index = new Map(vectors.ids().map((id) => [id, Array.from(vectors.vector(id, 0) ?? [])]));
  if (meta.embedder_name !== UNCHECKED.name) checkLengths(index, Number(meta.embedder_dim));
  return { graph: { nodes: nodesOf(graph, words), edges: edgesOf(graph, words) }, index, meta };
}

/** What a state says about itself; what else is known is kept. */
export function referenceMeta(known: Metadata, nodeCount: number, now: number): Metadata {
  return {
    created_at: new Date(now).toISOString(),
    ...known,
    embedder_name: known.embedder_name ?? UNCHECKED.name,
    embedder_dim: Number.isInteger(known.embedder_dim) ? known.embedder_dim : UNCHECKED.dimension,
    schema_version: SCHEMA_VERSION,
    node_count: nodeCount,
  };
}

/** All nodes of a graph in their order. */
export function nodesOf(graph: RouteGraph, words: Words): Required<ReferenceNode>[] {
  return Array.from(graph.entries(), ([id, position]) =>
    toReferenceNode(words.node(id) as NodeRecord, {
      weight: graph.stopWeights[position],
      relevance: graph.stopRelevances[position],
    }),
  );
}

/** All edges of a graph in bucket order. */
export function edgesOf(graph: RouteGraph, words: Words): Required<ReferenceEdge>[] {
  return Array.from(graph.allEdges(), (edge) => {
    const source = graph.idAt(graph.sources[edge]);
    const target = graph.idAt(graph.targets[edge]);
    const relevance = Number.isNaN(graph.relevances[edge]) ? null : graph.relevances[edge];
    const metadata = words.edgeMetadata(source, target);
    const kind = graph.edgeKindAt(edge);
    return toReferenceEdge({ source, target, weight: graph.weights[edge], kind, relevance, metadata });
  });
}

function checkLengths(index: ReadonlyMap<string, Vector>, expected: number): void {
  for (const [id, { length }] of index) {
    if (length === expected) continue;
    const lengths = `expected=${expected}, actual=${length}`;
    throw new Refusal("embedder_mismatch", `index vector dimension mismatch for node ${id}: ${lengths}`);
  }
}

function originOf(node: ReferenceNode, file: string | null): Origin {
  if (file !== null && isChunkId(node.id, file)) return "workspace";
  if (node.id.startsWith("merged:") || node.metadata?.merged_from !== undefined) return "merged";
  if (node.id.startsWith("split:")) return "split";
  return node.id.startsWith("auto:") ? "created" : "injected";
}

/** True for `<file>::<n>`. */
function isChunkId(id: string, file: string): boolean {
  return id.startsWith(`${file}::`) && /^\d+$/.test(id.slice(file.length + 2));
}

function isPlace(value: Json | undefined): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

function isLearned(value: Json | undefined): value is number {
  return typeof value === "number" && value !== 0;
}
