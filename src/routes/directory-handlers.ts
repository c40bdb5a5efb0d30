// Who may do what in the directory, and the handlers of tenants and agents; those of the others have their own files.

import type { AgentReply, MeReply, TenantReply } from "../../wire/directory.ts";
import { DIRECTORY_ENDPOINTS } from "../../wire/directory-endpoints.ts";
import { type Principal, requireRole, requireTenantToken, requireWholeTenant } from "../auth.ts";
import type { AgentRow, TenantRow } from "../directory.ts";
import { AUDIT_HANDLERS } from "./audit-handlers.ts";
import {
  actorOf,
  type ClosedEndpoint,
  type ClosedEndpointName,
  type Handlers,
  pageOf,
  sizeOf,
  tenantOf,
} from "./entry.ts";
import { PAIRING_HANDLERS } from "./pairing-handlers.ts";
import { REVIEW_HANDLERS } from "./review-handlers.ts";
import { SUBJECT_HANDLERS } from "./subject-handlers.ts";
import { TOKEN_HANDLERS } from "./token-handlers.ts";
import { USAGE_HANDLERS } from "./usage-handlers.ts";

export const DIRECTORY_HANDLERS: Handlers<ClosedEndpointName> = {
  ...TOKEN_HANDLERS,
  ...PAIRING_HANDLERS,
  ...SUBJECT_HANDLERS,
  ...AUDIT_HANDLERS,
  ...USAGE_HANDLERS,
  ...REVIEW_HANDLERS,

  async createTenant({ directory, principal, now }, { name }) {
    const row = { id: crypto.randomUUID(), name, createdAt: now };
    const change = {
      tenantId: row.id,
      actor: actorOf(principal),
      ts: now,
      target: `tenant:${row.id}`,
      detail: `create:${name}`,
    };
    return {
      reply: tenantReply(row),
      save: (answer) => directory.keep(directory.addingTenant(row), change, answer),
    };
  },

  async listTenants({ directory }, { limit, cursor }) {
    const size = sizeOf(limit);
    const { rows, next_cursor } = pageOf(await directory.tenants(size + 1, cursor), size, ({ name }) => name);
    return { tenants: rows.map(tenantReply), next_cursor };
  },

  async createAgent(entry, { name, tenant: tenantName, profile = "product" }) {
    const { directory, principal, now } = entry;
    const tenant = await tenantOf(entry, tenantName);
    const row = { id: crypto.randomUUID(), tenantId: tenant.id, name, profile, createdAt: now };
    const change = {
      tenantId: tenant.id,
      actor: actorOf(principal),
      ts: now,
      target: `agent:${row.id}`,
      detail: `create:${name} ${profile}`,
    };
    return {
      reply: agentReply(row, tenant.name),
      save: (answer) => directory.keep(directory.addingAgent(row), change, answer),
    };
  },

  async listAgents(entry, { tenant: tenantName, limit, cursor }) {
    const { directory, principal } = entry;
    const tenant = await tenantOf(entry, tenantName);
    const size = sizeOf(limit);
    const only = principal.role === "operator" ? null : principal.agents;
    const found = await directory.agentsOf(tenant.id, only, size + 1, cursor);
    const { rows, next_cursor } = pageOf(found, size, ({ name }) => name);
    return { agents: rows.map((row) => agentReply(row, tenant.name)), next_cursor };
  },

  async me({ principal }) {
    return meOf(principal);
  },
};

/** Refuses who may not use the endpoint at all. */
export function requireDirectoryRight(principal: Principal, name: ClosedEndpointName): void {
  const { who, wholeTenant, tenantsOwn }: ClosedEndpoint = DIRECTORY_ENDPOINTS[name];
  requireRole(principal, who);
  if (tenantsOwn) requireTenantToken(principal);
  if (wholeTenant) requireWholeTenant(principal);
}

function meOf(principal: Principal): MeReply {
  if (principal.role === "operator") {
    const nobody = { id: null, name: null, tenant: null, agents: null, valid_until: null };
    return { kind: "operator", role: "operator", ...nobody };
  }
  const { kind, tokenId, name, role, tenant, agents, validUntil } = principal;
  return {
    kind,
    id: tokenId,
    name,
    role,
    tenant: tenant.name,
    agents: agents && [...agents],
    valid_until: validUntil,
  };
}

function tenantReply(row: Pick<TenantRow, "id" | "name" | "createdAt">): TenantReply {
  return { id: row.id, name: row.name, created_at: row.createdAt };
}

function agentReply(
  row: Pick<AgentRow, "id" | "name" | "profile" | "createdAt">,
  tenant: string,
): AgentReply {
  return { id: row.id, name: row.name, tenant, profile: row.profile, created_at: row.createdAt };
}
