// What a node and an edge are: the records that algorithms exchange with the store.
// The graph itself keeps only their numbers (route-graph.ts); their words stay with the store.

import type { Contrast } from "./learned-ranking.ts";

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type Metadata = Readonly<Record<string, Json>>;

/** What a piece of memory is. `chunk` is a part of a workspace file. */
export const NODE_KINDS = [
  "chunk",
  "correction",
  "teaching",
  "directive",
  "note",
  "procedure",
  "step",
  "decision",
  "experience",
  "memory",
  "fact",
  "entity",
] as const;
export type NodeKind = (typeof NODE_KINDS)[number];

/** How a node came to be. Only `merged`, `split` and `created` nodes are the graph's own work. */
export const ORIGINS = ["workspace", "injected", "merged", "split", "created"] as const;
export type Origin = (typeof ORIGINS)[number];

/** Who may change a node's standing: maintenance leaves `constitutional` nodes alone. */
export const AUTHORITIES = ["overlay", "canonical", "constitutional"] as const;
export type Authority = (typeof AUTHORITIES)[number];

export interface NodeRecord {
  readonly id: string;
  readonly kind: NodeKind;
  readonly origin: Origin;
  readonly authority: Authority;
  readonly text: string;
  readonly summary: string;
  /** Path of the file the text comes from, or null. */
  readonly file: string | null;
  /** Place of the chunk in its file, 0…; null for anything but a workspace chunk. */
  readonly chunk: number | null;
  /** Everything else that is known of the node. */
  readonly metadata: Metadata;
  /** What the screen found in its words; null or absent: nothing. */
  readonly screen?: ScreenNote | null;
}

/** Why no question is shown a node until somebody lets it go: what the screen found in its words, or its age. */
export interface ScreenNote {
  readonly verdict: "quarantine" | "reject" | "expired";
  readonly reasons: readonly string[];
  readonly at: number;
  /** Number of the journal's entry of a lesson whose effect waits. */
  readonly entry?: number;
  readonly released?: { readonly by: string; readonly at: number };
}

export function isQuarantined({ screen }: Pick<NodeRecord, "screen">): boolean {
  return screen !== undefined && screen !== null && screen.released === undefined;
}

/** What memory holds of a node. */
export type NodeNumbers = Pick<NodeRecord, "id" | "kind" | "origin" | "authority" | "file" | "chunk"> & {
  /** Length of the text in code points. */
  readonly length: number;
  readonly quarantined?: boolean;
};

export interface EdgeRecord {
  readonly source: string;
  readonly target: string;
  /** Learned strength of the route, −1…1. */
  readonly weight: number;
  /** `sibling`, `cross_file`, `inhibitory` or a caller's own word; never read by the walk. */
  readonly kind: string;
  /** Extra logit of the route, or null when none was ever set. */
  readonly relevance: number | null;
  /** Everything else; null keeps what the store already holds for this edge. */
  readonly metadata: Metadata | null;
}

/** An edge with its place, so that a reload rebuilds the same order. */
export interface PlacedEdge extends EdgeRecord {
  /** Rank of the source's bucket; buckets are visited in this order. */
  readonly bucket: number;
  /** Rank of the edge inside its bucket. */
  readonly ordinal: number;
}

/** Where an edge belongs when it is loaded, or put back after a removal was taken back. */
export interface EdgePlace {
  readonly bucket?: number;
  readonly ordinal?: number;
  readonly index?: number;
}

export interface PlacedNode extends NodeRecord {
  /** Rank of the node; nodes are visited in this order. */
  readonly ordinal: number;
  /** Whose words they are, where it is not who makes the change. */
  readonly writer?: string;
}

/** One row of the vector index. Route 0 is the node's own text, others are questions taught to lead to it. */
export interface VectorRecord {
  readonly id: string;
  readonly route: number;
  /** Factor from stored numbers to vector entries; 1 for unpacked rows. */
  readonly scale: number;
  readonly bytes: Uint8Array;
  /** Rank of the node in an index whose order counts, so that a row put back finds its place. */
  readonly ordinal?: number;
  /** What the row was made of, where it is a taught question that is kept; an index does not hold it. */
  readonly asked?: Asked | null;
}

/** A question that was taught to lead to a node, in words: another embedder has to read it again. */
export interface Asked {
  readonly text: string;
  /** Who asked. */
  readonly by: string;
  /** When it was taught, in milliseconds since 1970; absent where that is not known. */
  readonly at?: number;
  /** Who taught it, where that is not who asked. */
  readonly teacher?: string;
  /** How the node that answered it differs from what misled beside it; absent where nothing is known to have misled. */
  readonly contrast?: Contrast;
}

/** The weight of a node's choice to end the walk, where it differs from 0. */
export interface StopRecord {
  readonly id: string;
  readonly weight: number;
  readonly relevance: number;
}

/** Everything that one operation wants altered, as absolute values: applying it twice changes nothing. */
export interface GraphChange {
  readonly nodes: readonly PlacedNode[];
  readonly removedNodes: readonly string[];
  readonly edges: readonly PlacedEdge[];
  readonly removedEdges: readonly (readonly [source: string, target: string])[];
  readonly stops: readonly StopRecord[];
  readonly vectors: readonly VectorRecord[];
  readonly removedVectors: readonly (readonly [id: string, route: number])[];
}

/** The words of nodes and edges, read at once and never awaited. The store implements it. */
export interface Words {
  /** The node as stored, or undefined when there is none. */
  node(id: string): NodeRecord | undefined;
  /** What is stored beside the numbers of an edge; empty when there is no such edge. */
  edgeMetadata(source: string, target: string): Metadata;
  /** The question of a taught route, or null where it is not known in words. */
  asked(id: string, route: number): Asked | null;
}
