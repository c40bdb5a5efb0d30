// The part of ports.ts that says what is kept beside the graph: what questions did, and what happened.

import type { Metadata } from "../graph/records.ts";
import type { Step, Suppression } from "../graph/walk.ts";

export type { Step, Suppression } from "../graph/walk.ts";

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
  | "teach"
  | "restore"
  | "erasure"
  | "edit"
  | "reembed";

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
