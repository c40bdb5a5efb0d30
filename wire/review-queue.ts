// The queue of a whole tenant, from D1: proposals of all of its agents that a token may enter.

import * as z from "zod";
import { Name } from "./fields.ts";
import { Proposal, proposalFilters } from "./reviewing.ts";

export const ReviewRequest = z.strictObject({
  ...proposalFilters,
  agent: Name.optional().describe("Only of this agent."),
});
export type ReviewRequest = z.infer<typeof ReviewRequest>;
export const ReviewReply = z.object({
  proposals: z.array(Proposal.extend({ agent: Name })),
  waiting: z
    .array(
      z.object({
        agent: Name,
        count: z.int(),
        oldest_at: z.number().nullable().describe("Milliseconds since 1970."),
        revision: z
          .int()
          .describe("The change up to which this is told; `health` of the agent says how many follow."),
      }),
    )
    .describe("Agents with proposals that wait, all of those that the token may enter."),
  next_cursor: z.string().nullable(),
});
export type ReviewReply = z.infer<typeof ReviewReply>;
