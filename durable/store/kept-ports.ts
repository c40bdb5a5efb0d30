// The part of ports.ts that says what is kept beside the graph: what questions did, and what happened.

import type { Metadata } from "../graph/records.ts";
import type { Tier } from "../graph/tier.ts";

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
  | "restore"
  | "erasure"
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
