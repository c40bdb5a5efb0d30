// How long an owner lets memory last, by kind: what is over is kept back like what the screen keeps back, after it was
// announced; nothing is deleted by its age.

import * as z from "zod";
import { NodeId, TotalMs } from "./fields.ts";
import { LIMITS } from "./limits.ts";

/** Kinds that grow old. Chunks belong to their files, steps to their procedure; memories and experiences have a life of their own. */
export const RETAINED_KINDS = ["teaching", "correction", "directive", "note", "procedure"] as const;
export const RetainedKind = z.enum(RETAINED_KINDS);
export type RetainedKind = z.infer<typeof RetainedKind>;

export const RetentionRequest = z.strictObject({
  kind: RetainedKind,
  days: z
    .int()
    .min(1)
    .max(LIMITS.retentionDays)
    .nullable()
    .describe("After so many days what is of this kind is kept back; null: never, as it is by default."),
  dry_run: z.boolean().optional().describe("True: only says what would be over."),
});
export type RetentionRequest = z.infer<typeof RetentionRequest>;

export const RetentionReply = z.object({
  days: z.partialRecord(RetainedKind, z.int()).describe("By kind, where an owner said anything."),
  notice_days: z.int().describe("Nothing is over sooner than so many days after it was announced."),
  expiring: z
    .array(z.object({ id: NodeId, kind: RetainedKind, at: z.number().describe("When it is over.") }))
    .describe(`What is over within the days of notice, soonest first, ${LIMITS.pageSize} at most.`),
  count: z.int().describe("All of that."),
  dry_run: z.boolean(),
  total_ms: TotalMs,
});
export type RetentionReply = z.infer<typeof RetentionReply>;
