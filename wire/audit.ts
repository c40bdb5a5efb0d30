// The audit chains: what is recorded, how a page of it looks, and the verdict on a whole chain.
// Rows hold hashes of what was acted on and of the details, and nothing that could be read.

import * as z from "zod";
import { Name, TotalMs } from "./fields.ts";
import { LIMITS } from "./limits.ts";

/** What is recorded, and nothing else. Kinds are added, never renamed: rows of them are kept. */
export const AUDIT_KINDS = [
  "access",
  "anchor",
  "erasure",
  "export",
  "import",
  "procedure",
  "restore",
  "review",
  "settings",
  "undo",
] as const;
export const AuditKind = z.enum(AUDIT_KINDS);
export type AuditKind = z.infer<typeof AuditKind>;

export const AuditStatus = z.enum(["ok", "denied", "error"]);
export type AuditStatus = z.infer<typeof AuditStatus>;

const Hash = z.string().regex(/^[0-9a-f]{64}$/);

export const AuditEvent = z.object({
  id: z.int().describe("1 for the first row of the chain, and no number is left out."),
  ts: z.number().describe("Milliseconds since 1970."),
  kind: AuditKind,
  actor: z.string().describe("Id of the token that acted, or `operator`."),
  target_hash: Hash.describe("SHA-256 of what was acted on."),
  status: AuditStatus,
  detail_hash: Hash.describe("SHA-256 of the details."),
  prev_hash: Hash.nullable().describe("`hash` of the row before; null in the first."),
  hash: Hash.nullable().describe("Keyed hash of all of the above, and of whose chain it is."),
});
export type AuditEvent = z.infer<typeof AuditEvent>;

export const AuditRequest = z.strictObject({
  kind: AuditKind.optional(),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(LIMITS.pageSize)
    .optional()
    .describe("Rows of a page, default 50."),
  cursor: z
    .string()
    .regex(/^\d{1,15}$/, "must be the next_cursor of an earlier page")
    .optional()
    .describe("`next_cursor` of the page before."),
});
export type AuditRequest = z.infer<typeof AuditRequest>;

const AuditPage = z.object({
  events: z.array(AuditEvent).describe("Newest first."),
  next_cursor: z.string().nullable(),
});
export const AuditReply = AuditPage.extend({ total_ms: TotalMs });
export type AuditReply = z.infer<typeof AuditReply>;

const AuditVerdict = z.object({
  ok: z.boolean(),
  rows: z.int().describe("Rows that were checked."),
  broken_at: z.int().nullable().describe("Id of the first row that is not what was written, or is missing."),
  reason: z.string().nullable(),
});
export const AuditVerifyReply = AuditVerdict.extend({ total_ms: TotalMs });
export type AuditVerifyReply = z.infer<typeof AuditVerifyReply>;

/** Of a tenant's chain: an operator names the tenant. */
export const TenantAuditRequest = AuditRequest.extend({
  tenant: Name.optional().describe("Needed for an operator."),
});
export type TenantAuditRequest = z.infer<typeof TenantAuditRequest>;
export const TenantAuditReply = AuditPage;
export type TenantAuditReply = z.infer<typeof TenantAuditReply>;
export const TenantAuditVerifyRequest = TenantAuditRequest.pick({ tenant: true });
export const TenantAuditVerifyReply = AuditVerdict;
export type TenantAuditVerifyReply = z.infer<typeof TenantAuditVerifyReply>;
