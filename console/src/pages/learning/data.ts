// What the learning page reads: the entries of the journal that taught, put together to events, and what each of them moved.

import type { MemoryClient } from "../../../../client/memory-client.ts";
import { LIMITS } from "../../../../wire/limits.ts";
import type { JournalReply, JournalRequest } from "../../../../wire/reading.ts";
import type { ListPage } from "../../session/list-page.ts";

export type Entry = JournalReply["entries"][number];

/** What can be looked at: all that teaches, or one type of the journal. */
export const SHOWN = [
  ["all", "All that was learned"],
  ["learn", "Verdicts"],
  ["inject", "What was taught"],
  ["run", "Maintenance"],
  ["undo", "What was taken back"],
] as const;
export type ShownKind = (typeof SHOWN)[number][0];

const TEACHING: ReadonlySet<string> = new Set(["learn", "inject", "run", "undo", "edit"]);
/** Entries that make a page, and requests for one at the most: questions lie between them. */
const ENOUGH = 40;
const REQUESTS = 5;

/** The next entries that teach. */
export async function entriesOf(
  memory: MemoryClient,
  kind: ShownKind,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<ListPage<Entry>> {
  const type: JournalRequest["type"] = kind === "all" ? undefined : kind;
  const items: Entry[] = [];
  let after = cursor;
  for (let request = 0; request < REQUESTS && items.length < ENOUGH; request++) {
    const limit = type === undefined ? LIMITS.pageSize : ENOUGH;
    const page = await memory.journal({ type, limit, cursor: after }, { signal });
    items.push(...page.entries.filter((entry) => TEACHING.has(entry.type)));
    if (page.next_cursor === null) return { items, next: null };
    after = page.next_cursor;
  }
  return { items, next: after ?? null };
}

export interface Move {
  readonly from: string;
  /** Null: stopping there. */
  readonly to: string | null;
  readonly by: number;
}

export interface LearningEvent {
  /** What an undo names; null where it can't be taken back. */
  readonly id: string | null;
  readonly key: string;
  readonly at: number;
  readonly author: string;
  readonly said: string;
  readonly moves: readonly Move[];
  /** Moves that are not told. */
  readonly untold: number;
  readonly taught: readonly string[];
  readonly keptOut: readonly string[];
  readonly source: string | null;
  readonly isUndone: boolean;
  readonly canBeUndone: boolean;
}

/** Entries of one event, which follow each other, are one. */
export function eventsOf(entries: readonly Entry[]): LearningEvent[] {
  const groups = Map.groupBy(entries, ({ seq, type, body }) =>
    typeof body.event === "string" && type !== "undo" ? body.event : `entry ${seq}`,
  );
  return [...groups].map(([key, group]) => eventOf(key, group));
}

function eventOf(key: string, group: readonly Entry[]): LearningEvent {
  const [{ at, author, body, type }] = group;
  const id = typeof body.event === "string" && type !== "undo" ? body.event : null;
  const all = group.map((entry) => entry.body);
  const isUndone = all.every((one) => (one.undone ?? one.partly_undone) !== undefined);
  return {
    id,
    key,
    at,
    author,
    said: saidOf(group),
    moves: all.flatMap(movesOf).sort((a, b) => Math.abs(b.by) - Math.abs(a.by)),
    untold: all.reduce((sum, one) => sum + Number(one.changes_left_out ?? 0), 0),
    taught: [...new Set(all.flatMap((one) => (typeof one.node_id === "string" ? [one.node_id] : [])))],
    keptOut: all.flatMap((one) => (Array.isArray(one.suppresses) ? one.suppresses.map(String) : [])),
    source: all.map((one) => one.source).find((source) => typeof source === "string") ?? null,
    isUndone,
    canBeUndone: id !== null && !isUndone,
  };
}

function saidOf(group: readonly Entry[]): string {
  const injected = group.filter(({ type }) => type === "inject");
  // A procedure is more than its steps.
  const taught = injected.find(({ body }) => body.kind === "procedure") ?? injected[0];
  const judged = group.find(({ type }) => type === "learn");
  if (taught)
    return taught.body.kind === "correction" ? "Corrected" : `Taught: ${taught.body.kind ?? "a text"}`;
  const outcome = Number(judged?.body.outcome);
  if (judged)
    return outcome > 0 ? "Judged as useful" : outcome < 0 ? "Judged as misleading" : "Judged as neither";
  const [{ type, body }] = group;
  if (type === "run") return `Maintenance: ${String(body.state ?? "run")}`;
  if (type === "undo") return `Took back ${countOf(Number(body.events ?? 0), "event")}`;
  return "Edited";
}

/** The routes of a verdict, as its entry keeps them: source, target, change. */
function movesOf(body: Entry["body"]): Move[] {
  if (!Array.isArray(body.changes)) return [];
  return body.changes.flatMap((change) =>
    Array.isArray(change)
      ? [
          {
            from: String(change[0]),
            to: change[1] === null ? null : String(change[1]),
            by: Number(change[2]),
          },
        ]
      : [],
  );
}

export function countOf(count: number, thing: string): string {
  return `${count.toLocaleString("en")} ${thing}${count === 1 ? "" : "s"}`;
}

/** A move with its sign. */
export function signed(by: number): string {
  return `${by < 0 ? "−" : "+"}${Math.abs(by).toFixed(3)}`;
}

/** Why something that was taught stays, in words. */
export const STAYS: Readonly<Record<string, string>> = {
  anchored: "it is anchored: take its anchor away first",
  edited: "somebody else wrote its text since",
  merged: "it is part of another node",
  taught_again: "another event taught it too",
  changed: "it was changed since",
};
