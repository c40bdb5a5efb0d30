// Tables of D1: the directory, and the replica of every agent, which is the object's rows under the agent's id.

import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { REPLICA } from "./replica.ts";

export * from "./directory.ts";

const agent = text().notNull();

export const nodes = sqliteTable("nodes", { agent, ...REPLICA.nodes.columns }, (table) => [
  primaryKey({ columns: [table.agent, table.id] }),
]);

export const edges = sqliteTable("edges", { agent, ...REPLICA.edges.columns }, (table) => [
  primaryKey({ columns: [table.agent, table.source, table.target] }),
]);

export const stops = sqliteTable("stops", { agent, ...REPLICA.stops.columns }, (table) => [
  primaryKey({ columns: [table.agent, table.id] }),
]);

export const vectors = sqliteTable("vectors", { agent, ...REPLICA.vectors.columns }, (table) => [
  primaryKey({ columns: [table.agent, table.id, table.route] }),
]);

export const settings = sqliteTable("settings", { agent, ...REPLICA.settings.columns }, (table) => [
  primaryKey({ columns: [table.agent, table.name] }),
]);

export const answers = sqliteTable("answers", { agent, ...REPLICA.answers.columns }, (table) => [
  primaryKey({ columns: [table.agent, table.key] }),
]);

export const journal = sqliteTable("journal", { agent, ...REPLICA.journal.columns }, (table) => [
  primaryKey({ columns: [table.agent, table.seq] }),
]);

export const audit = sqliteTable("audit", { agent, ...REPLICA.audit.columns }, (table) => [
  primaryKey({ columns: [table.agent, table.id] }),
]);

export const auditHead = sqliteTable("audit_head", { agent, ...REPLICA.audit_head.columns }, (table) => [
  primaryKey({ columns: [table.agent, table.name] }),
]);

export const tombstones = sqliteTable("tombstones", { agent, ...REPLICA.tombstones.columns }, (table) => [
  primaryKey({ columns: [table.agent, table.content_hash, table.id_hash] }),
]);

export const erasures = sqliteTable("erasures", { agent, ...REPLICA.erasures.columns }, (table) => [
  primaryKey({ columns: [table.agent, table.id] }),
]);

export const proposals = sqliteTable("proposals", { agent, ...REPLICA.proposals.columns }, (table) => [
  primaryKey({ columns: [table.agent, table.id] }),
  index("proposals_status").on(table.status, table.agent, table.at, table.id),
]);

export const replays = sqliteTable("replays", { agent, ...REPLICA.replays.columns }, (table) => [
  primaryKey({ columns: [table.agent, table.id] }),
]);

export const replayed = sqliteTable("replayed", { agent, ...REPLICA.replayed.columns }, (table) => [
  primaryKey({ columns: [table.agent, table.mark] }),
]);

/** How rows of the memory were before each change, so that an agent can be brought back to an earlier number. */
export const undo = sqliteTable(
  "undo",
  {
    agent,
    /** Number of the change. */
    seq: integer().notNull(),
    /** Of two parts that tell of the same row, the first is right. */
    part: integer().notNull(),
    /** When it was written. */
    at: integer().notNull(),
    table_name: text().notNull(),
    /** JSON: `[[key, row before], …]`, null where there was none; keys and rows are arrays of cells. */
    body: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.agent, table.seq, table.part] })],
);
