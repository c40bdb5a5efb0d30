// Self-learn: the agent judges its own walk and adds what it found out, as a correction or as a teaching.

import type { CorrectionReply, SelfLearnRequest } from "../../wire/learning.ts";
import { mustPropose } from "./capture-policy.ts";
import { captured, capturedReply } from "./capturing.ts";
import { keptFeedback } from "./correctable.ts";
import { takeBack } from "./erased-before.ts";
import { type AwaitedFeedback, awaitFeedback, correctionReply } from "./feedback.ts";
import { doLearn } from "./judging.ts";
import type { Operation } from "./memory.ts";
import { taughtId, taughtNode } from "./taught-node.ts";

const MISLED = -1;

export const selfLearn: Operation<SelfLearnRequest, CorrectionReply, AwaitedFeedback> = {
  wait: awaitFeedback,
  act(work, request, { walk, content, vector, question }) {
    takeBack(work, request, [content]);
    const kind = request.node_type === "TEACHING" ? "teaching" : "correction";
    const node = taughtNode(kind, taughtId(kind, content), content, { source: "self" });
    if (mustPropose(work)) {
      const payload = { metadata: node.metadata, feedback: keptFeedback(work, request) };
      return capturedReply(work, captured(work, node, payload, vector));
    }
    const lesson = { node, vector, question, corrects: null };
    return correctionReply(work, doLearn(work, { walk, outcome: request.outcome ?? MISLED, lesson }));
  },
};
