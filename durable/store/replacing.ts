// A memory takes another one's place, as part of the open transaction: tables are emptied and filled again, and D1 is
// told the same as one commit of many parts, which is whole there, or not yet there, to whoever loads it.

import { type Cell, columnsOf, REPLICA, type TableName } from "../../schema/replica.ts";
import type { Database } from "./database.ts";
import { bytesOf, chunks, keyOf, type RowPart } from "./row-changes.ts";
import { putStatement, quoted } from "./statements.ts";

/** A setting that stays whatever takes the memory's place: what it embeds with. */
const EMBEDDER = "embedder";

export type Pieces = Iterable<readonly (readonly Cell[])[]>;

/** Replaces the rows of `tables`, in this order, by pieces of others. `tell` tells D1. Returns how many rows there were. */
export function replaceRows(
  database: Database,
  tables: readonly TableName[],
  piecesOf: (table: TableName) => Pieces,
  tell: (part: RowPart) => void,
): Record<string, number> {
  const replaced: Record<string, number> = {};
  for (const table of tables) {
    const { keys, count } = keysIn(database, table);
    replaced[table] = count;
    for (const chunk of chunks(keys)) tell({ table, verb: "cut", ...chunk });
    database.exec(
      `delete from ${quoted(table)}${table === "settings" ? ` where name <> '${EMBEDDER}'` : ""}`,
    );
    for (const piece of piecesOf(table)) {
      const taken = piece.filter((row) => !isOwn(table, row));
      database.exec(putStatement(table), JSON.stringify(taken));
      const rows = JSON.stringify(taken.filter((row) => !staysHome(table, row)));
      tell({ table, verb: "put", rows, bytes: bytesOf(rows) });
    }
  }
  return replaced;
}

/** Keys of the rows that are replaced, those of them that D1 has; and how many rows there are. */
function keysIn(database: Database, table: TableName) {
  const columns = columnsOf(table).map((column) => (isRead(table, column) ? quoted(column) : "null"));
  const keys: { readonly json: string; readonly size: number }[] = [];
  let count = 0;
  for (const row of database.each(`select ${columns.join(", ")} from ${quoted(table)}`)) {
    const cells = row as Cell[];
    if (isOwn(table, cells)) continue;
    count++;
    if (staysHome(table, cells)) continue;
    const json = JSON.stringify(keyOf(table, cells));
    keys.push({ json, size: bytesOf(json) });
  }
  return { keys, count };
}

/** Texts are not read to be deleted. */
function isRead(table: TableName, column: string): boolean {
  const key: readonly string[] = REPLICA[table].key;
  return key.includes(column) || (table === "journal" && column === "type");
}

function isOwn(table: TableName, row: readonly Cell[]): boolean {
  return table === "settings" && row[columnsOf(table).indexOf("name")] === EMBEDDER;
}

/** Entries of questions are many, and of use to the object only. */
function staysHome(table: TableName, row: readonly Cell[]): boolean {
  return table === "journal" && row[columnsOf(table).indexOf("type")] === "query";
}
