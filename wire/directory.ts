// Who may enter: tenants, agents, tokens, and the subjects of signed tokens.

import * as z from "zod";
import { Name } from "./fields.ts";
import { LIMITS } from "./limits.ts";

/** Rights grow to the right; `operator` stands above all tenants and is no role of a token. */
export const ROLES = ["reader", "agent", "reviewer", "owner"] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

/** The claim of a signed token that says whose it is. */
export const Claim = z.enum(["sub", "email"]);
export type Claim = z.infer<typeof Claim>;

const Time = z.number().describe("Milliseconds since 1970.");
const Agents = z.array(Name).min(1).max(LIMITS.agentsListed);
const TenantField = Name.optional().describe(
  "Needed for an operator; a tenant's own token knows its tenant.",
);
const ExpiresAt = z.number().int().positive().optional().describe("Milliseconds since 1970; default never.");
const Id = z.string().min(1).max(64);

export const IdRequest = z.strictObject({ id: Id });
export const PageRequest = z.strictObject({
  tenant: Name.optional(),
  limit: z.coerce.number().int().min(1).max(LIMITS.pageSize).optional(),
  cursor: z.string().max(200).optional(),
});

export const TenantRequest = z.strictObject({ name: Name });
export const TenantReply = z.object({ id: z.string(), name: Name, created_at: Time });
export const TenantPageRequest = PageRequest.omit({ tenant: true });
export const TenantList = z.object({ tenants: z.array(TenantReply), next_cursor: z.string().nullable() });

export const AgentRequest = z.strictObject({
  name: Name,
  tenant: TenantField,
  profile: z.enum(["product", "parity"]).optional().describe("Default product."),
});
export const AgentReply = z.object({
  id: z.string(),
  name: Name,
  tenant: Name,
  profile: z.enum(["product", "parity"]),
  created_at: Time,
});
export const AgentList = z.object({ agents: z.array(AgentReply), next_cursor: z.string().nullable() });

/** What a list of tokens or subjects can be narrowed to. */
export const GRANT_STATES = ["active", "expired", "revoked"] as const;
export const GrantPageRequest = PageRequest.extend({
  state: z.enum(GRANT_STATES).optional(),
  role: Role.optional(),
  agent: Name.optional().describe("Only those that may enter this agent."),
});
export type GrantFilter = Pick<z.infer<typeof GrantPageRequest>, "state" | "role" | "agent">;

export const TokenRequest = z.strictObject({
  name: z.string().trim().min(1).max(64).describe("The device or program that will use it."),
  tenant: TenantField,
  role: Role,
  agents: Agents.optional().describe("Agents it may enter; default all of the tenant."),
  expires_at: ExpiresAt,
});
export const TokenReply = z.object({
  id: z.string(),
  name: z.string(),
  tenant: Name,
  role: Role,
  agents: z.array(Name).nullable(),
  created_at: Time,
  expires_at: Time.nullable(),
  token: z.string().describe("Shown this once; only its hash is kept."),
});
export const TokenInfo = TokenReply.omit({ token: true }).extend({
  revoked_at: Time.nullable(),
  last_used_at: Time.nullable().describe("Noted about once a minute."),
  rotated_at: Time.nullable(),
  previous_until: Time.nullable().describe("Until when the secret before the last rotation still opens."),
});
export const TokenList = z.object({ tokens: z.array(TokenInfo), next_cursor: z.string().nullable() });
const EndsWithin = Time.describe(
  "Milliseconds for which it may still open some of the agents: 0, unless some could not be told.",
);
export const RevokedToken = TokenInfo.extend({ ends_within_ms: EndsWithin });
export const RotateRequest = z.strictObject({
  id: Id,
  grace_ms: z
    .int()
    .min(0)
    .max(LIMITS.rotationGraceMs)
    .optional()
    .describe("Milliseconds for which the secret so far still opens; default 0."),
});
export const RotateReply = TokenInfo.extend({ token: TokenReply.shape.token });

/** What pairing may grant: never more than an agent's rights, since a code is short. */
export const PairedRole = z.enum(["reader", "agent"]);
export const PairingRequest = z.strictObject({
  tenant: TenantField,
  role: PairedRole.optional().describe("Default the sender's, `agent` at the most."),
  agents: Agents.optional().describe("Agents that the new device may enter; default those of the sender."),
});
export const PairingReply = z.object({
  code: z.string().describe("Shown this once. It makes one token, and ends the code before it."),
  expires_at: Time.describe("When the code ends."),
  tenant: Name,
  role: PairedRole,
  agents: z.array(Name).nullable().describe("null: every agent of the tenant."),
});
export const RedeemRequest = z.strictObject({
  code: z
    .string()
    .min(1)
    .max(LIMITS.pairingCode)
    .describe("As it was shown; case, blanks and dashes don't matter."),
  name: z.string().trim().min(1).max(64).describe("The device that will use the token."),
});

export const SubjectRequest = z.strictObject({
  issuer: z
    .url({ protocol: /^https?$/ })
    .max(LIMITS.issuer)
    .optional()
    .describe("`iss` of its signed tokens; default the issuer that the worker trusts."),
  claim: Claim.describe("`sub`, or `email` where the issuer says that it is verified."),
  value: z.string().trim().min(1).max(LIMITS.subject).describe("What that claim says."),
  tenant: TenantField,
  role: Role,
  agents: Agents.optional().describe("Agents it may enter; default all of the tenant."),
  expires_at: ExpiresAt,
});
export const SubjectInfo = z.object({
  id: z.string(),
  issuer: z.string(),
  claim: Claim,
  value: z.string(),
  tenant: Name,
  role: Role,
  agents: z.array(Name).nullable(),
  created_at: Time,
  expires_at: Time.nullable(),
  revoked_at: Time.nullable(),
  last_used_at: Time.nullable().describe("Noted about once a minute."),
});
export const RevokedSubject = SubjectInfo.extend({ ends_within_ms: EndsWithin });
export const SubjectList = z.object({
  subjects: z.array(SubjectInfo),
  next_cursor: z.string().nullable(),
});

export const MeReply = z.object({
  kind: z.enum(["operator", "token", "subject"]).describe("`subject`: let in by a signed token."),
  id: z.string().nullable().describe("Of the token or the subject."),
  name: z.string().nullable().describe("Name of the token, or what the subject's claim says."),
  role: z.enum([...ROLES, "operator"]),
  tenant: Name.nullable(),
  agents: z.array(Name).nullable().describe("Agents it may enter; null for all of the tenant."),
  valid_until: Time.nullable().describe("When what was sent stops opening; null for never."),
});

export type TenantRequest = z.infer<typeof TenantRequest>;
export type TenantReply = z.infer<typeof TenantReply>;
export type AgentRequest = z.infer<typeof AgentRequest>;
export type AgentReply = z.infer<typeof AgentReply>;
export type TokenRequest = z.infer<typeof TokenRequest>;
export type TokenReply = z.infer<typeof TokenReply>;
export type TokenInfo = z.infer<typeof TokenInfo>;
export type TokenList = z.infer<typeof TokenList>;
export type SubjectRequest = z.infer<typeof SubjectRequest>;
export type SubjectInfo = z.infer<typeof SubjectInfo>;
export type AgentList = z.infer<typeof AgentList>;
export type PageRequest = z.infer<typeof PageRequest>;
export type MeReply = z.infer<typeof MeReply>;
export type PairingReply = z.infer<typeof PairingReply>;
