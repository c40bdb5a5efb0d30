// Looking at an agent: what it is, how it is, what happened.

import * as z from "zod";
import { CaptureHealth } from "./capture.ts";
import { EmbeddingState } from "./embedding.ts";
import { pageFields, TotalMs } from "./fields.ts";
import { LIMITS } from "./limits.ts";
import { HealthNumbers, LifecycleState, MaintenanceState } from "./upkeep.ts";

export const InfoReply = z.object({
  agent: z.string(),
  profile: z.enum(["product", "parity"]),
  nodes: z.int(),
  edges: z.int(),
  embedder: EmbeddingState,
  revision: z.int().describe("Number of the last change; grows with every write."),
  generation: z
    .int()
    .describe(
      "Another number once another memory took the place of this one as a whole: by an import, a restore, an erasure of everything, another embedder, or loading from D1.",
    ),
  total_ms: TotalMs,
});
export type InfoReply = z.infer<typeof InfoReply>;

export const HealthReply = HealthNumbers.extend({
  inhibitory_edges: z.int(),
  memory_bytes: z
    .int()
    .describe("Estimate of what graph and vectors take; agents that share an isolate share 128 MB."),
  last_maintenance: z
    .number()
    .nullable()
    .describe("When maintenance last ran, milliseconds since 1970; dry runs don't count."),
  maintenance: MaintenanceState,
  lifecycle: LifecycleState,
  outbox: z.object({
    changes: z.int(),
    oldest_ms: z.number().nullable().describe("Age of the oldest change that D1 lacks."),
    failures: z.int(),
    last_error: z.string().nullable(),
  }),
  review: z.object({
    waiting: z.int().describe("Proposals that wait for a reviewer."),
    oldest_ms: z.number().nullable().describe("How long the longest of them has been waiting."),
  }),
  captures: CaptureHealth,
  quarantined: z.int().describe("Nodes that are kept back, by the screen or by their age."),
  expiring: z.int().describe("Nodes that are over within the days of notice."),
  unindexed: z.int().describe("Nodes that wait for the full-text index; meanwhile their meaning finds them."),
  embedder: EmbeddingState,
  vectorize: z
    .object({
      dimension: z
        .int()
        .nullable()
        .describe("Numbers of a vector in the index; null while it was never reached."),
      fits: z
        .boolean()
        .nullable()
        .describe("False: the index is for vectors of another length, and gets none of this memory's."),
      waiting: z.int().describe("Vectors that are still to be sent."),
      unseen: z
        .int()
        .describe("Vectors that it took and does not show yet; the object keeps them in memory."),
      deletions: z.int().describe("Vectors that are to go and that it may still hold."),
      in_memory: z.int().describe("Vectors that the object holds in memory."),
      failures: z.int(),
      last_error: z.string().nullable(),
    })
    .optional()
    .describe("Absent where this deployment has no index."),
  revision: z.int(),
  total_ms: TotalMs,
});
export type HealthReply = z.infer<typeof HealthReply>;

export const JournalRequest = z.strictObject({
  ...pageFields("Entries"),
  type: z
    .enum([
      "query",
      "learn",
      "inject",
      "maintenance",
      "run",
      "health",
      "sync",
      "anchor",
      "structure",
      "teach",
      "edit",
      "restore",
      "erasure",
      "reembed",
      "undo",
      "review",
      "retention",
    ])
    .optional(),
});
export type JournalRequest = z.infer<typeof JournalRequest>;
export const JournalReply = z.object({
  entries: z
    .array(
      z.object({
        seq: z.int(),
        at: z.number(),
        type: z.string(),
        author: z.string(),
        // Not `Metadata`, which is as small as what a request may bring: a lesson tells every edge that it moved.
        body: z.record(z.string(), z.json()),
      }),
    )
    .describe("Newest first."),
  next_cursor: z.string().nullable(),
  total_ms: TotalMs,
});
export type JournalReply = z.infer<typeof JournalReply>;

export const LearningCurveRequest = z.strictObject({
  days: z.coerce
    .number()
    .int()
    .min(1)
    .max(LIMITS.curveDays)
    .optional()
    .describe("Days up to today, default 30."),
});
export type LearningCurveRequest = z.infer<typeof LearningCurveRequest>;

export const LearningCurveReply = z.object({
  days: z
    .array(
      z.object({
        day: z.iso.date().describe("In UTC."),
        asked: z.int(),
        answered: z.int().describe("Questions that were shown something."),
        judged: z.int().describe("Verdicts that said useful or misleading, corrections among them."),
        useful: z.int().describe("Those that said useful."),
      }),
    )
    .describe("Days on which something was asked or judged, oldest first. What was undone does not count."),
  since: z
    .number()
    .describe(
      "Milliseconds since 1970: from then on all is counted. Later than asked for where there was more than is looked through.",
    ),
  total_ms: TotalMs,
});
export type LearningCurveReply = z.infer<typeof LearningCurveReply>;

/** openclawbrain's worker envelope; checked by the operation itself, since a bad one is answered inside the envelope. */
export const RpcRequest = z.json();
export type RpcRequest = z.infer<typeof RpcRequest>;
export const RpcReply = z.union([
  z.object({ id: z.json(), result: z.json() }),
  z.object({ id: z.json(), error: z.object({ code: z.number(), message: z.string() }) }),
]);
export type RpcReply = z.infer<typeof RpcReply>;
