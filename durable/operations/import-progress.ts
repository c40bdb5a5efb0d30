// What is known of an import between two requests: what was asked for, and how far the file has come.

import { Refusal } from "../../wire/errors.ts";
import type { ExportHeader, Footer, ImportReply, ImportRequest, StateHeader } from "../../wire/moving.ts";
import type { Json } from "../graph/records.ts";
import type { Store, StoredImport } from "../store/ports.ts";
import type { Call } from "./memory.ts";

export interface Plan extends Required<Omit<ImportRequest, "header">> {
  readonly header: ExportHeader | StateHeader;
  /** The header as it was sent, so that the first line can be compared with it. */
  readonly sent: ImportRequest["header"];
}

export type Counts = Readonly<Record<string, number>>;

export interface Progress {
  /** Number of the part that comes next. */
  readonly next: number;
  /** Of everything that has arrived. */
  readonly sha256: string;
  readonly bytes: number;
  /** Rows read, by the first cell of their line. */
  readonly read: Counts;
  /** Rows left out, by reason. */
  readonly dropped: Counts;
  readonly reembedded: number;
  readonly footer: Footer | null;
}

export const NO_PROGRESS: Progress = {
  next: 0,
  sha256: "",
  bytes: 0,
  read: {},
  dropped: {},
  reembedded: 0,
  footer: null,
};

export interface OpenImport {
  readonly id: string;
  readonly plan: Plan;
  readonly progress: Progress;
}

/** The import of that id while it is open. Refuses unknown and ended ones. */
export function openImport(store: Store, id: string, now: number): OpenImport {
  const found = store.imports.find(id, now);
  if (!found) throw unknownImport(id);
  if (found.state !== "open") {
    throw new Refusal("import_finished", `the import ${id} is ${found.state}: begin a new one`);
  }
  // SAFETY: written by these operations only.
  const plan = found.request as unknown as Plan;
  return { id, plan, progress: found.progress as unknown as Progress };
}

export function unknownImport(id: string): Refusal {
  return new Refusal(
    "not_found",
    `there is no import ${id}: it was never begun here, or nothing came for too long`,
  );
}

export function replyOf(found: StoredImport, store: Store, call: Call): ImportReply {
  const progress = found.progress as unknown as Progress;
  return {
    id: found.id,
    state: found.state,
    next_part: progress.next,
    bytes: progress.bytes,
    rows: { ...progress.read },
    complete: progress.footer !== null,
    expires_at: found.state === "open" ? found.usedAt + store.imports.idleMs : null,
    result: found.result as unknown as ImportReply["result"],
    total_ms: call.elapsed(),
  };
}

/** Two counts added up. */
export function sumOf(one: Counts, other: Counts): Counts {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...names].map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]));
}

export function asJson(value: object): Json {
  // SAFETY: plain data without undefined.
  return value as unknown as Json;
}
