// What is known of a captured turn between its request and its end: what was asked for, the turn while it is needed, and what
// came of it. Who sent it sees it, and owners.

import type { CapturedMemory, CaptureHealth, CaptureJob, CaptureJobReply } from "../../wire/capture.ts";
import { Refusal } from "../../wire/errors.ts";
import type { MemoryRequest } from "../../wire/memories.ts";
import type { Json } from "../graph/records.ts";
import type { Store, StoredCapture } from "../store/ports.ts";
import type { Turn } from "../text/captured-turn.ts";
import type { Work } from "./memory.ts";

/** What holds of all that is said in a turn. */
export interface Occasion {
  readonly project: string | null;
  readonly session: string | null;
  readonly visibility: MemoryRequest["visibility"] | null;
  readonly source: string;
  /** What the user said, for a reviewer. */
  readonly around: string;
  /** True: an owner said it, so that no reviewer has to be waited for. */
  readonly isOwner: boolean;
}

/** What was asked for. */
export interface Asked extends Omit<Occasion, "around" | "isOwner"> {
  /** Null once it was read. */
  readonly turn: Turn | null;
}

export interface OpenCapture extends Omit<StoredCapture, "request" | "result"> {
  readonly asked: Asked;
  /** What came of it; null before it was read. */
  readonly memories: readonly CapturedMemory[] | null;
}

/** A turn that is read. */
export interface TakenUp {
  readonly id: string;
  readonly author: string;
  /** Which try it is: what a later one finds is its own. */
  readonly attempts: number;
  /** True once its memories are stored: what they say of entities is still to be asked. */
  readonly isRead: boolean;
}

export function captureOf({ request, result, ...row }: StoredCapture): OpenCapture {
  // SAFETY: written by these operations.
  return {
    ...row,
    asked: request as unknown as Asked,
    memories: result as unknown as CapturedMemory[] | null,
  };
}

/** What the lessons of a captured turn name as their source: an undo can take back all of them. */
export function sourceOf(id: string): string {
  return `capture:${id}`;
}

/** The turn that was taken up, where nobody else has gone on with it since. */
export function stillTaken(
  { store }: Pick<Work, "store">,
  { id, attempts, isRead }: TakenUp,
): OpenCapture | null {
  const row = store.captures.find(id);
  const isSame = row?.state === "processing" && row.attempts === attempts && (row.result !== null) === isRead;
  return isSame ? captureOf(row) : null;
}

/** Words that were not taken are kept nowhere: who sent them is told of them in the reply, and a job says why. */
export function keepCapture({ captures }: Store, { asked, memories, ...row }: OpenCapture): void {
  const kept = memories?.map((one) => (one.status === "skipped" ? { ...one, content: "" } : one)) ?? null;
  // SAFETY: plain data without undefined.
  captures.put({ ...row, request: asked as unknown as Json, result: kept as unknown as Json });
}

/** The turn of an id, for who may see it. */
export function visibleCapture({ store, call }: Pick<Work, "store" | "call">, id: string): OpenCapture {
  const row = store.captures.find(id);
  const isTheirs = row?.author === call.author || (call.person != null && row?.person === call.person);
  if (row && (isTheirs || call.role === "owner")) return captureOf(row);
  throw new Refusal("not_found", `there is no captured turn ${id}: GET …/capture/jobs lists them`);
}

export function listedCapture(capture: OpenCapture): CaptureJob {
  const { id, state, attempts, dueAt, error, author, asked, at, changedAt, memories } = capture;
  return {
    ...{ id, state, attempts, due_at: dueAt, error, author },
    ...{ project: asked.project, session_id: asked.session },
    ...{ created_at: at, updated_at: changedAt, memories: [...(memories ?? [])] },
  };
}

export function shownCapture({ call }: Pick<Work, "call">, capture: OpenCapture): CaptureJobReply {
  const { turn } = capture.asked;
  const told = turn && {
    user: turn.user,
    assistant: turn.assistant,
    prior_turns: turn.prior.map((one) => ({ ...one })),
  };
  return { job: { ...listedCapture(capture), turn: told, untrusted: true }, total_ms: call.elapsed() };
}

export function captureHealthOf({ store, call }: Pick<Work, "store" | "call">): CaptureHealth {
  const { waiting, failed, oldestAt } = store.captures.counts();
  const rest = store.captures.rest.until - call.now;
  return {
    ...{ waiting, failed },
    oldest_ms: oldestAt === null ? null : Math.max(0, call.now - oldestAt),
    resting_ms: waiting > 0 && rest > 0 ? rest : null,
  };
}
