// Reviewed memory: what is proposed, what a reviewer is shown, and what is decided. A proposal is no memory.

import * as z from "zod";
import {
  Metadata,
  NewNodeId,
  NodeId,
  NodeType,
  Outcome,
  pageFields,
  TotalMs,
  text,
  walkFields,
  walksNamed,
} from "./fields.ts";
import { LIMITS } from "./limits.ts";

const encoder = new TextEncoder();

export const PROPOSAL_KINDS = ["fact", "memory", "correction", "procedure"] as const;
export const ProposalKind = z.enum(PROPOSAL_KINDS);
export type ProposalKind = z.infer<typeof ProposalKind>;

export const PROPOSAL_STATUSES = ["pending", "approved", "rejected", "expired"] as const;
export const ProposalStatus = z.enum(PROPOSAL_STATUSES);
export type ProposalStatus = z.infer<typeof ProposalStatus>;

export const ProposalId = z.string().regex(/^[\w-]{1,64}$/, "must be the id of a proposal");
const Digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe("Of all that a reviewer is shown: `digest` of the proposal as it was read.");
const Share = z.number().min(0).max(1);
const Time = z.number().describe("Milliseconds since 1970.");

export const Entity = z.strictObject({ name: text(LIMITS.entityName), type: text(LIMITS.name).optional() });
export const Relation = z.strictObject({
  from: text(LIMITS.entityName),
  to: text(LIMITS.entityName),
  type: text(LIMITS.name),
});

const described = {
  content: text(LIMITS.proposalText),
  title: text(LIMITS.title).optional(),
  tags: z.array(text(LIMITS.name)).max(LIMITS.tagsPerProposal).optional(),
  entities: z.array(Entity).max(LIMITS.entitiesPerProposal).optional(),
  relations: z.array(Relation).max(LIMITS.entitiesPerProposal).optional(),
};

export const ProposalRequest = z
  .strictObject({
    ...described,
    kind: ProposalKind.exclude(["procedure"])
      .optional()
      .describe("Default `fact`. A `correction` suppresses what it corrects once it is approved."),
    type: NodeType.exclude(["CORRECTION"]).optional().describe("Of a fact or memory; default TEACHING."),
    id: NewNodeId.optional().describe("Of the memory that it becomes; default: made from the content."),
    summary: text(LIMITS.summary, 0).optional(),
    metadata: Metadata.optional().describe("As in `inject`."),
    source: text(LIMITS.path).optional().describe("What it comes from."),
    session: text(LIMITS.chatId).optional().describe("The conversation that it comes from."),
    source_prompt: z
      .string()
      .refine(
        (value) => encoder.encode(value).length <= LIMITS.sourcePromptBytes,
        `must have at most ${LIMITS.sourcePromptBytes} bytes`,
      )
      .optional()
      .describe("What was said there, for the reviewer; it becomes no part of the memory."),
    ...walkFields,
    outcome: Outcome.optional().describe("Of a correction: verdict on the walk that it names, default −1."),
    corrects: z
      .array(NodeId)
      .max(LIMITS.firedIds)
      .optional()
      .describe("Of a correction: the nodes that are wrong."),
  })
  .refine(
    (value) => walksNamed(value) <= 1,
    "name the walk by at most one of query_id, chat_id and fired_ids",
  )
  .refine(
    ({ kind, corrects, outcome, lookback, ...walk }) =>
      kind === "correction" ||
      (walksNamed(walk) === 0 && [corrects, outcome, lookback].every((field) => field === undefined)),
    "only a correction names a walk, an outcome, or what it corrects: send kind correction, or leave them out",
  )
  .refine(
    ({ kind, type }) => kind !== "correction" || type === undefined,
    "a correction has no type: leave it out",
  );
export type ProposalRequest = z.infer<typeof ProposalRequest>;

export const Conflict = z.object({
  node_id: NodeId.describe("The memory that says something else."),
  because: z
    .enum(["number", "date", "negation", "value"])
    .describe("What differs where the two are otherwise about the same."),
  proposed: z.string().describe("What the proposal says there."),
  known: z.string().describe("What the memory says there."),
});
export type Conflict = z.infer<typeof Conflict>;

/** Where a proposal stands, as writes answer it: without its text. */
export const ProposalState = z.object({
  id: ProposalId.nullable().describe("Null where the text is memory already."),
  status: z
    .enum([...PROPOSAL_STATUSES, "duplicate"])
    .describe("`duplicate`: the text is memory already, nothing was proposed."),
  created: z.boolean().describe("False where this very text was waiting already, or is memory."),
  digest: Digest.nullable(),
  node_id: NodeId.nullable().describe("The memory that says this text already."),
  novelty: Share.nullable().describe(
    "1: nothing in memory or in the queue resembles it. 0: it is there, word by word.",
  ),
  salience: Share.nullable().describe("How much the text says, whatever its length."),
  conflicts: z.array(Conflict),
  expires_at: Time.nullable(),
});
export type ProposalState = z.infer<typeof ProposalState>;

export const ProposeReply = ProposalState.extend({ total_ms: TotalMs });
export type ProposeReply = z.infer<typeof ProposeReply>;

/** All of a proposal, as reviewers and its proposer see it. */
export const Proposal = z.object({
  id: ProposalId,
  status: ProposalStatus,
  kind: ProposalKind,
  content: z.string(),
  title: z.string().nullable(),
  summary: z.string().nullable(),
  type: NodeType,
  tags: z.array(z.string()),
  entities: z.array(Entity),
  relations: z.array(Relation),
  metadata: Metadata,
  corrects: z.array(NodeId).describe("Of a correction: the nodes that it names as wrong."),
  procedure: z
    .object({
      steps: z.array(z.object({ title: z.string(), content: z.string(), kind: z.string().optional() })),
      supersedes: NodeId.optional(),
    })
    .nullable()
    .describe("What is approved or rejected as one; `content` has all of it as one text."),
  memory: z.looseObject({}).nullable().optional().describe("What was said of a memory beside its text."),
  fact: z.looseObject({}).nullable().optional().describe("Which entities a fact relates, and since when."),
  fired_ids: z.array(NodeId).describe("Of a correction: what fired in the walk that it is about."),
  source: z.string().nullable(),
  session: z.string().nullable(),
  source_prompt: z.string().nullable(),
  author: z.string().describe("Token or subject that proposed it."),
  digest: Digest,
  novelty: Share,
  salience: Share,
  conflicts: z.array(Conflict).describe("As the memory was when it was proposed or edited."),
  screen: z
    .object({ verdict: z.enum(["clean", "quarantine", "reject"]), reasons: z.array(z.string()) })
    .optional()
    .describe("Whether its words give orders to whoever reads them. Approving it lets it go all the same."),
  created_at: Time,
  edited_at: Time.nullable(),
  expires_at: Time,
  decided_at: Time.nullable(),
  decided_by: z.string().nullable(),
  reason: z.string().nullable(),
  node_id: NodeId.nullable().describe("The memory that it became, or that said the same."),
  untrusted: z.literal(true),
});
export type Proposal = z.infer<typeof Proposal>;

/** By which proposals are listed. */
export const proposalFilters = {
  status: z
    .enum([...PROPOSAL_STATUSES, "any"])
    .optional()
    .describe("Default `pending`."),
  kind: ProposalKind.optional(),
  order: z.enum(["newest", "oldest"]).optional().describe("Default `newest`."),
  ...pageFields("Proposals", 200),
};

export const ProposalsRequest = z.strictObject({
  ...proposalFilters,
  author: text(LIMITS.name).optional().describe("Only of this token or subject."),
});
export type ProposalsRequest = z.infer<typeof ProposalsRequest>;
export const ProposalsReply = z.object({
  proposals: z.array(Proposal),
  next_cursor: z.string().nullable(),
  total_ms: TotalMs,
});
export type ProposalsReply = z.infer<typeof ProposalsReply>;

export const ProposalName = z.strictObject({ id: ProposalId });
export type ProposalName = z.infer<typeof ProposalName>;
export const ProposalReply = z.object({ proposal: Proposal, total_ms: TotalMs });
export type ProposalReply = z.infer<typeof ProposalReply>;

export const ReviseRequest = z
  .strictObject({
    id: ProposalId,
    digest: Digest,
    content: described.content.optional(),
    title: described.title,
  })
  .refine(({ content, title }) => content !== undefined || title !== undefined, "must hold content or title");
export type ReviseRequest = z.infer<typeof ReviseRequest>;

const Approval = z.strictObject({
  id: ProposalId,
  digest: Digest,
  content: described.content
    .optional()
    .describe("What is to be remembered instead; default: the text as it is."),
  title: described.title,
});
export const ApproveRequest = Approval;
export type ApproveRequest = z.infer<typeof ApproveRequest>;

const Rejection = z.strictObject({
  id: ProposalId,
  digest: Digest.optional(),
  reason: text(LIMITS.reason).optional().describe("For the proposer."),
});
export const RejectRequest = Rejection;
export type RejectRequest = z.infer<typeof RejectRequest>;

/** What was decided about one proposal. */
export const Decision = z.object({
  id: ProposalId,
  status: z.enum(["approved", "rejected"]),
  node_id: NodeId.nullable().describe(
    "The memory that it became, or that said the same; null when it was rejected.",
  ),
  node_injected: z.boolean().describe("False when the memory was there already, or it was rejected."),
  event_id: z
    .string()
    .nullable()
    .describe("Of the approval, for undoing what it taught; null when it was rejected."),
  embedding: z.literal("pending").optional().describe("Present while the vector is still to come."),
});
export type Decision = z.infer<typeof Decision>;
export const DecisionReply = Decision.extend({ total_ms: TotalMs });
export type DecisionReply = z.infer<typeof DecisionReply>;

export const ApproveBatchRequest = z.strictObject({
  items: z
    .array(Approval.pick({ id: true, digest: true }))
    .min(1)
    .max(LIMITS.proposalsPerBatch),
});
export type ApproveBatchRequest = z.infer<typeof ApproveBatchRequest>;
export const RejectBatchRequest = z.strictObject({
  items: z
    .array(Rejection.pick({ id: true, digest: true }))
    .min(1)
    .max(LIMITS.proposalsPerBatch),
  reason: Rejection.shape.reason,
});
export type RejectBatchRequest = z.infer<typeof RejectBatchRequest>;
export const BatchReply = z.object({
  results: z
    .array(
      z.union([
        Decision,
        z.object({ id: ProposalId, error: z.object({ code: z.string(), message: z.string() }) }),
      ]),
    )
    .describe("In the order of the items; one that is refused leaves the others alone."),
  decided: z.int(),
  refused: z.int(),
  total_ms: TotalMs,
});
export type BatchReply = z.infer<typeof BatchReply>;
