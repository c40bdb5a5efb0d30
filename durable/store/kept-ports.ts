// The part of ports.ts that says what is kept beside the graph: what questions did, and what happened.

import type { Metadata } from "../graph/records.ts";
import type { RoutingSettings } from "../graph/settings.ts";
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
  /** What explains the answer besides; trails of earlier versions lack it. */
  readonly why?: Why;
}

/**
 * What a seed's score is made of, rounded: its words, its meaning, the digest of the taught question that led to it, what was
 * lent; where verdicts lowered it, the share that was left and the digests of the questions for which it misled.
 */
export type SeedParts = readonly [
  words: number,
  meaning: number,
  taught: string | null,
  lent: readonly (readonly [from: string, kind: string, amount: number])[],
  lowered?: readonly [kept: number, ...questions: string[]],
];

/** How a question was asked and what was made of it. */
export interface Why {
  /** Of each seed, same order; null where seeds are found by vectors alone. */
  readonly parts: readonly SeedParts[] | null;
  /** False: the question was answered without its vector. */
  readonly hadVector: boolean;
  readonly decision: "answered" | "low_confidence";
  /** True: what fired was not shown, since the question is hardly about this memory. */
  readonly silent: boolean;
  readonly confidence: number | null;
  readonly evidence: {
    readonly words: number;
    readonly nearest: number | null;
    readonly strangers: number;
  } | null;
  readonly contextIds: readonly string[];
  readonly bounds: {
    readonly topK: number;
    readonly maxFiredNodes: number | null;
    readonly maxContextChars: number | null;
    readonly routing: RoutingSettings;
    /** Score below which nothing was a seed; earlier trails do not tell. */
    readonly leastSeed?: number;
  };
  /** Files that the request left out, as far as they fit. */
  readonly filters: { readonly files: readonly string[]; readonly prefixes: readonly string[] } | null;
}

export type JournalType =
  | "query"
  | "learn"
  | "inject"
  | "maintenance"
  | "run"
  | "health"
  | "sync"
  | "anchor"
  | "structure"
  | "teach"
  | "restore"
  | "erasure"
  | "edit"
  | "reembed"
  | "undo"
  | "review"
  | "retention";

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
