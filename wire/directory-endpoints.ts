// The endpoints of the directory, as data, like those of an agent in endpoints.ts.

import * as z from "zod";
import * as directory from "./directory.ts";

export interface DirectoryEndpoint {
  readonly method: "get" | "post" | "delete";
  readonly path: string;
  /** Least role of a token; `operator` for what no tenant may do. An operator may do all of it. */
  readonly who: directory.Role | "operator";
  readonly status: 200 | 201;
  /** True: it takes an `Idempotency-Key`. */
  readonly writes: boolean;
  readonly summary: string;
  /** Body of a post; path and query parameters of the others. */
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
  createAgent: {
    method: "post",
    path: "/v1/agents",
    who: "owner",
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
  createToken: {
    method: "post",
    path: "/v1/tokens",
    who: "owner",
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
    status: 200,
    writes: false,
    summary: "List tokens, without their secrets",
    request: directory.PageRequest,
    reply: directory.TokenList,
  },
  revokeToken: {
    method: "delete",
    path: "/v1/tokens/{id}",
    who: "owner",
    status: 200,
    writes: false,
    summary: "Revoke a token; revoking it again changes nothing",
    request: z.strictObject({ id: z.string().min(1).max(64) }),
    reply: directory.TokenInfo,
  },
} as const satisfies Record<string, DirectoryEndpoint>;

export type DirectoryEndpointName = keyof typeof DIRECTORY_ENDPOINTS;
export type DirectoryRequestOf<Name extends DirectoryEndpointName> = z.input<
  (typeof DIRECTORY_ENDPOINTS)[Name]["request"]
>;
export type DirectoryReplyOf<Name extends DirectoryEndpointName> = z.infer<
  (typeof DIRECTORY_ENDPOINTS)[Name]["reply"]
>;
