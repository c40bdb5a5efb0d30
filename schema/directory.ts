// Tables of D1 that say who may enter: tenants own agents, tokens open them, and so do subjects of signed tokens.
// A token is kept only as its hash. Times are milliseconds since 1970.

import { isNull } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, unique, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { AuditKind, AuditStatus } from "../wire/audit.ts";
import type { Claim, Role } from "../wire/directory.ts";
import type { Budget } from "../wire/usage.ts";

export const tenants = sqliteTable("tenants", {
  id: text().primaryKey(),
  name: text().notNull().unique(),
  createdAt: integer("created_at").notNull(),
  /** What it may use in a month; null means as much as it likes. */
  budget: text({ mode: "json" }).$type<Budget>(),
});

export const agents = sqliteTable(
  "agents",
  {
    /** Also the name of its object. */
    id: text().primaryKey(),
    tenantId: text("tenant_id")
      .notNull()
      .references(() => tenants.id),
    name: text().notNull(),
    profile: text().notNull().$type<"product" | "parity">(),
    createdAt: integer("created_at").notNull(),
    /** Number of the last change that the replica holds; each batch of changes is fenced by it. */
    appliedSeq: integer("applied_seq").notNull().default(0),
    /** Which life of its object may write: each that loads itself from D1, or sends everything anew, takes the next number. */
    writer: integer().notNull().default(0),
    /** The oldest number that the agent can be brought back to. */
    historyFrom: integer("history_from").notNull().default(0),
  },
  (table) => [unique("agents_tenant_name").on(table.tenantId, table.name)],
);

export const tokens = sqliteTable(
  "tokens",
  {
    id: text().primaryKey(),
    /** SHA-256 of the token, hex. */
    hash: text().notNull().unique(),
    tenantId: text("tenant_id")
      .notNull()
      .references(() => tenants.id),
    name: text().notNull(),
    role: text().notNull().$type<Role>(),
    /** Names of the agents it may enter; null means every agent of the tenant. */
    agents: text({ mode: "json" }).$type<string[]>(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at"),
    revokedAt: integer("revoked_at"),
    lastUsedAt: integer("last_used_at"),
    rotatedAt: integer("rotated_at"),
    /** Hash of the secret before the last rotation, which opens until `previous_until`. */
    previousHash: text("previous_hash").unique(),
    previousUntil: integer("previous_until"),
  },
  (table) => [index("tokens_tenant").on(table.tenantId, table.createdAt, table.id)],
);

/** Codes that let one more device in. A code is kept as its hash, once for each who shows one; used ones are gone. */
export const pairings = sqliteTable(
  "pairings",
  {
    /** Of the token that it will be, so that two who send the code at once can't both have one. */
    id: text().primaryKey(),
    /** SHA-256 of the code, hex. */
    hash: text().notNull().unique(),
    tenantId: text("tenant_id")
      .notNull()
      .references(() => tenants.id),
    /** Token or subject that shows the code, which must still open when it is sent; or `operator`. */
    shownBy: text("shown_by").notNull(),
    role: text().notNull().$type<"reader" | "agent">(),
    agents: text({ mode: "json" }).$type<string[]>(),
    /** When the code ends. */
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [unique("pairings_one_each").on(table.tenantId, table.shownBy)],
);

/** Who may enter with a signed token of an issuer. */
export const subjects = sqliteTable(
  "subjects",
  {
    id: text().primaryKey(),
    issuer: text().notNull(),
    /** Which claim says who it is. */
    claim: text().notNull().$type<Claim>(),
    /** What that claim must say; an e-mail in lower case. */
    value: text().notNull(),
    tenantId: text("tenant_id")
      .notNull()
      .references(() => tenants.id),
    role: text().notNull().$type<Role>(),
    /** Names of the agents it may enter; null means every agent of the tenant. */
    agents: text({ mode: "json" }).$type<string[]>(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at"),
    revokedAt: integer("revoked_at"),
    lastUsedAt: integer("last_used_at"),
  },
  (table) => [
    index("subjects_tenant").on(table.tenantId, table.createdAt, table.id),
    // A tenant learns nothing of what others grant, so the same subject may be known to several.
    uniqueIndex("subjects_granted")
      .on(table.issuer, table.claim, table.value, table.tenantId)
      .where(isNull(table.revokedAt)),
  ],
);

/** What directory writes were answered, by idempotency key, sealed so that only the same caller with the same key can read it. */
export const directoryAnswers = sqliteTable(
  "directory_answers",
  {
    /** Made from the caller's token, the operation and the Idempotency-Key; tells none of them. */
    key: text().primaryKey(),
    /** Digest of the request, and the reply. */
    sealed: text().notNull(),
    at: integer().notNull(),
  },
  (table) => [index("directory_answers_at").on(table.at)],
);

/** The audit chain of a tenant: changes of who may enter. Its rows outlive what they speak of. */
export const tenantAudit = sqliteTable(
  "tenant_audit",
  {
    tenantId: text("tenant_id").notNull(),
    id: integer().notNull(),
    ts: integer().notNull(),
    kind: text().notNull().$type<AuditKind>(),
    actor: text().notNull(),
    target_hash: text().notNull(),
    status: text().notNull().$type<AuditStatus>(),
    detail_hash: text().notNull(),
    prev_hash: text(),
    /** Link of the row itself. */
    hash: text(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);

/** The last row of each tenant's chain, as only the holder of the key can say it. */
export const tenantAuditHeads = sqliteTable("tenant_audit_heads", {
  tenantId: text("tenant_id").primaryKey(),
  id: integer().notNull(),
  hash: text().notNull(),
  /** Which key, as a hash of it. */
  key: text().notNull(),
});
