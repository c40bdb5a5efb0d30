// Tables of what arrives in parts and waits to be worked off. They are an object's own, and hold nothing for long.

import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Lines of session logs that wait to be learned from; a part goes with its last line. */
export const replayParts = sqliteTable(
  "replay_parts",
  {
    replay: text().notNull(),
    /** First byte of the log that the part stands for, and the first after it. */
    first: integer().notNull(),
    after: integer().notNull(),
    at: integer().notNull(),
    lines: text().notNull(),
    /** Token that sent it: the lessons are its. */
    author: text(),
  },
  (table) => [primaryKey({ columns: [table.replay, table.first] })],
);

/** Runs whose parts arrive, and what came of those that ended of late. */
export const runs = sqliteTable(
  "runs",
  {
    /** Hash of who tells of it and its name. */
    id: text().primaryKey(),
    at: integer().notNull(),
    /** Hash of who tells of it and its conversation, or null. */
    conversation: text(),
    /** JSON: its parts, without secrets; empty once it has ended. */
    body: text().notNull(),
    /** JSON: what came of it; null while it is open. */
    result: text(),
  },
  (table) => [index("runs_conversation").on(table.conversation, table.at)],
);
