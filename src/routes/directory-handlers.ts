// Tenants, agents and tokens: who may do what to them, and what is answered.

import type { AgentReply, TokenInfo } from "../../wire/directory.ts";
import {
  DIRECTORY_ENDPOINTS,
  type DirectoryEndpointName,
  type DirectoryReplyOf,
  type DirectoryRequestOf,
} from "../../wire/directory-endpoints.ts";
import { Refusal } from "../../wire/errors.ts";
import { type Auth, type Principal, requireRole } from "../auth.ts";
import type { AgentRow, TenantRow, TokenRow } from "../directory.ts";
import type { Visit } from "../enter.ts";
import type { Written } from "../once.ts";
import { hashOf, newToken } from "../secrets.ts";
import { SETTINGS } from "../settings.ts";

/** What a handler works with. */
export type Entry = Pick<Visit, "directory" | "principal" | "now"> & { readonly auth: Auth };

type Handlers = {
  readonly [Name in DirectoryEndpointName]: (
    entry: Entry,
    request: DirectoryRequestOf<Name>,
  ) => Promise<
    (typeof DIRECTORY_ENDPOINTS)[Name]["writes"] extends true
      ? Written<DirectoryReplyOf<Name>>
      : DirectoryReplyOf<Name>
  >;
};

export const DIRECTORY_HANDLERS: Handlers = {
  async createTenant({ directory, now }, { name }) {
    const id = crypto.randomUUID();
    return {
      reply: { id, name, created_at: now },
      save: (answer) => directory.addTenant({ id, name, createdAt: now }, answer),
    };
  },

  async createAgent(entry, { name, tenant: tenantName, profile = "product" }) {
    const tenant = await tenantOf(entry, tenantName);
    const row = { id: crypto.randomUUID(), tenantId: tenant.id, name, profile, createdAt: entry.now };
    return {
      reply: agentReply(row, tenant.name),
      save: (answer) => entry.directory.addAgent(row, answer),
    };
  },

  async listAgents(entry, { tenant: tenantName, limit, cursor }) {
    const tenant = await tenantOf(entry, tenantName);
    const size = Number(limit ?? SETTINGS.pageSize);
    const rows = await entry.directory.agentsOf(tenant.id, agentsNamedBy(entry.principal), size + 1, cursor);
    const page = rows.slice(0, size);
    return {
      agents: page.map((row) => agentReply(row, tenant.name)),
      next_cursor: rows.length > size ? page[size - 1].name : null,
    };
  },

  async createToken(entry, { name, tenant: tenantName, role, agents = null, expires_at = null }) {
    const { principal, directory, now } = entry;
    const tenant = await tenantOf(entry, tenantName);
    requireWholeTenant(principal);
    if (expires_at !== null && expires_at <= now) {
      throw new Refusal("invalid_request", "expires_at lies in the past: send milliseconds since 1970");
    }
    if (principal.role !== "operator" && (expires_at ?? Infinity) > (principal.expiresAt ?? Infinity)) {
      throw new Refusal(
        "forbidden",
        "a token can't outlive the one that made it: send an earlier expires_at",
      );
    }
    const token = newToken();
    const row = {
      id: crypto.randomUUID(),
      hash: await hashOf(token),
      tenantId: tenant.id,
      name,
      role,
      agents,
      createdAt: now,
      expiresAt: expires_at,
      revokedAt: null,
      lastUsedAt: null,
    };
    const { revoked_at: _, last_used_at: __, ...reply } = tokenInfo(row, tenant.name);
    return { reply: { ...reply, token }, save: (answer) => directory.addToken(row, answer) };
  },

  async listTokens(entry, { tenant: tenantName, limit, cursor }) {
    const tenant = await tenantOf(entry, tenantName);
    requireWholeTenant(entry.principal);
    const size = Number(limit ?? SETTINGS.pageSize);
    const rows = await entry.directory.tokensOf(tenant.id, size + 1, cursorOf(cursor));
    const page = rows.slice(0, size);
    const last = page[size - 1];
    return {
      tokens: page.map((row) => tokenInfo(row, tenant.name)),
      next_cursor: rows.length > size ? `${last.createdAt}.${last.id}` : null,
    };
  },

  async revokeToken({ auth, directory, principal, now }, { id }) {
    requireWholeTenant(principal);
    const tenantId = principal.role === "operator" ? null : principal.tenant.id;
    const ticket = await directory.revoke(id, tenantId, now);
    if (!ticket) throw new Refusal("not_found", "no such token: list the tokens for their ids");
    auth.forget(ticket, now);
    return tokenInfo(ticket, ticket.tenant);
  },
};

/** Refuses who may not use the endpoint at all. */
export function requireDirectoryRight(principal: Principal, name: DirectoryEndpointName): void {
  requireRole(principal, DIRECTORY_ENDPOINTS[name].who);
  if (name === "createAgent") requireWholeTenant(principal);
}

/** The tenant a request is about: an operator names it, a token brings it. Another's is as unknown as none. */
async function tenantOf(
  { principal, directory }: Entry,
  name?: string,
): Promise<Pick<TenantRow, "id" | "name">> {
  if (principal.role !== "operator" && (name === undefined || name === principal.tenant.name)) {
    return principal.tenant;
  }
  if (name === undefined)
    throw new Refusal("invalid_request", "name the tenant: an operator has none of its own");
  const tenant = principal.role === "operator" ? await directory.tenantNamed(name) : undefined;
  if (!tenant) throw new Refusal("not_found", "no such tenant: check its name and your token");
  return tenant;
}

function requireWholeTenant(principal: Principal): void {
  if (agentsNamedBy(principal) === null) return;
  throw new Refusal(
    "forbidden",
    "this token is limited to some agents: use an owner's token without such a limit",
  );
}

function agentsNamedBy(principal: Principal): readonly string[] | null {
  return principal.role === "operator" ? null : principal.agents;
}

function cursorOf(cursor: string | undefined): { createdAt: number; id: string } | undefined {
  if (cursor === undefined) return undefined;
  const [, createdAt, id] = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(cursor) ?? [];
  if (id === undefined)
    throw new Refusal("invalid_request", "fix cursor: send next_cursor of the page before");
  return { createdAt: Number(createdAt), id };
}

function agentReply(row: Omit<AgentRow, "appliedSeq">, tenant: string): AgentReply {
  return { id: row.id, name: row.name, tenant, profile: row.profile, created_at: row.createdAt };
}

function tokenInfo(row: TokenRow, tenant: string): TokenInfo {
  return {
    id: row.id,
    name: row.name,
    tenant,
    role: row.role,
    agents: row.agents,
    created_at: row.createdAt,
    expires_at: row.expiresAt,
    revoked_at: row.revokedAt,
    last_used_at: row.lastUsedAt,
  };
}
