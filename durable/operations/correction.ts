// Correction: says what is right. The walk is judged, the correction becomes a node that suppresses what it corrects,
// and the question that was answered wrongly leads to it from now on.

import type { CorrectionReply, CorrectionRequest } from "../../wire/learning.ts";
import { digestOf } from "../text/digest.ts";
import { takeBack } from "./erased-before.ts";
import { type AwaitedFeedback, awaitFeedback, correctionReply } from "./feedback.ts";
import type { Operation } from "./memory.ts";
import { doLearn, taughtId, taughtNode } from "./teaching.ts";

const MISLED = -1;

export const correction: Operation<CorrectionRequest, CorrectionReply, AwaitedFeedback> = {
  wait: awaitFeedback,
  act(work, request, { walk, content, vector, question }) {
    takeBack(work, request, [digestOf(content)]);
    const id = taughtId("correction", content);
    const node = taughtNode("correction", id, content, { source: "correction" });
    const lesson = { node, vector, question, corrects: request.corrects ?? null };
    return correctionReply(work, doLearn(work, { walk, outcome: request.outcome ?? MISLED, lesson }));
  },
};
