// The embedder of an agent: which one it is, how it does, and changing it.

import * as z from "zod";
import { TotalMs } from "./fields.ts";

export const EmbedderIdentity = z.object({ name: z.string(), dimension: z.int() });

const State = z.enum(["none", "running", "done", "cancelled"]);

export const ReembedProgress = z.object({
  state: State.describe("`none`: nothing was ever asked for, or it is forgotten."),
  from: EmbedderIdentity.nullable(),
  to: EmbedderIdentity.nullable(),
  done: z.int().describe("Texts and taught questions that the new embedder has read."),
  total: z.int(),
  set_aside: z.int().describe("Texts that the new embedder refused; they keep no vector."),
  questions_dropped: z
    .int()
    .describe(
      "Taught questions whose words were not kept by an earlier version: they can't be embedded anew.",
    ),
  started_at: z.number().nullable(),
  ended_at: z.number().nullable(),
  error: z.string().nullable().describe("Why it does not go on just now, or why it ended."),
  eta_ms: z.number().nullable().describe("Estimate of what is left, from the pace so far."),
});

export const EmbeddingState = z.object({
  name: z.string(),
  dimension: z.int(),
  state: z
    .enum(["ok", "failing", "missing"])
    .describe("`missing`: this server lacks the embedder, or its weights. Full text answers in either case."),
  reason: z.string().nullable().describe("Why it fails."),
  message: z.string().nullable(),
  failing_since: z.number().nullable().describe("Milliseconds since 1970."),
  retry_at: z.number().nullable().describe("Until then it is left alone."),
  pending: z.int().describe("Texts that wait for a vector."),
  oldest_pending_ms: z.number().nullable().describe("Age of the oldest of them."),
  set_aside: z.int().describe("Texts that the embedder refused too often; a changed text is tried again."),
  deployment_default: z
    .string()
    .describe("What a new agent would embed with. Where it differs, POST /reembed changes this one."),
  reembed: ReembedProgress,
});
export type EmbeddingState = z.infer<typeof EmbeddingState>;

export const ReembedRequest = z.strictObject({
  embedder: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe("Name of the new embedder; default: what a new agent would embed with."),
  dry_run: z.boolean().optional().describe("Says how much there is to do."),
  cancel: z.boolean().optional().describe("Ends the one that is under way; the memory stays as it is."),
});
export type ReembedRequest = z.infer<typeof ReembedRequest>;

export const ReembedStatusRequest = z.strictObject({});

export const ReembedReply = ReembedProgress.extend({
  characters: z.int().optional().describe("Characters to embed; in a dry run."),
  dry_run: z.boolean(),
  total_ms: TotalMs,
});
export type ReembedReply = z.infer<typeof ReembedReply>;
