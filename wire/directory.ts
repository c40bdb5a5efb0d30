// Who may enter: tenants, agents and tokens.

import * as z from "zod";
import { Name } from "./fields.ts";

/** Rights grow to the right; `operator` stands above all tenants and is no role of a token. */
export const ROLES = ["reader", "agent", "reviewer", "owner"] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

export const TenantRequest = z.strictObject({ name: Name });
export const TenantReply = z.object({ id: z.string(), name: Name, created_at: z.number() });

export const AgentRequest = z.strictObject({
  name: Name,
  tenant: Name.optional().describe("Needed for an operator; a tenant's own token knows its tenant."),
  profile: z.enum(["product", "parity"]).optional().describe("Default product."),
});
export const AgentReply = z.object({
  id: z.string(),
  name: Name,
  tenant: Name,
  profile: z.enum(["product", "parity"]),
  created_at: z.number(),
});
export const AgentList = z.object({ agents: z.array(AgentReply), next_cursor: z.string().nullable() });

export const TokenRequest = z.strictObject({
  name: z.string().trim().min(1).max(64).describe("The device or program that will use it."),
  tenant: Name.optional(),
  role: Role,
  agents: z
    .array(Name)
    .min(1)
    .max(100)
    .optional()
    .describe("Agents it may enter; default all of the tenant."),
  expires_at: z.number().int().positive().optional().describe("Milliseconds since 1970; default never."),
});
export const TokenReply = z.object({
  id: z.string(),
  name: z.string(),
  tenant: Name,
  role: Role,
  agents: z.array(Name).nullable(),
  created_at: z.number(),
  expires_at: z.number().nullable(),
  token: z.string().describe("Shown this once; only its hash is kept."),
});
export const TokenInfo = TokenReply.omit({ token: true }).extend({
  revoked_at: z.number().nullable(),
  last_used_at: z.number().nullable(),
});
export const TokenList = z.object({ tokens: z.array(TokenInfo), next_cursor: z.string().nullable() });
export const PageRequest = z.strictObject({
  tenant: Name.optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
  cursor: z.string().max(200).optional(),
});
export type TenantRequest = z.infer<typeof TenantRequest>;
export type TenantReply = z.infer<typeof TenantReply>;
export type AgentRequest = z.infer<typeof AgentRequest>;
export type AgentReply = z.infer<typeof AgentReply>;
export type TokenRequest = z.infer<typeof TokenRequest>;
export type TokenReply = z.infer<typeof TokenReply>;
export type TokenInfo = z.infer<typeof TokenInfo>;
export type TokenList = z.infer<typeof TokenList>;
export type AgentList = z.infer<typeof AgentList>;
export type PageRequest = z.infer<typeof PageRequest>;
