// What operations ask of the store. Everything is synchronous; everything written inside one
// `transaction` is kept together or not at all. Times are milliseconds since 1970.

import type { AuditEntry } from "../../audit/chain.ts";
import type { Verdict } from "../../audit/verify.ts";
import type { AuditEvent, AuditKind } from "../../wire/audit.ts";
import type { GraphChange, Json, Metadata, NodeRecord, Words } from "../graph/records.ts";
import type { RouteGraph } from "../graph/route-graph.ts";
import type { Tier } from "../graph/tier.ts";
import type { VectorIndex } from "../graph/vectors.ts";

export interface StoredNode extends NodeRecord {
  readonly contentHash: string;
  readonly author: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface Step {
  readonly source: string;
  readonly target: string;
  /** Weight of the edge, undamped. */
  readonly weight: number;
  /** Weight after damping. */
  readonly effective: number;
  readonly tier: Tier;
  /** 1 for the first hop after the seeds. */
  readonly hop: number;
  /** Score with which the target was reached. */
  readonly score: number;
}

export interface Suppression {
  readonly id: string;
  /** Nodes whose inhibitory edges kept it out, or withdrew it. */
  readonly by: readonly string[];
}

/** What a query did, kept so that feedback can learn from it. */
export interface Trail {
  readonly queryId: string;
  readonly chatId: string | null;
  readonly at: number;
  readonly author: string;
  readonly query: string;
  readonly seeds: readonly (readonly [id: string, score: number])[];
  readonly fired: readonly string[];
  /** Score of each fired node, same order. */
  readonly scores: readonly number[];
  readonly steps: readonly Step[];
  readonly suppressed: readonly Suppression[];
}

export type JournalType =
  | "query"
  | "learn"
  | "inject"
  | "maintenance"
  | "health"
  | "sync"
  | "anchor"
  | "structure"
  | "edit";

export interface JournalEntry {
  readonly seq: number;
  readonly at: number;
  readonly type: JournalType;
  readonly author: string;
  readonly body: Metadata;
}

/** Who and when, stamped on what is written. */
export interface Stamp {
  readonly at: number;
  readonly author: string;
}

export interface Audit {
  /**
   * Adds a row to the open transaction: both are kept, or neither.
   * Refuses with `not_configured` while the chain's key is missing or another.
   */
  append(entry: AuditEntry, stamp: Stamp): void;
  /** Rows with ids below `before`, newest first. */
  page(count: number, before?: number, kind?: AuditKind): AuditEvent[];
  /** Checks the whole chain. */
  verify(): Verdict;
}

/** What one commit changed, without content. */
export interface ChangeEvent {
  readonly revision: number;
  readonly at: number;
  /** That of the journal entry of the commit; `change` where it has none. */
  readonly type: JournalType | "change";
  readonly author: string;
  /** The first of the nodes that were put or removed. */
  readonly nodes: readonly string[];
  /** How many more there were, those included that must not be named any more. */
  readonly nodesLeftOut: number;
  readonly edges: number;
}

export interface Events {
  /** The revision from which on no event is missing. */
  readonly floor: number;
  /** Events after a revision, oldest first. */
  after(revision: number, count: number): ChangeEvent[];
  /** Takes the ids of nodes out of all events, those of the open transaction included. */
  forget(ids: Iterable<string>): void;
}

export interface Store extends Words {
  readonly feed: Events;
  readonly audit: Audit;
  transaction<T>(work: () => T): T;

  /** Fills an empty graph and vector index with everything stored. */
  load(graph: RouteGraph, vectors: VectorIndex): void;
  /** Writes a change to the tables and to the outbox; returns the new revision, or the old one when nothing changed. */
  commit(change: GraphChange, stamp: Stamp): number;
  readonly revision: number;
  storedNode(id: string): StoredNode | undefined;
  /** Content hashes by id of all chunks of a file. */
  chunksOf(file: string): StoredNode[];
  /** Every file that has chunks. */
  files(): string[];

  /** A setting of this agent, replicated with its graph; undefined when never set. */
  setting(name: string): Json | undefined;
  setSetting(name: string, value: Json): void;

  recordTrail(trail: Trail): void;
  trail(queryId: string): Trail | undefined;
  /** The newest trails of a conversation, newest first. */
  recentTrails(chatId: string, count: number): Trail[];

  record(type: JournalType, body: Metadata, stamp: Stamp): void;
  /** Entries older than `before` (a `seq`), newest first. */
  journal(count: number, before?: number, type?: JournalType): JournalEntry[];

  /** The reply remembered for an idempotency key; `digest` is that of the request it belongs to. */
  answered(key: string): { readonly digest: string; readonly reply: Json } | undefined;
  remember(key: string, digest: string, reply: Json, at: number): void;

  /** Changes that D1 does not have yet, with the time of the oldest. */
  backlog(): {
    readonly changes: number;
    readonly oldest: number | null;
    readonly failures: number;
    readonly lastError: string | null;
  };
}
