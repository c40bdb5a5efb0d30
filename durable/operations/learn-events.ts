// What was found in a session log becomes memory: corrections suppress what they correct, the rest is added. The same
// words are the same event, in whatever log they stand, and are learned once. Where everything waits for a reviewer this does
// too, whoever sent the log: what stands in one is nobody's word.

import { Refusal } from "../../wire/errors.ts";
import type { Vector } from "../graph/vectors.ts";
import { digestOf } from "../text/digest.ts";
import { policyOf } from "./capture-policy.ts";
import { captured } from "./capturing.ts";
import { wasErased } from "./erased-before.ts";
import type { Work } from "./memory.ts";
import type { MinedEvent } from "./mine.ts";
import { placedNode, taughtId, taughtNode } from "./taught-node.ts";
import { type AskedQuestion, plainMinSimilarity, teachCorrection, teachPlain } from "./teaching.ts";
import type { Walk } from "./walk-of.ts";

export interface LearnedEvent {
  readonly mined: MinedEvent;
  readonly status: "new" | "proposed" | "known" | "refused";
  /** What it became, or becomes once it is approved; null where it was not taken. */
  readonly nodeId: string | null;
}

/** What a correction is known to be about: the question, and what had been found for it. */
export interface Corrected {
  readonly question: AskedQuestion;
  readonly walk: Walk;
}

export function markOf({ event: { type, contentHash } }: MinedEvent): string {
  return digestOf(`${type}|${contentHash}`).slice(0, 32);
}

/** Whether an event would be learned; changes nothing. */
export function standingOf(work: Work, mined: MinedEvent): LearnedEvent["status"] {
  if (work.store.replays.knows(markOf(mined))) return "known";
  if (wasErased(work, mined.event.content)) return "refused";
  return policyOf(work).capture === "proposal" ? "proposed" : "new";
}

/** `log` is the replay that it is marked for. The vector follows where it is null. */
export function learnEvent(
  work: Work,
  log: string,
  mined: MinedEvent,
  vector: Vector | null,
  corrected: Corrected | null,
): LearnedEvent {
  const { store, call } = work;
  const { event, pointer } = mined;
  const status = standingOf(work, mined);
  if (status !== "new" && status !== "proposed") return { mined, status, nodeId: null };
  const kind = event.type === "CORRECTION" ? "correction" : "teaching";
  const metadata = {
    source: call.source ?? "harvest",
    type: event.type,
    session_pointer: pointer,
    severity: event.severity,
  };
  const id = taughtId(kind, event.content);
  const node = placedNode(work, taughtNode(kind, id, event.content, metadata));
  try {
    if (policyOf(work).capture === "proposal") {
      const { nodeId, proposal } = captured(work, node, { metadata: node.metadata }, vector);
      store.replays.mark([markOf(mined)], log, call.now);
      return { mined, status: proposal ? "proposed" : "known", nodeId };
    }
    const taught =
      kind === "correction"
        ? teachCorrection(work, {
            node,
            vector,
            question: corrected?.question ?? null,
            walk: corrected?.walk ?? null,
            corrects: null,
          })
        : teachPlain(work, node, vector, plainMinSimilarity(work));
    store.replays.mark([markOf(mined)], log, call.now);
    return { mined, status: taught.injected ? "new" : "known", nodeId: taught.nodeId };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { mined, status: "refused", nodeId: null };
  }
}
