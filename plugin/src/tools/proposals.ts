// Tools of review, offered only where the user switches them on: listing what was proposed, and deciding it as it was
// read. The service asks for a reviewer's token besides.

import * as z from "zod";
import { text } from "../../../wire/fields.ts";
import { LIMITS } from "../../../wire/limits.ts";
import { PROPOSAL_STATUSES, ProposalId } from "../../../wire/reviewing.ts";
import type { Config } from "../config.ts";
import { type Tool, tool } from "../tool.ts";

const isOffered = ({ proposalTools }: Config) => proposalTools;
const USUALLY_LISTED = 20;

const list = tool({
  name: "memory_proposal_list",
  label: "List proposals",
  description:
    "List memories that were proposed and wait for review, or were decided, with the digest that deciding needs.",
  parameters: z.strictObject({
    status: z.enum(PROPOSAL_STATUSES).optional().describe("Default pending."),
    limit: z.int().min(1).max(LIMITS.pageSize).optional().describe(`Default ${USUALLY_LISTED}.`),
  }),
  effect: "reads",
  isOffered,
  async run({ status = "pending", limit = USUALLY_LISTED }, turn) {
    const { proposals } = await turn.call("proposals", { status, limit });
    return {
      say:
        proposals.length === 0 ? `No proposal is ${status}.` : `${proposals.length} proposals are ${status}.`,
      memory: proposals.map(({ id, kind, novelty, conflicts, digest, title, content }) =>
        [
          `[id ${id}] [${kind}] novelty ${Math.round(novelty * 100)}%`,
          ...(conflicts.length > 0
            ? [`conflicts with ${conflicts.map(({ node_id }) => node_id).join(", ")}`]
            : []),
          `digest ${digest}:`,
          ...(title === null ? [] : [`${title}:`]),
          content,
        ].join(" "),
      ),
      details: {
        count: proposals.length,
        proposals: proposals.map(({ id, status, kind, novelty, salience, digest, expires_at }) => ({
          id,
          status,
          kind,
          novelty,
          salience,
          digest,
          expiresAt: expires_at,
        })),
      },
    };
  },
});

const decide = tool({
  name: "memory_proposal_decide",
  label: "Decide a proposal",
  description: "Approve or reject one proposal as it was listed. Only when the user asks for it.",
  parameters: z
    .strictObject({
      id: ProposalId,
      decision: z.enum(["approve", "reject"]),
      digest: z
        .string()
        .regex(/^[0-9a-f]{64}$/, "must be the digest that the list gives")
        .optional()
        .describe("Of the proposal as it was listed; needed to approve."),
      reason: text(LIMITS.reason).optional().describe("Why it is rejected, for the proposer."),
    })
    .refine(({ decision, digest }) => decision === "reject" || digest !== undefined, {
      path: ["digest"],
      message: "is needed to approve: list the proposals and send the digest of this one",
    })
    .refine(({ decision, reason }) => decision === "reject" || reason === undefined, {
      path: ["reason"],
      message: "goes with reject only",
    }),
  effect: "writes",
  isOffered,
  async run({ id, decision, digest, reason }, turn) {
    const { status, node_id } =
      decision === "approve"
        ? await turn.call("approve", { id, digest: digest as string })
        : await turn.call("reject", { id, ...(digest && { digest }), ...(reason && { reason }) });
    return {
      say:
        node_id === null
          ? `Proposal ${id} is ${status}.`
          : `Proposal ${id} is ${status}; it is memory ${node_id} now.`,
      details: { decided: true, id, status, memoryId: node_id },
    };
  },
});

export const PROPOSAL_TOOLS: readonly Tool[] = [list, decide];
