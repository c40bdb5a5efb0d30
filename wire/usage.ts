// What a tenant uses in a calendar month (UTC), and how much of it the operator allows.

import * as z from "zod";
import { Name } from "./fields.ts";

/** What is counted. Reading what one has is counted too, and never limited. */
export const COUNTED = ["queries", "reads", "writes", "embedded_characters", "model_calls"] as const;
export type Counted = (typeof COUNTED)[number];

export const Counts = z.object({
  queries: z.int(),
  reads: z.int().describe("Requests that look at a memory without asking it."),
  writes: z.int(),
  embedded_characters: z.int().describe("Characters handed to the embedder."),
  model_calls: z.int().describe("Calls of language models."),
});
export type Counts = z.infer<typeof Counts>;

const Most = z.int().nonnegative().nullable();
/** The budget of a month; null where nothing is limited. */
export const Budget = z.object({
  queries: Most,
  writes: Most,
  embedded_characters: Most,
});
export type Budget = z.infer<typeof Budget>;
export type Budgeted = keyof Budget;

export const UNLIMITED: Budget = {
  queries: null,
  writes: null,
  embedded_characters: null,
};

export const BudgetRequest = Budget.partial()
  .extend({ name: Name.describe("The tenant.") })
  .strict()
  .describe("The whole budget: what is left out, or null, is not limited.");
export const BudgetReply = z.object({ tenant: Name, limits: Budget });
export type BudgetReply = z.infer<typeof BudgetReply>;

export const UsageRequest = z.strictObject({
  tenant: Name.optional().describe("Needed for an operator; a tenant's own token knows its tenant."),
});
export const UsageReply = z.object({
  tenant: Name,
  month: z.string().describe("YYYY-MM, in UTC."),
  month_ends_at: z.number().describe("When counting begins anew, milliseconds since 1970."),
  counts: Counts,
  limits: Budget,
  share: z
    .object({
      queries: z.number().nullable(),
      writes: z.number().nullable(),
      embedded_characters: z.number().nullable(),
    })
    .describe("Part of each limit that is used; 1 and more is over it. Null where nothing is limited."),
  tokens: z
    .array(Counts.extend({ token: z.string().describe("Its id; `other` sums up those beyond the list.") }))
    .describe("The same counts by token."),
  earlier: z.array(Counts.extend({ month: z.string() })).describe("Months before, newest first."),
});
export type UsageReply = z.infer<typeof UsageReply>;

/** What an object reports of its work beside the answer. */
export type Spent = Pick<Counts, "embedded_characters" | "model_calls">;
