// When captured turns are taken up, and what a failing model does to them: a turn is tried again after growing pauses, so many
// times, and then set aside with its cause. A model that fails again and again is left alone, and one turn at a time tries it.

import type { ModelFailure } from "../model/failure.ts";
import { captureOf, keepCapture, type OpenCapture, type TakenUp } from "./capture-progress.ts";
import type { Operation, Work } from "./memory.ts";

/** Turns that are read together. */
const TOGETHER = 4;
/** Tries of one turn; each of them is several attempts of its request. */
const MOST_TRIES = 3;
const PAUSES_MS = [5_000, 60_000];
/** After so many failures in a row the model rests. */
const MOST_FAILURES = 5;
const REST_MS = 30_000;
const LONGEST_REST_MS = 600_000;

/** Takes up what is due. A turn that was taken up and has no end was interrupted: it counts as one more try. */
export const takeTurns: Operation<null, TakenUp[]> = {
  act(work) {
    const { store } = work;
    const { now } = work.call;
    const { failures, until } = store.captures.rest;
    if (until > now) return [];
    const due = store.captures.due(now, failures >= MOST_FAILURES ? 1 : TOGETHER).map(captureOf);
    return due.flatMap((capture) => {
      const { id, author } = capture;
      if (capture.attempts >= MOST_TRIES) {
        setAside(work, capture, "the object stopped each time that it was read");
        return [];
      }
      const attempts = capture.attempts + 1;
      keepCapture(store, { ...capture, state: "processing", attempts, changedAt: now });
      return [{ id, author, attempts, isRead: capture.memories !== null }];
    });
  },
};

/** The model answered. */
export function answered({ store }: Work): void {
  if (store.captures.rest.failures > 0) store.captures.rest = { failures: 0, until: 0 };
}

/** The model did not answer, or not what it was asked for. */
export function putOff(work: Work, capture: OpenCapture, failure: ModelFailure): void {
  const { store, call } = work;
  // The model was waited for since the call began.
  const now = call.now + Math.round(call.elapsed());
  const { reason, message, retryAfterMs } = failure;
  if (reason === "refused") {
    setAside(work, capture, message);
    return;
  }
  const before = store.captures.rest.failures;
  const isProviders = reason !== "bad_answer" && reason !== "budget";
  const failures = isProviders ? before + 1 : reason === "budget" ? before : 0;
  // Until the allowance is there again no turn is worth trying; neither is one that only finds that the model still fails.
  const isFree = reason === "budget" || (isProviders && before >= MOST_FAILURES);
  const rest = reason === "budget" ? (retryAfterMs ?? LONGEST_REST_MS) : restAfter(failures, retryAfterMs);
  store.captures.rest = { failures, until: rest === 0 ? 0 : now + rest };
  const attempts = isFree ? capture.attempts - 1 : capture.attempts;
  if (attempts >= MOST_TRIES) {
    setAside(work, capture, message);
    return;
  }
  const pause = PAUSES_MS[Math.max(0, Math.min(attempts, PAUSES_MS.length) - 1)];
  const dueAt = now + Math.max(pause, retryAfterMs ?? 0, rest);
  keepCapture(store, { ...capture, state: "pending", attempts, dueAt, changedAt: now, error: message });
}

function restAfter(failures: number, retryAfterMs: number | null): number {
  if (retryAfterMs !== null) return Math.min(retryAfterMs, LONGEST_REST_MS);
  if (failures < MOST_FAILURES) return 0;
  return Math.min(LONGEST_REST_MS, REST_MS * 2 ** (failures - MOST_FAILURES));
}

/** What it holds is stored; what is said in it of entities is asked next, with tries of its own. */
export function goOn({ store, call }: Work, capture: OpenCapture): void {
  const { now } = call;
  keepCapture(store, { ...capture, state: "pending", attempts: 0, dueAt: now, changedAt: now, error: null });
}

/** `error`: what is missing all the same, or null. */
export function finishTurn({ store, call }: Work, capture: OpenCapture, error: string | null): void {
  keepCapture(store, { ...capture, state: "done", dueAt: null, changedAt: call.now, error });
  store.captures.dropOld(call.now);
}

/**
 * It is not tried again by itself, and its words are kept so that it can be. One whose memories are stored is done: only what they
 * say of entities is missing.
 */
function setAside(work: Work, capture: OpenCapture, error: string): void {
  if (capture.memories !== null) finishTurn(work, capture, `entities and facts are missing: ${error}`);
  else keepCapture(work.store, { ...capture, state: "failed", dueAt: null, changedAt: work.call.now, error });
  work.store.captures.dropOld(work.call.now);
}
