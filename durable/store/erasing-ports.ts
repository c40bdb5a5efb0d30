// The part of ports.ts that is about erasing.

import type { Asked, Json, Metadata } from "../graph/records.ts";
import type { JournalEntry, Stamp, Trail } from "./kept-ports.ts";
import type { StoredProposal } from "./review-ports.ts";

/** The hashes of a node that was erased; one for its content, one for its wording. */
export interface Tombstone {
  readonly contentHash: string;
  readonly idHash: string;
}

export interface TombstoneList {
  /** True when anything was ever erased. */
  stand(): boolean;
  /** True when a content was erased, and no owner has taken it back since. */
  bars(contentHash: string): boolean;
  /** True when something of this id was erased. */
  covers(idHash: string): boolean;
  put(stones: readonly Tombstone[], erasure: string, stamp: Stamp): void;
  /** Marks the tombstones of a content: an owner takes it back. */
  override(contentHash: string, stamp: Stamp): void;
  /** Those of an erasure that nobody has overridden. */
  of(erasure: string): Tombstone[];
}

/** What nodes have in common. `source`: a file, or what they name as their source. */
export interface ErasedBy {
  readonly by: "source" | "author" | "project";
  readonly value: string;
}

export type KeptTrail = Trail & { readonly seq: number };

/** Proposals by their id: those that go, and what is left of others. */
export interface ErasedProposals {
  readonly dropped: ReadonlySet<string>;
  readonly rewritten: ReadonlyMap<string, StoredProposal>;
}

/** What goes beside the change of the graph. */
export interface Scrubbed {
  /** Ids of what is erased. */
  readonly names: ReadonlySet<string>;
  readonly contentHashes: ReadonlySet<string>;
  /** Nodes that stay and lose taught questions. */
  readonly asked: ReadonlySet<string>;
  /** Entries of the journal by their `seq`. */
  readonly entries: {
    readonly dropped: ReadonlySet<number>;
    readonly rewritten: ReadonlyMap<number, JournalEntry>;
  };
  /** Trails by their `seq`. */
  readonly trails: readonly number[];
  /** Replies by their key. */
  readonly answers: ReadonlyMap<string, Json>;
  readonly proposals: ErasedProposals;
}

/** What may be left of an erasure. */
export interface Traces {
  /** Nodes and proposals that say what was erased. */
  readonly contents: number;
  /** Ids that were there before, or hang on to no node: one of them may be an erased one. */
  readonly suspects: readonly string[];
}

export interface Erasing {
  readonly tombstones: TombstoneList;
  /** Ids of nodes, in node order. */
  nodesOf(by: ErasedBy): string[];
  nodesSaying(contentHashes: Iterable<string>): string[];
  /** Merged nodes, and parts of split ones. */
  derived(): Iterable<{ readonly id: string; readonly metadata: Metadata }>;
  /** The texts of all nodes. */
  contents(): Iterable<{ readonly id: string; readonly text: string }>;
  /** Entries since a time, oldest first. To be read at once, like all of these lists. */
  journal(since?: number): Iterable<JournalEntry>;
  readonly verdicts: {
    /** Sum of the outcomes that a token gave to nodes since a time, by id; what was undone does not count. */
    sumBy(author: string, since: number): ReadonlyMap<string, number>;
  };
  trails(): Iterable<KeptTrail>;
  /** Taught questions that are kept in words. */
  questions(): Iterable<{ readonly id: string; readonly asked: Asked }>;
  answers(): Iterable<{ readonly key: string; readonly reply: Json }>;
  /** Rows on their way to D1 that `scrub` would take out. */
  waiting(scrubbed: Scrubbed): number;
  /** Takes out, or rewrites, what is said beside the graph. Returns how many rows on their way to D1 went. */
  scrub(scrubbed: Scrubbed, stamp: Stamp): number;
  /** Puts entries in the place of those that they were. Part of the open transaction. */
  amend(entries: Iterable<JournalEntry>, at: number): void;
  /** Rows by table that `eraseEverything` takes. */
  everything(): Record<string, number>;
  /** Empties the memory in both homes. Audit, tombstones, receipts and the embedder's name stay. */
  eraseEverything(): void;
  /** That of the newest erasure where no id is given. */
  receipt(id?: string): Json | undefined;
  keepReceipt(id: string, receipt: Json, stamp: Stamp): void;
  /** What this home still holds of an erasure made at a time. */
  traces(erasure: string, at: number): Traces;
}
