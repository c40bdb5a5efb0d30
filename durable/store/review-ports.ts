// The part of ports.ts that is about reviewed memory.

import type { Json, Metadata } from "../graph/records.ts";

export type ProposalStatus = "pending" | "approved" | "rejected" | "expired";

export interface StoredProposal {
  readonly id: string;
  readonly at: number;
  /** As it is stored: one that is over by its time alone is still `pending`. */
  readonly status: ProposalStatus;
  readonly kind: string;
  readonly contentHash: string;
  readonly digest: string;
  readonly author: string;
  readonly person: string | null;
  readonly source: string | null;
  readonly session: string | null;
  readonly expiresAt: number;
  readonly editedAt: number | null;
  readonly decidedAt: number | null;
  readonly decidedBy: string | null;
  readonly nodeId: string | null;
  readonly novelty: number;
  readonly salience: number;
  readonly conflicts: readonly Json[];
  readonly payload: Metadata;
  readonly reason: string | null;
  readonly sourcePrompt: string | null;
  readonly content: string;
}

/** Who proposes: a token or subject, and the person of a signed token. */
export interface Proposer {
  readonly author: string;
  readonly person: string | null;
}

export interface ProposalFilter {
  /** As at `now`; null: any. */
  readonly status: ProposalStatus | null;
  readonly kind: string | null;
  readonly author: string | null;
  /** Only those of a proposer. */
  readonly of: Proposer | null;
  readonly oldestFirst: boolean;
  /** The last of the page before. */
  readonly after: { readonly at: number; readonly id: string } | null;
  readonly now: number;
}

/** How many wait, and since when the longest of them does. */
export interface Waiting {
  readonly count: number;
  readonly oldestAt: number | null;
}

export interface Proposals {
  get(id: string): StoredProposal | undefined;
  /** Adds or replaces; part of the open transaction. */
  put(proposals: readonly StoredProposal[], at: number): void;
  page(filter: ProposalFilter, count: number): StoredProposal[];
  /** Of all, or of one proposer. */
  waiting(now: number, of?: Proposer): Waiting;
  /** The one with this text and kind that waits. */
  waitingSaying(contentHash: string, kind: string, now: number): StoredProposal | undefined;
  /** When a text was rejected last, if that was after a time. */
  rejectedSince(contentHash: string, since: number): number | undefined;
  /** The newest that wait, so many at the most. */
  open(now: number, count: number): Iterable<{ readonly id: string; readonly content: string }>;
  /** Those that are over by their time and still say `pending`, oldest first. */
  due(now: number, count: number): StoredProposal[];
  /** When the first of those that wait is over. */
  readonly nextExpiry: number | null;
  /** Drops the oldest of those that are decided, beyond a number, when there are some. */
  dropOld(kept: number, at: number): void;
  all(): Iterable<StoredProposal>;
}
