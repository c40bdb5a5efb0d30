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

/** Turns that wait for a language model, and what came of those that it read; the words of a turn go once they were read. */
export const captures = sqliteTable(
  "captures",
  {
    id: text().primaryKey(),
    at: integer().notNull(),
    /** Token that sent it, and the hash of whose signed token that was: what is kept of it is theirs. */
    author: text().notNull(),
    person: text(),
    /** True for a token of an owner: what an owner captures waits for no reviewer. */
    is_owner: integer({ mode: "boolean" }).notNull(),
    /** `pending`, `processing`, `done` or `failed`. */
    state: text().notNull(),
    attempts: integer().notNull(),
    /** Before it nothing is tried; null where nothing is to be done. */
    due_at: integer(),
    changed_at: integer().notNull(),
    /** Of all that was said, and by whom: the same turn is the same job. */
    digest: text().notNull(),
    /** JSON: what was asked for, with the turn as long as it is needed. */
    request: text().notNull(),
    /** JSON: what came of it; null before its memories are stored. */
    result: text(),
    /** Why the last try failed; null where it did not. */
    error: text(),
  },
  (table) => [
    index("captures_due").on(table.due_at, table.at, table.id),
    index("captures_digest").on(table.digest),
    index("captures_author").on(table.author, table.at, table.id),
  ],
);
