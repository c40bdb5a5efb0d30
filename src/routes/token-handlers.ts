// Tokens: made, listed, given a new secret, revoked. A token is never deleted: memories and audit rows name it.

import type { TokenInfo, TokenReply } from "../../wire/directory.ts";
import { Refusal } from "../../wire/errors.ts";
import { EVERY_VERSION, endAtObjects } from "../ending.ts";
import type { TokenRow } from "../grants.ts";
import { hashOf, newToken } from "../secrets.ts";
import {
  actorOf,
  afterOf,
  type Handlers,
  ownTenantOf,
  pageOf,
  requireLife,
  sizeOf,
  tenantOf,
  timeCursor,
} from "./entry.ts";

export const TOKEN_HANDLERS: Handlers<"createToken" | "listTokens" | "rotateToken" | "revokeToken"> = {
  async createToken(entry, { name, tenant: tenantName, role, agents = null, expires_at = null }) {
    const { principal, directory, now } = entry;
    const tenant = await tenantOf(entry, tenantName);
    requireLife(principal, expires_at, now);
    const token = newToken();
    const row: TokenRow = {
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
      rotatedAt: null,
      previousHash: null,
      previousUntil: null,
    };
    return {
      reply: tokenReply(row, tenant.name, token),
      save: (answer) =>
        directory.keep(
          directory.grants.addingToken(row),
          {
            tenantId: tenant.id,
            actor: actorOf(principal),
            ts: now,
            target: `token:${row.id}`,
            detail: `create:${role} ${JSON.stringify({ agents, expires_at })}`,
          },
          answer,
        ),
    };
  },

  async listTokens(entry, { tenant: tenantName, limit, cursor, ...filter }) {
    const { directory, now } = entry;
    const tenant = await tenantOf(entry, tenantName);
    const size = sizeOf(limit);
    const found = await directory.grants.tokensOf(tenant.id, filter, now, size + 1, afterOf(cursor));
    const { rows, next_cursor } = pageOf(found, size, timeCursor);
    return { tokens: rows.map((row) => tokenInfo(row, tenant.name)), next_cursor };
  },

  async rotateToken({ auth, brains, directory, principal, now }, { id, grace_ms = 0 }) {
    const row = await directory.grants.token(id, ownTenantOf(principal));
    if (!row || row.revokedAt !== null || (row.expiresAt !== null && row.expiresAt <= now)) {
      throw new Refusal("not_found", "no valid token has this id: list the active ones, or create one");
    }
    // Whoever rotates a token holds it: that must not be a way to stay longer.
    requireLife(principal, row.expiresAt, now);
    const token = newToken();
    const hash = await hashOf(token);
    const stays = grace_ms > 0;
    const after = {
      ...row,
      hash,
      rotatedAt: now,
      previousHash: stays ? row.hash : null,
      previousUntil: stays ? now + grace_ms : null,
    };
    return {
      reply: { ...tokenInfo(after, row.tenant), token },
      save: async (answer) => {
        await directory.keep(
          directory.grants.rotating(id, hash, now, grace_ms),
          {
            tenantId: row.tenantId,
            actor: actorOf(principal),
            ts: now,
            target: `token:${id}`,
            detail: `rotate:${grace_ms}`,
          },
          answer,
        );
        auth.end(row.hash, now + grace_ms, now);
        if (row.previousHash !== null) auth.end(row.previousHash, now, now);
        await endAtObjects(brains, directory, row, stays ? (row.rotatedAt ?? 0) : now);
      },
    };
  },

  async revokeToken({ auth, brains, directory, principal, now }, { id }) {
    const { grants } = directory;
    const tenantId = ownTenantOf(principal);
    const row = await grants.token(id, tenantId);
    if (!row) throw new Refusal("not_found", "no such token: list the tokens for their ids");
    if (row.revokedAt === null) {
      await directory.keep(
        grants.revoking("token", id, now),
        {
          tenantId: row.tenantId,
          actor: actorOf(principal),
          ts: now,
          target: `token:${id}`,
          detail: "revoke",
        },
        null,
      );
      auth.end(id, now, now);
    }
    const ends_within_ms = await endAtObjects(brains, directory, row, EVERY_VERSION);
    // Read again: somebody else may have revoked it a moment before, and the first time stays.
    const revoked = (await grants.token(id, tenantId)) ?? row;
    return { ...tokenInfo(revoked, row.tenant), ends_within_ms };
  },
};

export function tokenReply(row: TokenRow, tenant: string, token: string): TokenReply {
  const { id, name, role, agents, created_at, expires_at } = tokenInfo(row, tenant);
  return { id, name, tenant, role, agents, created_at, expires_at, token };
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
    rotated_at: row.rotatedAt,
    previous_until: row.previousUntil,
  };
}
