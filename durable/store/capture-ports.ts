// The part of ports.ts that is about turns that wait for a language model.

import type { Json } from "../graph/records.ts";

export type CaptureState = "pending" | "processing" | "done" | "failed";

export interface StoredCapture {
  readonly id: string;
  readonly at: number;
  readonly author: string;
  readonly person: string | null;
  readonly isOwner: boolean;
  readonly state: CaptureState;
  readonly attempts: number;
  /** Before it nothing is tried; null where nothing is to be done. */
  readonly dueAt: number | null;
  readonly changedAt: number;
  readonly digest: string;
  readonly request: Json;
  readonly result: Json;
  readonly error: string | null;
}

/** A page of turns, the newest first. */
export interface CapturePage {
  readonly state: CaptureState | null;
  /** Whose turns; null for everybody's. */
  readonly of: { readonly author: string; readonly person: string | null } | null;
  readonly after: { readonly at: number; readonly id: string } | null;
}

/** That the model failed so often in a row that it is left alone. */
export interface CaptureRest {
  readonly failures: number;
  readonly until: number;
}

/** Everything here is part of the open transaction. */
export interface Captures {
  find(id: string): StoredCapture | undefined;
  /** The newest turn with this digest. */
  saying(digest: string): StoredCapture | undefined;
  put(capture: StoredCapture): void;
  drop(id: string): void;
  page(wanted: CapturePage, count: number): StoredCapture[];
  /** Those that are due, the one that waits longest first. */
  due(now: number, count: number): StoredCapture[];
  /** When the next one is due; null where none is. */
  readonly nextDue: number | null;
  counts(): { readonly waiting: number; readonly failed: number; readonly oldestAt: number | null };
  all(): Iterable<StoredCapture>;
  rest: CaptureRest;
  /** Lets go of what ended long ago, and of more of it than is kept. */
  dropOld(now: number): void;
}
