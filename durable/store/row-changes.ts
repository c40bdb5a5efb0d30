// What happens to replicated tables, by row: of several writes to one row only the last counts.
// A row is an array of cells in column order. Parts of a change hold rows as JSON, the form in which they
// are written to either home and in which they wait in the outbox.

import { type Cell, columnsOf, REPLICA, type RowOf, type TableName } from "../../schema/replica.ts";
import { Refusal } from "../../wire/errors.ts";

/** No statement's parameter and no outbox row grows beyond this, a single large row aside. */
export const CHUNK_BYTES = 900_000;
/** The platform stores no value of 2 MB; refusing well below it leaves room for what is wrapped around a row. */
export const ROW_BYTES = 1_500_000;
/** Part of a change: rows put, or the keys of rows cut, of one table. */
export interface RowPart {
  readonly table: TableName;
  readonly verb: "put" | "cut";
  /** A JSON array of rows or keys. */
  readonly rows: string;
  readonly bytes: number;
}

type LastWrite = { readonly verb: "put" | "cut"; readonly cells: readonly Cell[] };

export class RowChanges {
  private readonly tables = new Map<TableName, Map<string, LastWrite>>();

  get isEmpty(): boolean {
    return this.tables.size === 0;
  }

  put<Name extends TableName>(table: Name, row: RowOf<Name>): void {
    const cells: Readonly<Record<string, Cell>> = row;
    this.putCells(
      table,
      columnsOf(table).map((column) => cells[column]),
    );
  }

  /** As `put`, the row as cells in column order. */
  putCells(table: TableName, cells: readonly Cell[]): void {
    const rows = this.rowsOf(table);
    const key = JSON.stringify(keyOf(table, cells));
    const before = rows.get(key);
    rows.set(key, {
      verb: "put",
      cells: before?.verb === "put" ? merged(table, before.cells, cells) : cells,
    });
  }

  cut(table: TableName, key: readonly Cell[]): void {
    this.rowsOf(table).set(JSON.stringify(key), { verb: "cut", cells: key });
  }

  /** Adds what happened after all of this. */
  add({ table, verb, rows }: Pick<RowPart, "table" | "verb" | "rows">): void {
    for (const cells of JSON.parse(rows) as Cell[][]) {
      if (verb === "put") this.putCells(table, cells);
      else this.cut(table, cells);
    }
  }

  /** Everything in parts of bounded size; no row is in two of them, so their order does not matter. Refuses a row too large to be stored. */
  parts(): RowPart[] {
    const parts: RowPart[] = [];
    for (const [table, rows] of this.tables) {
      for (const verb of ["cut", "put"] as const) {
        const written = [...rows.values()].filter((row) => row.verb === verb);
        for (const chunk of chunks(table, written)) parts.push({ table, verb, ...chunk });
      }
    }
    return parts;
  }

  private rowsOf(table: TableName): Map<string, LastWrite> {
    const known = this.tables.get(table);
    if (known) return known;
    const rows = new Map<string, LastWrite>();
    this.tables.set(table, rows);
    return rows;
  }
}

function keyOf(table: TableName, cells: readonly Cell[]): Cell[] {
  const columns = columnsOf(table);
  return REPLICA[table].key.map((column) => cells[columns.indexOf(column)]);
}

/** The later row, where columns that keep what is stored take it from the earlier one. */
function merged(table: TableName, before: readonly Cell[], after: readonly Cell[]): readonly Cell[] {
  const keeps: readonly string[] = REPLICA[table].keeps;
  if (keeps.length === 0) return after;
  return columnsOf(table).map((column, index) =>
    keeps.includes(column) ? (after[index] ?? before[index]) : after[index],
  );
}

function* chunks(table: TableName, rows: readonly LastWrite[]): Iterable<{ rows: string; bytes: number }> {
  let chunk: string[] = [];
  let bytes = 0;
  for (const { cells } of rows) {
    const row = JSON.stringify(cells);
    const size = sizeOf(table, row);
    if (chunk.length > 0 && bytes + size > CHUNK_BYTES) {
      yield { rows: `[${chunk.join(",")}]`, bytes };
      chunk = [];
      bytes = 0;
    }
    chunk.push(row);
    bytes += size;
  }
  if (chunk.length > 0) yield { rows: `[${chunk.join(",")}]`, bytes };
}

const encoder = new TextEncoder();

/** Bytes of a row as JSON. Refuses a row that could not be stored. */
export function sizeOf(table: string, row: string): number {
  const size = encoder.encode(row).length;
  if (size <= ROW_BYTES) return size;
  throw new Refusal(
    "too_large",
    `a row of ${table} would take ${size} bytes, at most ${ROW_BYTES} fit: send less at once`,
  );
}
