// What is known of a replay between two requests or slices: what was asked for, how far it is, and what came of it.

import { Refusal } from "../../wire/errors.ts";
import type { ReplayCounts, ReplayReply, StoredPlan, StoredProgress } from "../../wire/replaying.ts";
import type { Json } from "../graph/records.ts";
import type { Store, StoredReplay } from "../store/ports.ts";
import { digestOf } from "../text/digest.ts";
import type { Call } from "./memory.ts";

export interface OpenReplay extends Omit<StoredReplay, "request" | "progress"> {
  readonly plan: StoredPlan;
  readonly progress: StoredProgress;
}

export const NO_COUNTS: ReplayCounts = {
  lines: 0,
  broken: 0,
  skipped: 0,
  machine: 0,
  attachments: 0,
  questions: 0,
  known: 0,
  unheard: 0,
  unanswered: 0,
  queries_replayed: 0,
  praised: 0,
  objected: 0,
  edges_reinforced: 0,
  events: 0,
  corrections: 0,
  teachings: 0,
  events_proposed: 0,
  events_known: 0,
  events_refused: 0,
  model_calls: 0,
  model_failures: 0,
};

export const NO_PROGRESS: StoredProgress = {
  first: 0,
  line: 0,
  end: null,
  lastLine: null,
  isSubagent: false,
  counts: NO_COUNTS,
  newest: null,
  minedBy: null,
  tries: 0,
  retryAt: 0,
  error: null,
  harvest: null,
};

/** What the lessons of a replay name as their source. */
export function sourceOf(log: string): string {
  return `replay:${log}`;
}

/** The log whose replay is a source; null for other sources. */
export function logOf(source: string): string | null {
  return source.startsWith(sourceOf("")) ? source.slice(sourceOf("").length) : null;
}

export function replayOf({ request, progress, ...row }: StoredReplay): OpenReplay {
  // SAFETY: written by these operations, or checked when it was imported.
  return {
    ...row,
    plan: request as unknown as StoredPlan,
    progress: progress as unknown as StoredProgress,
  };
}

/** Before it nothing is tried. */
export function retryAtOf(row: StoredReplay): number {
  return replayOf(row).progress.retryAt;
}

export function keep(store: Store, { plan, progress, ...row }: OpenReplay): void {
  store.replays.put({
    ...row,
    // SAFETY: plain data without undefined.
    request: plan as unknown as Json,
    progress: progress as unknown as Json,
  });
}

export function foundReplay(store: Store, log: string): OpenReplay {
  const found = store.replays.find(log);
  if (found) return replayOf(found);
  throw new Refusal("not_found", `there is no replay of the log ${log}: begin it with POST /replay`);
}

/** The end of what is kept or learned. */
export function receivedOf({ replays }: Store, { id, progress }: OpenReplay): number {
  return replays.endOf(id, progress.first).after;
}

export function replyOf(replay: OpenReplay, store: Store, call: Call): ReplayReply {
  const { id, author, state, plan, progress, at, usedAt } = replay;
  return {
    log: id,
    author,
    mode: plan.mode,
    dry_run: plan.dryRun,
    state,
    received: receivedOf(store, replay),
    learned: progress.first,
    end: progress.end,
    last_line_sha256: lastLineOf(store, replay),
    counts: progress.counts,
    last_replayed_ts: progress.newest,
    mined_by: progress.minedBy,
    harvest: progress.harvest,
    error: progress.error,
    source: sourceOf(id),
    started_at: at,
    used_at: usedAt,
    total_ms: call.elapsed(),
  };
}

/** Of the last line that is kept or learned. */
function lastLineOf({ replays }: Store, { id, progress }: OpenReplay): string | null {
  const { last } = replays.endOf(id, progress.first);
  if (last === null) return progress.lastLine;
  const [part] = replays.parts(id, last);
  return digestOfLastLine(part.lines);
}

/** Of the last line of a part, without its end. */
export function digestOfLastLine(lines: string): string {
  const end = lines.length - 1;
  return digestOf(lines.slice(lines.lastIndexOf("\n", end - 1) + 1, end));
}
