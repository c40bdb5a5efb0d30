// Feedback: how a walk went, what was wrong with it, what the agent has learned.

import * as z from "zod";
import { OverrideErased } from "./erasing.ts";
import {
  Authority,
  Embedding,
  Metadata,
  NewNodeId,
  NodeId,
  NodeType,
  Outcome,
  TotalMs,
  text,
  walkFields,
  walksNamed,
} from "./fields.ts";
import { LIMITS } from "./limits.ts";
import { ProposalState } from "./reviewing.ts";
import { Quarantined } from "./screening.ts";

const Proposed = ProposalState.optional().describe(
  "Present where what is added waits for a reviewer: nothing has changed yet, and `node_id` is the id that it gets " +
    "when it is approved as it is.",
);

const ONE_WALK = "name the walk by exactly one of query_id, chat_id and fired_ids";
const AT_MOST_ONE_WALK = "name the walk by at most one of query_id, chat_id and fired_ids";

export const LearnRequest = z
  .strictObject({
    ...walkFields,
    outcome: Outcome,
    outcomes: z.record(NodeId, Outcome).optional().describe("Outcome of single nodes of the walk."),
    wanted_ids: z
      .array(NodeId)
      .max(LIMITS.firedIds)
      .optional()
      .describe(
        "Nodes that answer the question, whether they fired or not: questions like it lead there from now on.",
      ),
  })
  .refine((value) => walksNamed(value) === 1, ONE_WALK);
export type LearnRequest = z.infer<typeof LearnRequest>;

export const LearnReply = z.object({
  event_id: z.string().describe("The learning event, for undoing it."),
  edges_updated: z.int(),
  max_weight_delta: z.number(),
  fired_ids: z.array(NodeId).describe("Nodes that were learned from."),
  unknown_ids: z.array(z.string()).describe("Ids that are no nodes; they were left out."),
  credited_ids: z.array(NodeId).optional().describe("Nodes that the question leads to from now on."),
  discredited_ids: z.array(NodeId).optional().describe("Nodes that the question does not lead to any more."),
  lowered_ids: z
    .array(NodeId)
    .optional()
    .describe("Nodes that come lower for questions like this one from now on."),
  note: z.string().optional(),
  total_ms: TotalMs,
});
export type LearnReply = z.infer<typeof LearnReply>;

export const CorrectionRequest = z
  .strictObject({
    ...walkFields,
    content: text(LIMITS.text).describe("What is right."),
    outcome: Outcome.optional().describe("Verdict on the walk, default −1."),
    corrects: z
      .array(NodeId)
      .max(LIMITS.firedIds)
      .optional()
      .describe("The nodes that were wrong; default: those of the walk closest to the correction."),
    override_erased: OverrideErased,
  })
  .refine((value) => walksNamed(value) <= 1, AT_MOST_ONE_WALK);
export type CorrectionRequest = z.infer<typeof CorrectionRequest>;

export const CorrectionReply = LearnReply.extend({
  node_id: NodeId,
  node_injected: z.boolean(),
  corrected_ids: z.array(NodeId).describe("Nodes that the correction suppresses from now on."),
  quarantined: Quarantined,
  embedding: Embedding,
  proposal: Proposed,
});
export type CorrectionReply = z.infer<typeof CorrectionReply>;

export const SelfLearnRequest = z
  .strictObject({
    ...walkFields,
    content: text(LIMITS.text),
    outcome: Outcome.optional().describe("Default −1."),
    node_type: z.enum(["CORRECTION", "TEACHING"]).optional().describe("Default CORRECTION."),
    override_erased: OverrideErased,
  })
  .refine((value) => walksNamed(value) <= 1, AT_MOST_ONE_WALK)
  .refine(
    (value) => !((value.outcome ?? -1) > 0 && (value.node_type ?? "CORRECTION") === "CORRECTION"),
    "a positive outcome can't carry a CORRECTION: send node_type TEACHING, or a negative outcome",
  );
export type SelfLearnRequest = z.infer<typeof SelfLearnRequest>;

const NewNode = z.strictObject({
  id: NewNodeId.optional().describe("Default: made from the content."),
  content: text(LIMITS.text),
  type: NodeType.optional().describe("Default TEACHING."),
  summary: text(LIMITS.summary, 0).optional(),
  metadata: Metadata.optional().describe(
    "Anything. Some names mean something where they hold a string: `title`, `speaker` and `caption` are searched and " +
      "embedded with the text, and a title is a name that other texts mention; nodes of one `session` are tied in order.",
  ),
  authority: Authority.optional(),
});
export const InjectRequest = NewNode.extend({ override_erased: OverrideErased });
export type InjectRequest = z.infer<typeof InjectRequest>;

export const InjectReply = z.object({
  node_id: NodeId,
  injected: z.boolean().describe("False when the same content was there already."),
  connected_to: z.array(NodeId),
  edges_added: z.int(),
  suppresses: z.array(NodeId),
  quarantined: Quarantined,
  embedding: Embedding,
  proposal: Proposed,
  total_ms: TotalMs,
});
export type InjectReply = z.infer<typeof InjectReply>;

export const InjectBatchRequest = z.strictObject({
  nodes: z.array(NewNode).min(1).max(LIMITS.nodesPerBatch),
  override_erased: OverrideErased,
});
export type InjectBatchRequest = z.infer<typeof InjectBatchRequest>;
export const InjectBatchReply = z.object({
  quarantined: Quarantined,
  injected: z.int(),
  skipped: z.int(),
  edges_added: z.int(),
  inhibitory: z.int(),
  proposals: z
    .array(ProposalState)
    .optional()
    .describe("Present where what is added waits for a reviewer: nothing was added yet."),
  pending: z.int().optional().describe("Nodes whose vector is still to come; left out when there is none."),
  total_ms: TotalMs,
});
export type InjectBatchReply = z.infer<typeof InjectBatchReply>;
