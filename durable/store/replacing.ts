// A memory takes another one's place: at home at once, as part of the open transaction; for D1 as many small commits.
// While D1 has only some of them a setting says so there. Home never holds it, except in an object that lost its disk
// in that time and loaded what D1 had: it must not be mistaken for a memory.

import { type Cell, columnsOf, REPLICA, type TableName } from "../../schema/replica.ts";
import type { Database } from "./database.ts";
import { bytesOf, chunks, type RowPart } from "./row-changes.ts";
import { putStatement, quoted } from "./statements.ts";

/** Setting of a replica that holds only part of a replacement. */
export const UNFINISHED = "unfinished_import";
/** A setting that stays whatever takes the memory's place: what it embeds with. */
const EMBEDDER = "embedder";

export interface Pieces {
  readonly table: string;
  readonly rows: readonly (readonly Cell[])[];
}

/** Replaces the rows of `tables`. `commit` sends a part to D1 as a commit of its own. Returns how many rows there were. */
export function replaceRows(
  database: Database,
  tables: readonly TableName[],
  pieces: Iterable<Pieces>,
  commit: (part: RowPart) => void,
): Record<string, number> {
  commit(partOf("settings", "put", JSON.stringify([[UNFINISHED, "true"]])));
  const replaced = Object.fromEntries(tables.map((table) => [table, emptied(database, table, commit)]));
  for (const { table, rows } of pieces) {
    const name = table as TableName;
    const kept = rows.filter((row) => !isOwn(name, row));
    if (kept.length === 0) continue;
    database.exec(putStatement(name), JSON.stringify(kept));
    const shared = kept.filter((row) => !staysHome(name, row));
    if (shared.length > 0) commit(partOf(name, "put", JSON.stringify(shared)));
  }
  commit(partOf("settings", "cut", JSON.stringify([[UNFINISHED]])));
  return replaced;
}

/** Entries of questions are many, and of use to the object only. */
export function staysHome(table: TableName, row: readonly Cell[]): boolean {
  return table === "journal" && row[columnsOf(table).indexOf("type")] === "query";
}

function emptied(database: Database, table: TableName, commit: (part: RowPart) => void): number {
  const key = REPLICA[table].key.map(quoted).join(", ");
  const columns = columnsOf(table).map((column) => (isRead(table, column) ? quoted(column) : "null"));
  let count = 0;
  const keys = function* () {
    for (const row of database.each(`select ${columns.join(", ")} from ${quoted(table)} order by ${key}`)) {
      const cells = row as Cell[];
      if (isOwn(table, cells)) continue;
      count++;
      if (staysHome(table, cells)) continue;
      const json = JSON.stringify(
        REPLICA[table].key.map((column) => cells[columnsOf(table).indexOf(column)]),
      );
      yield { json, size: bytesOf(json) };
    }
  };
  const cuts = [...chunks(keys())];
  for (const { rows } of cuts) commit(partOf(table, "cut", rows));
  database.exec(`delete from ${quoted(table)}${table === "settings" ? ` where name <> '${EMBEDDER}'` : ""}`);
  return count;
}

/** Texts are not read to be deleted. */
function isRead(table: TableName, column: string): boolean {
  const key: readonly string[] = REPLICA[table].key;
  return key.includes(column) || (table === "journal" && column === "type");
}

function isOwn(table: TableName, row: readonly Cell[]): boolean {
  return table === "settings" && (row[0] === EMBEDDER || row[0] === UNFINISHED);
}

function partOf(table: TableName, verb: "put" | "cut", rows: string): RowPart {
  return { table, verb, rows, bytes: bytesOf(rows) };
}
