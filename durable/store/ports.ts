// What operations ask of the store. Everything is synchronous; everything written inside one
// `transaction` is kept together or not at all. Times are milliseconds since 1970.

import type { AuditEntry } from "../../audit/chain.ts";
import type { Verdict } from "../../audit/verify.ts";
import type { Cell } from "../../schema/replica.ts";
import type { AuditEvent, AuditKind } from "../../wire/audit.ts";
import type {
  GraphChange,
  Json,
  Metadata,
  NodeKind,
  NodeRecord,
  ScreenNote,
  Words,
} from "../graph/records.ts";
import type { RouteGraph } from "../graph/route-graph.ts";
import type { VectorIndex } from "../graph/vectors.ts";
import type { Captures } from "./capture-ports.ts";
import type { Pending, Reembedding } from "./embedding-ports.ts";
import type { Erasing, Traces } from "./erasing-ports.ts";
import type { JournalEntry, JournalType, Stamp, Trail } from "./kept-ports.ts";
import type { Lexicon } from "./lexicon-port.ts";
import type { Maintenance } from "./maintenance-ports.ts";
import type { Replays } from "./replay-ports.ts";
import type { Proposals } from "./review-ports.ts";
import type { Runs } from "./run-ports.ts";
import type { Vectorized } from "./vectorized-port.ts";
import type { Counted } from "./verdicts-by-day.ts";

export type * from "./capture-ports.ts";
export type * from "./embedding-ports.ts";
export type * from "./erasing-ports.ts";
export type * from "./kept-ports.ts";
export type * from "./maintenance-ports.ts";
export type * from "./replay-ports.ts";
export type * from "./review-ports.ts";
export type * from "./run-ports.ts";
export type * from "./vectorized-port.ts";

export interface StoredNode extends NodeRecord {
  readonly contentHash: string;
  readonly author: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What an answer shows of a node. */
export type ShownNode = Pick<StoredNode, "id" | "kind" | "authority" | "file" | "metadata" | "text">;

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
  /** Another one once another memory took the place of this one as a whole: what was known of it counts no more. */
  readonly generation: number;
  /** The revision from which on no event is missing. */
  readonly floor: number;
  /** Events after a revision, oldest first. */
  after(revision: number, count: number): ChangeEvent[];
  /** Takes the ids of nodes out of all events, those of the open transaction included. */
  forget(ids: Iterable<string>): void;
}

/** The memory as it was at a moment. */
export interface Snapshot {
  readonly number: number;
  readonly id: string;
  readonly revision: number;
  readonly at: number;
}

export interface SnapshotReader {
  /** What an export holds. */
  readonly tables: readonly {
    readonly name: string;
    readonly columns: readonly string[];
    readonly key: readonly string[];
  }[];
  begin(id: string, revision: number, now: number): Snapshot;
  /** The snapshot, if it is still there; it is then kept for some time more. */
  find(id: string, now: number): Snapshot | undefined;
  /** Rows of a table in an order of columns that tells all rows apart, after a place in it. To be read at once. */
  rows(
    snapshot: Snapshot,
    table: string,
    place: { readonly order: readonly string[]; readonly after: readonly Cell[] | null },
  ): Iterable<readonly Cell[]>;
  /** Drops all snapshots: what was kept for them is gone. */
  clear(): void;
}

/** A row on its way into a table. */
export interface StagedRow {
  readonly table: string;
  readonly cells: readonly Cell[];
}

export interface StoredImport {
  readonly id: string;
  readonly usedAt: number;
  readonly state: "open" | "done" | "cancelled";
  readonly request: Json;
  readonly progress: Json;
  readonly result: Json | null;
}

export interface Imports {
  /** What an import replaces. */
  readonly tables: readonly string[];
  /** Of any table that an export holds; undefined for others. */
  columnsOf(table: string): readonly string[] | undefined;
  /** Milliseconds after which an import that nothing came for is dropped. */
  readonly idleMs: number;
  find(id: string, now: number): StoredImport | undefined;
  /** The one that is under way. */
  current(now: number): StoredImport | undefined;
  begin(id: string, request: Json, progress: Json, now: number): void;
  /** Digest of the file up to the end of a part that has arrived. */
  digestUpTo(part: number): string | undefined;
  /** What is wrong with a row, whatever it means; null when nothing is. */
  flawOf(row: StagedRow): string | null;
  rowsOf(change: Pick<GraphChange, "nodes" | "edges" | "stops" | "vectors">, stamp: Stamp): StagedRow[];
  /** Keeps a part's rows and the progress that it makes. */
  stage(
    id: string,
    part: { readonly n: number; readonly sha256: string; readonly rows: readonly StagedRow[] },
    progress: Json,
    now: number,
  ): void;
  /** Staged rows of a table in the order in which they came, some at a time. */
  staged(table: string): Iterable<readonly (readonly Cell[])[]>;
  end(id: string, state: "done" | "cancelled", result: Json | null, now: number): void;
  /** Drops the open import with all of its rows. */
  clear(now: number): void;
}

/** What is known of nodes whose history has to go: a cell, or something inside a cell that holds JSON. */
export type NodeMatch = readonly [
  column: "id" | "file" | "author" | "metadata" | "content_hash",
  path: string | null,
  value: Cell,
];

export interface History {
  /**
   * Part of the open transaction. How the rows of a change were, and everything about nodes that it removes, or that
   * match, can't be brought back: D1 forgets it together with the change. `asked`: nodes whose taught questions go too.
   */
  forget(change: GraphChange, nodes: readonly NodeMatch[], at: number, asked?: Iterable<string>): void;
  /** Rows that would change, by table, if what is staged took over. */
  changes(): Record<string, number>;
  /** Puts what is staged in the place of what differs, as part of the open transaction. */
  takeOver(at: number): void;
}

/** What D1 can give back, compared with the memory and staged. */
export interface Restorable {
  /** Number that it is the memory of. */
  readonly seq: number;
  readonly oldest: number;
  readonly newest: number;
  /** The memory's own number when it was compared. */
  readonly revision: number;
  /** False when something else was staged since. */
  readonly isStaged: () => boolean;
}

/** The memory's other home. */
export interface Replica {
  /** The last change that D1 holds, and what it still holds of an erasure. Refuses with `unavailable`. */
  traces(erasure: string, at: number): Promise<Traces & { readonly appliedSeq: number }>;
  /** Sends everything that waits. Refuses with `unavailable` while D1 does not take it. */
  flush(): Promise<void>;
  /**
   * Stages how the memory was at a number, or is in D1 when none is given.
   * Refuses with `not_found` a number that can't be gone back to, with `unavailable` while D1 can't be reached.
   */
  restorable(seq: number | null): Promise<Restorable>;
}

export interface Store extends Words {
  readonly pending: Pending;
  readonly reembedding: Reembedding;
  readonly replays: Replays;
  readonly runs: Runs;
  readonly captures: Captures;
  readonly lexicon: Lexicon;
  readonly maintenance: Maintenance;
  readonly erasing: Erasing;
  readonly proposals: Proposals;
  readonly past: History;
  readonly vectorized: Vectorized;
  /** Part of the open transaction: lets go of what D1 lacks, and goes on from the later number that D1 is at. */
  overtake(revision: number): void;
  readonly feed: Events;
  readonly audit: Audit;
  readonly snapshots: SnapshotReader;
  readonly imports: Imports;
  transaction<T>(work: () => T): T;
  /** Grows whenever rows were replaced without a draft: the graph in memory is then to be loaded anew. */
  readonly epoch: number;
  /**
   * Puts other rows in the place of everything that an import replaces; the embedder stays the agent's own.
   * Returns how many rows there were, by table.
   */
  replaceMemory(
    piecesOf: (table: string) => Iterable<readonly (readonly Cell[])[]>,
    at: number,
  ): Record<string, number>;

  /** Fills an empty graph and vector index with everything stored; `most`: of the vectors only those that `keptBeside` counts. */
  load(graph: RouteGraph, vectors: VectorIndex, most?: number): void;
  /** Writes a change to the tables and to the outbox; returns the new revision, or the old one when nothing changed. */
  commit(change: GraphChange, stamp: Stamp): number;
  readonly revision: number;
  storedNode(id: string): StoredNode | undefined;
  /** What answers show of nodes, by id, read at once; ids that are no nodes are left out. */
  storedNodes(ids: readonly string[]): Map<string, ShownNode>;
  /** What the screen found in a text of this hash that somebody let go in spite of it. */
  letGo(contentHash: string): ScreenNote | undefined;
  /** Whether the id of any node begins so. */
  hasIdsFrom(prefix: string): boolean;
  /** Nodes of a kind that nobody anchored, made before a time and kept back for no reason yet, oldest first. */
  agedBefore(
    kind: NodeKind,
    before: number,
    count: number,
  ): readonly { readonly id: string; readonly createdAt: number }[];
  /** Content hashes by id of all chunks of a file. */
  chunksOf(file: string): StoredNode[];
  /** Every file that has chunks. */
  files(): string[];

  /** A setting of this agent, replicated with its graph; undefined when never set. */
  setting(name: string): Json | undefined;
  setSetting(name: string, value: Json): void;

  recordTrail(trail: Trail): void;
  trail(queryId: string): Trail | undefined;
  /** The newest trails of a conversation, or of all (null), newest first. */
  recentTrails(chatId: string | null, count: number): Trail[];

  /** Adds an entry to the journal; returns its `seq`. */
  record(type: JournalType, body: Metadata, stamp: Stamp): number;
  /** Entries older than `before` (a `seq`), newest first. */
  journal(count: number, before?: number, type?: JournalType): JournalEntry[];

  /** Questions and verdicts from a time on, counted by day. */
  verdictsByDay(since: number): Counted;

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
