// Erasing: what goes and why, the receipt of what went, and how to check both later.
// A receipt counts and hashes: it holds nothing of what was erased.

import * as z from "zod";
import { NodeId, TotalMs, text } from "./fields.ts";
import { LIMITS } from "./limits.ts";

const ERASED_BY = ["node_ids", "source", "author", "project", "agent"] as const;

export const EraseRequest = z
  .strictObject({
    node_ids: z.array(NodeId).min(1).max(LIMITS.firedIds).optional(),
    source: text(LIMITS.path).optional().describe("Path of a file, or what nodes name as their `source`."),
    author: text(LIMITS.name).optional().describe("Id of the token that wrote it."),
    project: text(LIMITS.metadataBytes).optional().describe("What nodes name as their `project`."),
    agent: z
      .literal(true)
      .optional()
      .describe("Everything; the agent stays, empty, with its audit and tombstones."),
    dry_run: z.boolean().optional().describe("True: only says what would go."),
  })
  .refine(
    (value) => ERASED_BY.filter((by) => value[by] !== undefined).length === 1,
    `name what is to be erased by exactly one of ${ERASED_BY.join(", ")}`,
  );
export type EraseRequest = z.infer<typeof EraseRequest>;

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Counts = z.record(z.string().max(LIMITS.name), z.int().min(0)).describe("Rows by table.");

const Learning = z.object({
  exact: z.int().min(0).describe("Lessons of what was erased that were taken back exactly."),
  estimated: z
    .int()
    .min(0)
    .describe("Lessons from before a change that can't be repeated: their share was estimated."),
});

export const Receipt = z.strictObject({
  erasure_id: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .describe("Names the erasure."),
  agent: z.string().max(LIMITS.name).describe("Id of the agent."),
  at: z.number().describe("Milliseconds since 1970."),
  by: z.string().max(LIMITS.name).describe("Id of the token that erased."),
  target: z.object({ by: z.enum(ERASED_BY), hash: Hash.describe("SHA-256 of what was named.") }),
  counts: z.object({
    object: Counts,
    d1: Counts.describe("Rows that D1 drops or scrubs with the change of that revision."),
  }),
  tombstones: z.int().min(0).describe("Contents that are refused from now on."),
  learning: Learning,
  revision: z.int().min(0).describe("The change that erased: once D1 holds it, both homes have."),
  seal: Hash.describe("HMAC-SHA256 of all the rest, with a key that only the server has."),
});
export type Receipt = z.infer<typeof Receipt>;

export const Because = z
  .enum(["named", "derived", "same_text"])
  .describe("`derived`: merged of it or part of it. `same_text`: says the same, word by word.");
export type Because = z.infer<typeof Because>;

export const EraseReply = z.object({
  dry_run: z.boolean(),
  nodes: z
    .array(z.object({ id: NodeId, because: Because }))
    .describe(`What would go, the first ${LIMITS.pageSize}; empty once it is gone.`),
  nodes_left_out: z.int(),
  counts: Counts,
  receipt: Receipt.nullable().describe("Null in a dry run."),
  total_ms: TotalMs,
});
export type EraseReply = z.infer<typeof EraseReply>;

/** Stands for the newest erasure of an agent. */
export const LAST = "last";

export const ErasureRequest = z.strictObject({
  id: z.string().min(1).max(LIMITS.name).describe(`An \`erasure_id\`, or \`${LAST}\` for the newest.`),
});
export type ErasureRequest = z.infer<typeof ErasureRequest>;

export const ErasureReply = z.object({
  receipt: Receipt,
  verified: z.boolean().describe("True: neither home holds anything of it."),
  reasons: z.array(z.string()).describe("Why it is not verified; empty when it is."),
  applied_seq: z.int().nullable().describe("The last change that D1 holds; null while D1 can't be reached."),
  total_ms: TotalMs,
});
export type ErasureReply = z.infer<typeof ErasureReply>;

export const VerifyReceiptRequest = z.strictObject({ receipt: Receipt });
export type VerifyReceiptRequest = z.infer<typeof VerifyReceiptRequest>;

export const VerifyReceiptReply = z.object({
  genuine: z.boolean().describe("True: this server made the receipt, for this agent, and nobody changed it."),
  reason: z.string().nullable(),
  total_ms: TotalMs,
});
export type VerifyReceiptReply = z.infer<typeof VerifyReceiptReply>;

/** Of a write that may bring back what was erased. */
export const OverrideErased = z
  .boolean()
  .optional()
  .describe("True: take it although it was erased before. For owners only.");
