// The endpoints of the directory, as data, like those of an agent in endpoints.ts.

import * as z from "zod";
import * as audit from "./audit.ts";
import * as directory from "./directory.ts";
import * as queue from "./review-queue.ts";
import * as usage from "./usage.ts";

export interface DirectoryEndpoint {
  readonly method: "get" | "post" | "delete";
  readonly path: string;
  /** Least role of a token; `operator` for what no tenant may do, `anyone` where no token is needed. An operator may do all of it, but for what says otherwise. */
  readonly who: directory.Role | "operator" | "anyone";
  /** True: not for an operator, who has no business in a tenant's memories. */
  readonly tenantsOwn?: true;
  /** True: not for a token that is limited to some agents, since it concerns the whole tenant. */
  readonly wholeTenant?: true;
  readonly status: 200 | 201;
  /** True: it takes an `Idempotency-Key`. */
  readonly writes: boolean;
  readonly summary: string;
  /** Body of a post, with what its path names; path and query parameters of the others. */
  readonly request: z.ZodType;
  readonly reply: z.ZodType;
}

export const DIRECTORY_ENDPOINTS = {
  createTenant: {
    method: "post",
    path: "/v1/tenants",
    who: "operator",
    status: 201,
    writes: true,
    summary: "Create a tenant",
    request: directory.TenantRequest,
    reply: directory.TenantReply,
  },
  listTenants: {
    method: "get",
    path: "/v1/tenants",
    who: "operator",
    status: 200,
    writes: false,
    summary: "List tenants",
    request: directory.TenantPageRequest,
    reply: directory.TenantList,
  },
  setBudget: {
    method: "post",
    path: "/v1/tenants/{name}/limits",
    who: "operator",
    status: 200,
    writes: true,
    summary: "Say how much a tenant may use in a month",
    request: usage.BudgetRequest,
    reply: usage.BudgetReply,
  },
  createAgent: {
    method: "post",
    path: "/v1/agents",
    who: "owner",
    wholeTenant: true,
    status: 201,
    writes: true,
    summary: "Create an agent with an empty memory",
    request: directory.AgentRequest,
    reply: directory.AgentReply,
  },
  listAgents: {
    method: "get",
    path: "/v1/agents",
    who: "reader",
    status: 200,
    writes: false,
    summary: "List the agents that the token may enter",
    request: directory.PageRequest,
    reply: directory.AgentList,
  },
  me: {
    method: "get",
    path: "/v1/tokens/me",
    who: "reader",
    status: 200,
    writes: false,
    summary: "Who the sender is, and what it may enter",
    request: z.strictObject({}),
    reply: directory.MeReply,
  },
  createToken: {
    method: "post",
    path: "/v1/tokens",
    who: "owner",
    wholeTenant: true,
    status: 201,
    writes: true,
    summary: "Create a token; its secret is shown this once",
    request: directory.TokenRequest,
    reply: directory.TokenReply,
  },
  listTokens: {
    method: "get",
    path: "/v1/tokens",
    who: "owner",
    wholeTenant: true,
    status: 200,
    writes: false,
    summary: "List tokens, without their secrets",
    request: directory.GrantPageRequest,
    reply: directory.TokenList,
  },
  rotateToken: {
    method: "post",
    path: "/v1/tokens/{id}/rotate",
    who: "owner",
    wholeTenant: true,
    status: 200,
    writes: true,
    summary: "Give a token a new secret, shown this once; the one before may still open for a while",
    request: directory.RotateRequest,
    reply: directory.RotateReply,
  },
  revokeToken: {
    method: "delete",
    path: "/v1/tokens/{id}",
    who: "owner",
    wholeTenant: true,
    status: 200,
    writes: false,
    summary: "Revoke a token; revoking it again changes nothing",
    request: directory.IdRequest,
    reply: directory.RevokedToken,
  },
  createPairing: {
    method: "post",
    path: "/v1/pairings",
    who: "reader",
    status: 201,
    writes: true,
    summary: "Show a short-lived code that lets one more device in, with no more rights than the sender's",
    request: directory.PairingRequest,
    reply: directory.PairingReply,
  },
  redeemPairing: {
    method: "post",
    path: "/v1/pairings/redeem",
    who: "anyone",
    status: 201,
    writes: false,
    summary: "Turn a pairing code into a token; its secret is shown this once",
    request: directory.RedeemRequest,
    reply: directory.TokenReply,
  },
  createSubject: {
    method: "post",
    path: "/v1/subjects",
    who: "owner",
    wholeTenant: true,
    status: 201,
    writes: true,
    summary: "Let in a subject of signed tokens",
    request: directory.SubjectRequest,
    reply: directory.SubjectInfo,
  },
  listSubjects: {
    method: "get",
    path: "/v1/subjects",
    who: "owner",
    wholeTenant: true,
    status: 200,
    writes: false,
    summary: "List subjects of signed tokens",
    request: directory.GrantPageRequest,
    reply: directory.SubjectList,
  },
  revokeSubject: {
    method: "delete",
    path: "/v1/subjects/{id}",
    who: "owner",
    wholeTenant: true,
    status: 200,
    writes: false,
    summary: "Turn a subject away from now on; again changes nothing",
    request: directory.IdRequest,
    reply: directory.RevokedSubject,
  },
  review: {
    method: "get",
    path: "/v1/review",
    who: "reviewer",
    tenantsOwn: true,
    status: 200,
    writes: false,
    summary: "Proposals of all agents that the token may enter, as D1 has them: a second or so behind",
    request: queue.ReviewRequest,
    reply: queue.ReviewReply,
  },
  tenantAudit: {
    method: "get",
    path: "/v1/audit",
    who: "owner",
    wholeTenant: true,
    status: 200,
    writes: false,
    summary: "Rows of the tenant's audit chain, newest first",
    request: audit.TenantAuditRequest,
    reply: audit.TenantAuditReply,
  },
  verifyTenantAudit: {
    method: "get",
    path: "/v1/audit/verify",
    who: "owner",
    wholeTenant: true,
    status: 200,
    writes: false,
    summary: "Whether the tenant's audit chain is as it was written",
    request: audit.TenantAuditVerifyRequest,
    reply: audit.TenantAuditVerifyReply,
  },
  usage: {
    method: "get",
    path: "/v1/usage",
    who: "owner",
    wholeTenant: true,
    status: 200,
    writes: false,
    summary: "What the tenant has used this month, and how much of it may be used",
    request: usage.UsageRequest,
    reply: usage.UsageReply,
  },
} as const satisfies Record<string, DirectoryEndpoint>;

export type DirectoryEndpointName = keyof typeof DIRECTORY_ENDPOINTS;
export type DirectoryRequestOf<Name extends DirectoryEndpointName> = z.input<
  (typeof DIRECTORY_ENDPOINTS)[Name]["request"]
>;
export type DirectoryReplyOf<Name extends DirectoryEndpointName> = z.infer<
  (typeof DIRECTORY_ENDPOINTS)[Name]["reply"]
>;
