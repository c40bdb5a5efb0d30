// Memories that no captured turn brought are asked about too, where there is a language model: whom and what they name, and how
// these relate. They wait as jobs beside captured turns, those of one author together, and are read as the second step of these.

import type { CapturedMemory } from "../../wire/capture.ts";
import { LIMITS } from "../../wire/limits.ts";
import { isKeptBack } from "../graph/structure.ts";
import { digestOf } from "../text/digest.ts";
import { captureOf, keepCapture, type OpenCapture } from "./capture-progress.ts";
import { addedBy } from "./know-turn.ts";
import type { Work } from "./memory.ts";
import type { Stored } from "./memory-storing.ts";
import { modelOrNone } from "./model-or-none.ts";

/** Memories of one job: their texts stand in one prompt. */
export const TOGETHER = 20;
/** How long a job waits for more memories of its author. */
const GATHERING_MS = 2_000;
const ID_DIGITS = 24;

/** Has what was stored asked about. A full queue leaves it for `POST …/entities/rebuild`. */
export function askKnowledge(work: Work, content: string, stored: Stored): void {
  const { id, status, supersedes, conflicts_with, event_id } = stored;
  if (isKeptBack(work.graph, id) || !modelOrNone(work)) return;
  const memory: CapturedMemory = {
    ...{ content, status, id, reason: null, type: null },
    ...{ supersedes, conflicts_with, event_id },
  };
  if (addedBy({ memories: [memory] }).length === 0) return;
  const open = gatheringOf(work);
  if (open) keepCapture(work.store, { ...open, memories: [...(open.memories ?? []), memory] });
  else addJob(work, [memory], work.call.now + GATHERING_MS);
}

/** Adds a job for memories of one author, the caller's; false where as many wait as may. */
export function addJob(work: Work, memories: readonly CapturedMemory[], dueAt: number): boolean {
  const { store, call } = work;
  const { author, person = null, now, role } = call;
  if (store.captures.counts().waiting >= LIMITS.capturesWaiting) return false;
  const asked = { turn: null, project: null, session: null, visibility: null, source: "memories" };
  const named = digestOf(JSON.stringify([author, now, memories.map(({ id }) => id)]));
  keepCapture(store, {
    ...{ id: `k-${named.slice(0, ID_DIGITS)}`, at: now, author, person, isOwner: role === "owner", asked },
    ...{ state: "pending", attempts: 0, dueAt, changedAt: now, error: null, memories },
    digest: gatheringDigest(author),
  });
  return true;
}

/** The caller's job that nobody has taken up and that has room. */
function gatheringOf({ store, call }: Work): OpenCapture | null {
  const row = store.captures.saying(gatheringDigest(call.author));
  if (row?.state !== "pending" || row.attempts > 0) return null;
  const job = captureOf(row);
  return (job.memories?.length ?? 0) < TOGETHER ? job : null;
}

function gatheringDigest(author: string): string {
  return digestOf(JSON.stringify(["memories", author]));
}
