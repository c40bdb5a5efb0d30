// Tables of D1 that say who may enter: tenants own agents, tokens open them.
// A token is kept only as its hash. Times are milliseconds since 1970.

import { index, integer, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import type { Role } from "../wire/directory.ts";

export const tenants = sqliteTable("tenants", {
  id: text().primaryKey(),
  name: text().notNull().unique(),
  createdAt: integer("created_at").notNull(),
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
  },
  (table) => [index("tokens_tenant").on(table.tenantId, table.createdAt, table.id)],
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
