// Subjects of signed tokens: whom an issuer vouches for, and what a tenant lets them do.

import type { SubjectInfo } from "../../wire/directory.ts";
import { Refusal } from "../../wire/errors.ts";
import { EVERY_VERSION, endAtObjects } from "../ending.ts";
import type { SubjectRow } from "../grants.ts";
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

export const SUBJECT_HANDLERS: Handlers<"createSubject" | "listSubjects" | "revokeSubject"> = {
  async createSubject(entry, request) {
    const { principal, directory, now } = entry;
    const { claim, role, agents = null, expires_at = null } = request;
    const tenant = await tenantOf(entry, request.tenant);
    requireLife(principal, expires_at, now);
    const issuer = request.issuer ?? entry.signedTokens?.issuer;
    if (issuer === undefined) {
      throw new Refusal("invalid_request", "name the issuer: this worker trusts no signed tokens so far");
    }
    const row: SubjectRow = {
      id: crypto.randomUUID(),
      issuer,
      claim,
      // As `identify` reads it from a token.
      value: claim === "email" ? request.value.toLowerCase() : request.value,
      tenantId: tenant.id,
      role,
      agents,
      createdAt: now,
      expiresAt: expires_at,
      revokedAt: null,
      lastUsedAt: null,
    };
    return {
      reply: subjectInfo(row, tenant.name),
      save: (answer) =>
        directory.keep(
          directory.grants.addingSubject(row),
          {
            tenantId: tenant.id,
            actor: actorOf(principal),
            ts: now,
            target: `subject:${row.id}`,
            detail: `create:${role} ${JSON.stringify({ issuer, claim, value: row.value, agents, expires_at })}`,
          },
          answer,
        ),
    };
  },

  async listSubjects(entry, { tenant: tenantName, limit, cursor, ...filter }) {
    const { directory, now } = entry;
    const tenant = await tenantOf(entry, tenantName);
    const size = sizeOf(limit);
    const found = await directory.grants.subjectsOf(tenant.id, filter, now, size + 1, afterOf(cursor));
    const { rows, next_cursor } = pageOf(found, size, timeCursor);
    return { subjects: rows.map((row) => subjectInfo(row, tenant.name)), next_cursor };
  },

  async revokeSubject({ auth, brains, directory, principal, now }, { id }) {
    const { grants } = directory;
    const tenantId = ownTenantOf(principal);
    const row = await grants.subject(id, tenantId);
    if (!row) throw new Refusal("not_found", "no such subject: list the subjects for their ids");
    if (row.revokedAt === null) {
      await directory.keep(
        grants.revoking("subject", id, now),
        {
          tenantId: row.tenantId,
          actor: actorOf(principal),
          ts: now,
          target: `subject:${id}`,
          detail: "revoke",
        },
        null,
      );
      auth.end(id, now, now);
    }
    const ends_within_ms = await endAtObjects(brains, directory, row, EVERY_VERSION);
    const revoked = (await grants.subject(id, tenantId)) ?? row;
    return { ...subjectInfo(revoked, row.tenant), ends_within_ms };
  },
};

function subjectInfo(row: SubjectRow, tenant: string): SubjectInfo {
  return {
    id: row.id,
    issuer: row.issuer,
    claim: row.claim,
    value: row.value,
    tenant,
    role: row.role,
    agents: row.agents,
    created_at: row.createdAt,
    expires_at: row.expiresAt,
    revoked_at: row.revokedAt,
    last_used_at: row.lastUsedAt,
  };
}
