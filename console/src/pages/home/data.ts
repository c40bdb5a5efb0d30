// What the home page reads, and what it makes of it.

import type { MemoryClient } from "../../../../client/memory-client.ts";
import { LIMITS } from "../../../../wire/limits.ts";
import type { HealthReply, JournalReply } from "../../../../wire/reading.ts";

export type Entry = JournalReply["entries"][number];

export interface Today {
  readonly entries: readonly Entry[];
  /** False: there was more than is counted. */
  readonly isAll: boolean;
}

const MOST_PAGES = 5;

/** What happened since midnight, newest first. */
export async function todayOf(memory: MemoryClient, now: Date, signal: AbortSignal): Promise<Today> {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  const entries: Entry[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const read = await memory.journal({ limit: LIMITS.pageSize, cursor }, { signal });
    const fresh = read.entries.filter(({ at }) => at >= midnight);
    entries.push(...fresh);
    if (fresh.length < read.entries.length || read.next_cursor === null) return { entries, isAll: true };
    cursor = read.next_cursor;
  }
  return { entries, isAll: false };
}

/** What the kinds of entries are called, once and many times. */
const CALLED: Readonly<Record<string, readonly [string, string]>> = {
  query: ["question", "questions"],
  learn: ["verdict", "verdicts"],
  inject: ["text taught", "texts taught"],
  sync: ["sync of files", "syncs of files"],
  edit: ["edit", "edits"],
  review: ["review", "reviews"],
  undo: ["undo", "undos"],
  erasure: ["erasure", "erasures"],
  maintenance: ["step of maintenance", "steps of maintenance"],
  anchor: ["anchor", "anchors"],
};

/** How often each kind of thing happened, most often first. */
export function countsOf(entries: readonly Entry[]): readonly (readonly [type: string, said: string])[] {
  const counts = Map.groupBy(entries, ({ type }) => type);
  return [...counts]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([type, { length }]) => {
      const called = CALLED[type] ?? [type, type];
      return [type, `${length} ${called[length === 1 ? 0 : 1]}`];
    });
}

/** An entry in a few words; its body has ids and numbers, and no text of memory. */
export function sentenceOf({ type, body }: Entry): string {
  const count = (name: string): number => {
    const value = body[name];
    return Array.isArray(value) ? value.length : Number(value ?? 0);
  };
  switch (type) {
    case "query":
      return body.decision === "low_confidence"
        ? "Asked, and nothing was shown"
        : `Asked, and answered with ${plural(count("fired"), "text")}`;
    case "learn":
      return Number(body.outcome) > 0
        ? "Judged as useful"
        : Number(body.outcome) < 0
          ? "Judged as misleading"
          : "Judged as neither";
    case "inject":
      return `Taught: ${String(body.kind ?? body.type ?? "a text").toLowerCase()}`;
    case "sync":
      return `Synced ${plural(count("files"), "file")}`;
    case "edit":
      return "Edited a text";
    case "undo":
      return "Took something back";
    case "erasure":
      return "Erased";
    case "review":
      return `Review: ${String(body.action ?? "decided")}`;
    case "maintenance":
      return `Maintenance: ${String(body.task ?? "run")}`;
    default:
      return type.charAt(0).toUpperCase() + type.slice(1);
  }
}

export function plural(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}

export interface Trouble {
  readonly title: string;
  readonly text: string;
}

/** What somebody should look at, in the order of its weight. */
export function troublesOf({ outbox, embedder, unindexed }: HealthReply): Trouble[] {
  const troubles: Trouble[] = [];
  if (outbox.failures > 0)
    troubles.push({
      title: "The replica is not reached",
      text: `${plural(outbox.changes, "change")} wait for D1 since ${secondsOf(outbox.oldest_ms)}; they are kept, and sent as soon as it answers.`,
    });
  if (embedder.state !== "ok")
    troubles.push({
      title: "The embedder fails",
      text: `${embedder.message ?? embedder.reason ?? "It gives no vectors."} Words still find everything; ${plural(embedder.pending, "text")} wait for a vector.`,
    });
  if (unindexed > 0)
    troubles.push({
      title: "The full-text index is catching up",
      text: `${plural(unindexed, "text")} wait for it; meanwhile their meaning finds them.`,
    });
  return troubles;
}

/** How old the oldest change is that waits. */
export function secondsOf(ms: number | null): string {
  if (ms === null) return "no time";
  return ms < 60_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`;
}
