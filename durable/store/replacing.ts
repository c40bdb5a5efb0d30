// A memory takes another one's place, as part of the open transaction: tables are emptied and filled again, and D1 is
// told the same as one commit of many parts, which is whole there, or not yet there, to whoever loads it.

import { type Cell, columnsOf, REPLICA, type TableName } from "../../schema/replica.ts";
import { Refusal } from "../../wire/errors.ts";
import type { Database } from "./database.ts";
import { IS_REPLACED, isKept } from "./kept-settings.ts";
import { bytesOf, chunks, type RowPart, type SizedRow } from "./row-changes.ts";
import { putStatement, quoted } from "./statements.ts";

/** Keys that are read at once. */
const KEYS = 5_000;
/** Which rows of a table are replaced, and of which of them D1 has its own, where that is not all. */
const REPLACED: Partial<Record<TableName, string>> = { settings: IS_REPLACED };
const SHARED: Partial<Record<TableName, string>> = { journal: "type <> 'query'" };

export type Pieces = Iterable<readonly (readonly Cell[])[]>;

/**
 * Replaces the rows of `tables`, in this order, by pieces of others. `tell` tells D1. Returns how many rows there were.
 * Refuses with `duplicate_id` when two rows have one key.
 */
export function replaceRows(
  database: Database,
  tables: readonly TableName[],
  piecesOf: (table: TableName) => Pieces,
  tell: (part: RowPart) => void,
): Record<string, number> {
  const replaced: Record<string, number> = {};
  for (const table of tables) {
    replaced[table] = countIn(database, table);
    for (const chunk of chunks(keysIn(database, table))) tell({ table, verb: "cut", ...chunk });
    database.exec(`delete from ${quoted(table)} where ${REPLACED[table] ?? "true"}`);
    let count = 0;
    for (const piece of piecesOf(table)) {
      const taken = piece.filter((row) => !isOwn(table, row));
      database.exec(putStatement(table), JSON.stringify(taken));
      const rows = JSON.stringify(taken.filter((row) => !staysHome(table, row)));
      tell({ table, verb: "put", rows, bytes: bytesOf(rows) });
      count += taken.length;
    }
    if (countIn(database, table) === count) continue;
    throw new Refusal(
      "duplicate_id",
      `the file holds a row of ${table} more than once: each key may come once`,
    );
  }
  return replaced;
}

function countIn(database: Database, table: TableName): number {
  const [row] = database.exec(
    `select count(*) as count from ${quoted(table)} where ${REPLACED[table] ?? "true"}`,
  );
  return Number(row.count);
}

/** Keys of the rows of which D1 has its own, some at a time: whoever takes them may write meanwhile. */
function* keysIn(database: Database, table: TableName): Iterable<SizedRow> {
  const key = REPLICA[table].key.map(quoted).join(", ");
  const which = `${REPLACED[table] ?? "true"} and ${SHARED[table] ?? "true"}`;
  const statement = (after: string) =>
    `select ${key} from ${quoted(table)} where ${which} ${after} order by ${key} limit ${KEYS}`;
  const places = REPLICA[table].key.map((_, index) => `?${index + 1}`).join(", ");
  let page = [...database.each(statement(""))];
  while (page.length > 0) {
    for (const cells of page) {
      const json = JSON.stringify(cells);
      yield { json, size: bytesOf(json) };
    }
    page = [...database.each(statement(`and (${key}) > (${places})`), ...page[page.length - 1])];
  }
}

function isOwn(table: TableName, row: readonly Cell[]): boolean {
  return table === "settings" && isKept(row[columnsOf(table).indexOf("name")]);
}

/** Entries of questions are many, and of use to the object only. */
function staysHome(table: TableName, row: readonly Cell[]): boolean {
  return table === "journal" && row[columnsOf(table).indexOf("type")] === "query";
}
