// Correction: says what is right. The walk is judged, the correction becomes a node that suppresses what it corrects,
// and the question that was answered wrongly leads to it from now on.

import { Refusal } from "../../wire/errors.ts";
import type { CorrectionReply, CorrectionRequest } from "../../wire/learning.ts";
import { mayBeSuppressed } from "../graph/inhibiting.ts";
import { digestOf } from "../text/digest.ts";
import { takeBack } from "./erased-before.ts";
import { type AwaitedFeedback, awaitFeedback, correctionReply } from "./feedback.ts";
import { doLearn } from "./judging.ts";
import type { Operation, Work } from "./memory.ts";
import { taughtId, taughtNode } from "./taught-node.ts";

const MISLED = -1;

export const correction: Operation<CorrectionRequest, CorrectionReply, AwaitedFeedback> = {
  wait: awaitFeedback,
  act(work, request, { walk, content, vector, question }) {
    takeBack(work, request, [digestOf(content)]);
    requireCorrectable(work, request.corrects ?? []);
    const id = taughtId("correction", content);
    const node = taughtNode("correction", id, content, { source: "correction" });
    const lesson = { node, vector, question, corrects: request.corrects ?? null };
    return correctionReply(work, doLearn(work, { walk, outcome: request.outcome ?? MISLED, lesson }));
  },
};

/** Refuses names of what is wrong that name nothing, or something that can't be wrong: a slip must not look like a success. */
export function requireCorrectable({ draft, settings }: Work, ids: readonly string[]): void {
  const unknown = ids.filter((id) => !draft.graph.has(id));
  if (unknown.length > 0) {
    const message = `corrects names ids that are no nodes: ${unknown.slice(0, 5).join(", ")}. Take ids from a query's fired nodes`;
    throw new Refusal("not_found", message, { unknown_ids: unknown });
  }
  const anchored = ids.filter((id) => !mayBeSuppressed(draft, id, settings));
  if (anchored.length > 0) {
    const message = `${anchored[0]} is constitutional and can't be suppressed: take its anchor away first, or leave it out`;
    throw new Refusal("protected_node", message, { protected_ids: anchored });
  }
}
