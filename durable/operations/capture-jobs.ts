// Looking at captured turns, putting back those that failed, letting go: whoever sent a turn does, and owners.

import type * as wire from "../../wire/capture.ts";
import { Refusal } from "../../wire/errors.ts";
import {
  captureOf,
  keepCapture,
  listedCapture,
  type OpenCapture,
  shownCapture,
  visibleCapture,
} from "./capture-progress.ts";
import type { Operation, Work } from "./memory.ts";

const PAGE = 50;

type Nothing = Record<string, never>;

export const captureJobs: Operation<wire.CaptureJobsRequest, wire.CaptureJobsReply> = {
  act(work, { state = null, limit = PAGE, cursor }) {
    // One more than the page tells whether another page follows.
    const after = cursor === undefined ? null : placeOf(cursor);
    const found = work.store.captures.page({ state, of: theirs(work), after }, limit + 1);
    const page = found.slice(0, limit);
    const last = page[limit - 1];
    return {
      jobs: page.map((row) => listedCapture(captureOf(row))),
      next_cursor: found.length > limit ? `${last.at}.${last.id}` : null,
      total_ms: work.call.elapsed(),
    };
  },
};

export const captureJob: Operation<wire.CaptureJobName, wire.CaptureJobReply> = {
  act: (work, { id }) => shownCapture(work, visibleCapture(work, id)),
};

/** One that waits goes on waiting, and one that was read stays so. */
export const retryCapture: Operation<wire.CaptureJobName, wire.CaptureJobReply> = {
  act(work, { id }) {
    const capture = visibleCapture(work, id);
    return shownCapture(work, capture.state === "failed" ? putBack(work, capture) : capture);
  },
};

export const retryCaptures: Operation<Nothing, wire.RetryCapturesReply> = {
  act(work) {
    const { store, call } = work;
    const failed = store.captures.page(
      { state: "failed", of: theirs(work), after: null },
      Number.MAX_SAFE_INTEGER,
    );
    for (const row of failed) putBack(work, captureOf(row));
    // Who asks for it knows that the model is well again.
    if (failed.length > 0) store.captures.rest = { failures: 0, until: 0 };
    return { retried: failed.length, total_ms: call.elapsed() };
  },
};

export const dropCapture: Operation<wire.CaptureJobName, wire.DropCaptureReply> = {
  act(work, { id }) {
    visibleCapture(work, id);
    work.store.captures.drop(id);
    return { id, total_ms: work.call.elapsed() };
  },
};

function putBack({ store, call }: Work, capture: OpenCapture): OpenCapture {
  const back = { ...capture, state: "pending", attempts: 0, dueAt: call.now, changedAt: call.now } as const;
  keepCapture(store, back);
  return back;
}

/** Whose turns a call may see; null for all. */
function theirs({ call }: Work): { readonly author: string; readonly person: string | null } | null {
  return call.role === "owner" ? null : { author: call.author, person: call.person ?? null };
}

function placeOf(cursor: string): { at: number; id: string } {
  const [, at, id] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(cursor) ?? [];
  if (id !== undefined) return { at: Number(at), id };
  throw new Refusal("invalid_request", "cursor must be the next_cursor of an earlier page of captured turns");
}
