// Replaying a session log, as callers see it: lines arrive in parts and wait on the object's disk; its alarm learns from
// them. A part that is here, or was learned, is nothing new, so whatever is sent twice is learned once.

import { Refusal } from "../../wire/errors.ts";
import { LIMITS } from "../../wire/limits.ts";
import type * as wire from "../../wire/replaying.ts";
import type { LogPart } from "../store/ports.ts";
import type { Operation, Work } from "./memory.ts";
import { foundReplay, keep, NO_PROGRESS, receivedOf, replayOf, replyOf } from "./replay-progress.ts";

const encoder = new TextEncoder();

export const replay: Operation<wire.ReplayRequest, wire.ReplayReply> = {
  act(work, request) {
    begin(work, request);
    if (request.lines !== undefined && request.lines !== "") {
      const lines = request.lines.endsWith("\n") ? request.lines : `${request.lines}\n`;
      const first = request.first ?? 0;
      add(work, request.log, { first, after: first + bytesOf(lines), lines });
    }
    if (request.end !== undefined) end(work, request.log, request.end);
    return statusOf(work, request.log);
  },
};

export const replayPart: Operation<wire.ReplayPart, wire.ReplayReply> = {
  act(work, { log, range, lines }) {
    const [first, after] = range.split("-").map(Number);
    add(work, log, { first, after, lines });
    return statusOf(work, log);
  },
};

export const replayStatus: Operation<wire.ReplayName, wire.ReplayReply> = {
  act: (work, { log }) => statusOf(work, log),
};

export const replays: Operation<Record<string, never>, wire.ReplayList> = {
  act({ store, call }) {
    const all = store.replays.list(LIMITS.pageSize).map((row) => replyOf(replayOf(row), store, call));
    return { replays: all.map(({ total_ms: _, ...one }) => one), total_ms: call.elapsed() };
  },
};

/** What waits is dropped, what was learned stays; calling off what has ended changes nothing. */
export const replayCancel: Operation<wire.ReplayName, wire.ReplayReply> = {
  act(work, { log }) {
    const { store, call } = work;
    const found = foundReplay(store, log);
    store.replays.dropParts(log, Number.MAX_SAFE_INTEGER);
    if (found.state === "open") keep(store, { ...found, state: "cancelled", usedAt: call.now });
    return statusOf(work, log);
  },
};

function begin(
  work: Work,
  { log, mode, dry_run: dryRun = false, restart = false }: wire.ReplayRequest,
): void {
  const { store, call } = work;
  const row = store.replays.find(log);
  const known = row && replayOf(row);
  const plan = { mode: mode ?? known?.plan.mode ?? "fast", dryRun };
  if (plan.mode === "full" && call.role !== "owner")
    throw new Refusal("forbidden", "a full replay ends with maintenance, which needs an owner: choose fast");
  if (known && !restart) {
    if (plan.mode !== known.plan.mode || plan.dryRun !== known.plan.dryRun) {
      throw new Refusal(
        "idempotency_conflict",
        `the log ${log} is replayed as ${known.plan.mode}${known.plan.dryRun ? ", dry" : ""}: ask for the same, or begin anew with restart: true`,
      );
    }
    if (known.state === "cancelled") keep(store, { ...known, state: "open", usedAt: call.now });
    return;
  }
  store.replays.dropParts(log, Number.MAX_SAFE_INTEGER);
  keep(store, {
    id: log,
    at: call.now,
    usedAt: call.now,
    author: call.author,
    state: "open",
    plan,
    progress: NO_PROGRESS,
  });
}

function add(work: Work, log: string, { first, after, lines }: Omit<LogPart, "author">): void {
  const { store, call } = work;
  const found = foundReplay(store, log);
  requireLines(first, after, lines);
  const received = receivedOf(store, found);
  if (after <= received) return;
  if (found.state === "cancelled") {
    throw new Refusal("part_order", `the replay of ${log} was called off: go on with it by POST /replay`);
  }
  if (first !== received) {
    throw new Refusal(
      "part_order",
      `the next part of ${log} begins with byte ${received}: send it from there`,
      {
        received,
      },
    );
  }
  if (store.replays.waiting + bytesOf(lines) > LIMITS.replayWaitingBytes) {
    throw new Refusal(
      "busy",
      `more than ${LIMITS.replayWaitingBytes} bytes of logs wait to be learned from: send the part again in a moment`,
      { received },
    );
  }
  // Parts of another life of this log, from before a restore, are not followed by this one.
  if (received === found.progress.first) store.replays.dropParts(log, Number.MAX_SAFE_INTEGER);
  store.replays.addPart(log, { first, after, lines, author: call.author }, call.now);
  const { end } = found.progress;
  const progress = end !== null && after > end ? { ...found.progress, end: null } : found.progress;
  if (found.state !== "open" || progress !== found.progress)
    keep(store, { ...found, progress: { ...progress, harvest: null }, state: "open", usedAt: call.now });
}

/** From now on it is known where the log ends. */
function end({ store, call }: Work, log: string, where: number | "here"): void {
  const found = foundReplay(store, log);
  const received = receivedOf(store, found);
  const at = where === "here" ? received : where;
  if (at < received) {
    throw new Refusal("part_order", `${log} goes on after byte ${at}: ${received} bytes of it came`, {
      received,
    });
  }
  if (found.state === "done" || found.progress.end === at) return;
  keep(store, { ...found, progress: { ...found.progress, end: at }, usedAt: call.now });
}

function statusOf({ store, call }: Pick<Work, "store" | "call">, log: string): wire.ReplayReply {
  return replyOf(foundReplay(store, log), store, call);
}

function requireLines(first: number, after: number, lines: string): void {
  const bytes = bytesOf(lines);
  if (bytes > LIMITS.replayPartBytes) {
    throw new Refusal("too_large", `a part has at most ${LIMITS.replayPartBytes} bytes: send smaller ones`);
  }
  if (after <= first || !lines.endsWith("\n")) {
    throw new Refusal(
      "invalid_request",
      "a part is whole lines, the last one with its line end, and its range is theirs",
    );
  }
  if (lines.includes("\0")) throw new Refusal("invalid_text", "a part holds a NUL character: replace it");
}

function bytesOf(text: string): number {
  return encoder.encode(text).length;
}
