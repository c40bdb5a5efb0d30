// The part of ports.ts that is about session logs that are replayed.

import type { Json } from "../graph/records.ts";

export interface StoredReplay {
  readonly id: string;
  readonly at: number;
  readonly usedAt: number;
  readonly author: string;
  readonly state: "open" | "done" | "cancelled";
  readonly request: Json;
  readonly progress: Json;
}

/** Lines of a log, and the bytes of it that they stand for: from `first` to before `after`. */
export interface LogPart {
  readonly first: number;
  readonly after: number;
  readonly lines: string;
  /** Token that sent them: their lessons are its. */
  readonly author: string;
}

export interface WaitingPart extends LogPart {
  /** Who sent the part behind it; null where none has come. */
  readonly nextAuthor: string | null;
}

/** Everything here is part of the open transaction. */
export interface Replays {
  find(id: string): StoredReplay | undefined;
  /** The last used come first. */
  list(count: number): StoredReplay[];
  put(replay: StoredReplay): void;
  /** The one that has waited longest of those that can go on, and whose lessons come next. */
  next(): (StoredReplay & { readonly teacher: string }) | undefined;
  /** It can't go on before more of it arrives. */
  rest(id: string): void;
  /** Parts that follow one another from a byte on. */
  parts(id: string, first: number): Iterable<WaitingPart>;
  /** Where these end, and the first byte of the last one; null where there is none. */
  endOf(id: string, first: number): { readonly after: number; readonly last: number | null };
  addPart(id: string, part: LogPart, at: number): void;
  /** Lines up to a byte were learned, or are not wanted. */
  dropParts(id: string, before: number): void;
  /** Nothing waits any more, of any log. */
  dropAllParts(): void;
  /** Bytes that wait, of all logs. */
  readonly waiting: number;
  /** True for what was learned already. */
  knows(mark: string): boolean;
  mark(marks: Iterable<string>, replay: string, at: number): void;
  /** A replay was undone: it can be replayed again from its beginning. */
  forget(id: string, at: number): void;
}
