// Tables of the memory in numbers, packed for waking. They are an object's own, and hold nothing that rows do not tell.

import { blob, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The memory in numbers, as waking takes it up at once. What does not fit is made anew from rows: no truth stands here. */
export const packed = sqliteTable("packed", {
  part: integer().primaryKey(),
  data: blob({ mode: "buffer" }).notNull(),
});

/** What changed since the memory was packed. */
export const unpacked = sqliteTable("unpacked", {
  number: integer().primaryKey(),
  table_name: text().notNull(),
  /** JSON: keys of rows. */
  keys: text().notNull(),
});
