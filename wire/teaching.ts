// Teaching by a language model: which routes it would take, asked about questions of late.

import * as z from "zod";
import { NodeId, TotalMs } from "./fields.ts";
import { LIMITS } from "./limits.ts";

export const TeachRequest = z.strictObject({
  dry_run: z
    .boolean()
    .optional()
    .describe("Default true: the model is asked, and what it would change is said. False changes it."),
  since_hours: z
    .number()
    .positive()
    .max(LIMITS.teachHours)
    .optional()
    .describe("How old a question may be, default 24."),
  max_queries: z
    .int()
    .min(1)
    .max(LIMITS.teachQueries)
    .optional()
    .describe("Questions that are looked into, a sample that differs from run to run; default 20."),
  within_seconds: z
    .int()
    .min(1)
    .max(LIMITS.teachSeconds)
    .optional()
    .describe(
      "How long the model is asked, default 8; a client that waits longer than its usual 10 can give it more.",
    ),
  max_calls: z
    .int()
    .min(1)
    .max(LIMITS.teachCalls)
    .optional()
    .describe("Calls of the model, one for each choice of a walk; default 20."),
});
export type TeachRequest = z.infer<typeof TeachRequest>;

export const TeachUpdate = z.object({
  event_id: z.string().nullable().describe("The learning event, for undoing it; null in a dry run."),
  query_id: z.string(),
  source: NodeId,
  target: NodeId,
  score: z.number().describe("What the model thinks of this route for the question, −1 … 1."),
  change: z.number().describe("By how much its weight moved, or would move."),
});

export const TeachReply = z.object({
  model: z
    .string()
    .nullable()
    .describe("Provider and model; null where this deployment has none: then nothing was done."),
  note: z.string().optional().describe("What to know, and what to do about it."),
  sampled_queries: z.int(),
  decisions: z.int().describe("Choices of their walks that the model could be asked about."),
  calls: z.int().describe("Of these, how many it was asked about."),
  labelled: z.int().describe("And for how many it said something that could be read."),
  stopped: z
    .enum(["calls", "time", "failure"])
    .nullable()
    .describe("Why it was not asked about all of them."),
  failures: z
    .array(z.object({ reason: z.string(), message: z.string(), count: z.int() }))
    .describe("How calls failed."),
  updates: z.array(TeachUpdate),
  gone: z.int().describe("Labels of routes that are not followed any more."),
  edges_updated: z.int(),
  max_weight_delta: z.number(),
  dry_run: z.boolean(),
  total_ms: TotalMs,
});
export type TeachReply = z.infer<typeof TeachReply>;
