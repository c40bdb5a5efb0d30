// Correction: says what is right. The walk is judged, the correction becomes a node that suppresses what it corrects,
// and the question that was answered wrongly leads to it from now on.

import type { CorrectionReply, CorrectionRequest } from "../../wire/learning.ts";
import { mustPropose } from "./capture-policy.ts";
import { captured, capturedReply } from "./capturing.ts";
import { keptFeedback, requireCorrectable } from "./correctable.ts";
import { takeBack } from "./erased-before.ts";
import { type AwaitedFeedback, awaitFeedback, correctionReply } from "./feedback.ts";
import { doLearn } from "./judging.ts";
import type { Operation } from "./memory.ts";
import { taughtId, taughtNode } from "./taught-node.ts";

const MISLED = -1;

export const correction: Operation<CorrectionRequest, CorrectionReply, AwaitedFeedback> = {
  wait: awaitFeedback,
  act(work, request, { walk, content, vector, question }) {
    takeBack(work, request, [content]);
    requireCorrectable(work, request.corrects ?? []);
    const id = taughtId("correction", content);
    const node = taughtNode("correction", id, content, { source: "correction" });
    if (mustPropose(work)) {
      const payload = { metadata: node.metadata, feedback: keptFeedback(work, request) };
      return capturedReply(work, captured(work, node, payload, vector));
    }
    const lesson = { node, vector, question, corrects: request.corrects ?? null };
    return correctionReply(work, doLearn(work, { walk, outcome: request.outcome ?? MISLED, lesson }));
  },
};
