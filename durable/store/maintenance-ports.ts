// The part of ports.ts that is about maintenance: the run that is under way, and what the last ones changed.

import type { Json } from "../graph/records.ts";
import type { JournalEntry, Stamp } from "./kept-ports.ts";

/** A run that is under way. It outlives the object. */
export interface MaintenanceJob {
  readonly run: string;
  readonly author: string;
  readonly at: number;
  /** Of the journal entry that says that it began, and in the end what came of it. */
  readonly seq: number;
  readonly slices: number;
  /** How far it is. */
  readonly state: Json;
  /** Under which key its reply is to be remembered, and for which request. */
  readonly answer: { readonly key: string; readonly digest: string } | null;
}

/** When the object last saw to the life of memories by itself, 0: never; and up to which it looked for doubles. */
export interface LifecycleMark {
  readonly at: number;
  readonly comparedTo: number;
}

/** What was, or would be, taken back of a run. */
export interface TakenBack {
  readonly edges: number;
  /** Edges that somebody changed since: they stay as they are. */
  readonly edgesKept: number;
  readonly restored: readonly string[];
  readonly removed: readonly string[];
  /** Nodes that the run made or removed, and that stay so, since what belongs to them was changed. */
  readonly kept: readonly string[];
}

export interface Maintenance {
  readonly job: MaintenanceJob | null;
  set(job: MaintenanceJob): void;
  /** The run is over, or will not go on. */
  end(): void;
  /** The open transaction is part of a run, or a change or edit for itself: what it changes is noted. */
  record(run: string, stamp: Stamp, as?: "run" | "change" | "edit"): void;
  /** The newest entry that tells of a whole run of maintenance. */
  lastRun(): JournalEntry | undefined;
  /** The same of a run that saw to the life of memories. */
  lastLifecycle(): JournalEntry | undefined;
  readonly lifecycle: LifecycleMark;
  setLifecycle(mark: LifecycleMark): void;
  /** Of a run, a change or an edit. */
  entryOf(event: string): JournalEntry | undefined;
  /** Whether the journal tells of anything since an entry but questions and maintenance. */
  isFollowed(seq: number): boolean;
  /** When anything was written, or asked, for the first time that the journal tells of, and for the last. */
  readonly firstAt: number | null;
  readonly lastAt: number | null;
  /** Whether a run can be taken back. */
  holds(run: string, now: number): boolean;
  /** Part of the open transaction. `unwanted`: nodes that do not come back. `isDry`: says only what would be. */
  takeBack(run: string, at: number, unwanted: ReadonlySet<string>, isDry: boolean): TakenBack;
  /** Part of the open transaction: no run can be taken back any more, and none goes on. */
  forget(): void;
}
