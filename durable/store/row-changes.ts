// What happens to replicated tables, by row: of several writes to one row only the last counts.
// A row is an array of cells in column order. Parts of a change hold rows as JSON, the form in which they
// are written to either home and in which they wait in the outbox.

import { type Cell, columnsOf, REPLICA, type RowOf, type TableName } from "../../schema/replica.ts";
import { Refusal } from "../../wire/errors.ts";

/** No statement's parameter and no outbox row grows beyond this, a single large row aside. */
export const CHUNK_BYTES = 900_000;
/** The platform stores no value of 2 MB; refusing well below it leaves room for what is wrapped around a row. */
export const ROW_BYTES = 1_500_000;
/**
 * Part of a change: rows put, or the keys of rows cut, of one table. Two verbs concern the history that D1 keeps:
 * `forget` takes out how the rows of these keys were, `scrub` takes out every node that matches, with all that names it.
 */
export interface RowPart {
  readonly table: TableName;
  readonly verb: "put" | "cut" | "forget" | "scrub";
  /** A JSON array of rows, keys or matches. */
  readonly rows: string;
  readonly bytes: number;
}

export type LastWrite = { readonly verb: "put" | "cut"; readonly cells: readonly Cell[] };

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

  /** What the row of a key was written to last. */
  last(table: TableName, key: readonly Cell[]): LastWrite | undefined {
    return this.tables.get(table)?.get(JSON.stringify(key));
  }

  /** Keys of what is written to a table, as JSON. */
  keysOf(table: TableName): string[] {
    return [...(this.tables.get(table)?.keys() ?? [])];
  }

  /** Everything in parts of bounded size; no row is in two of them, so their order does not matter. Refuses a row too large to be stored. */
  parts(): RowPart[] {
    const parts: RowPart[] = [];
    for (const [table, rows] of this.tables) {
      for (const verb of ["cut", "put"] as const) {
        const written = [...rows.values()].filter((row) => row.verb === verb);
        const cells = written.map((row) => sized(table, JSON.stringify(row.cells)));
        for (const chunk of chunks(cells)) parts.push({ table, verb, ...chunk });
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

/** The key of a row. */
export function keyOf(table: TableName, cells: readonly Cell[]): Cell[] {
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

/** Rows as JSON, one after the other, in lists of bounded size. */
export function* chunks(rows: Iterable<SizedRow>): Iterable<{ rows: string; bytes: number }> {
  let chunk: string[] = [];
  let bytes = 0;
  for (const { json, size } of rows) {
    if (chunk.length > 0 && bytes + size > CHUNK_BYTES) {
      yield { rows: `[${chunk.join(",")}]`, bytes };
      chunk = [];
      bytes = 0;
    }
    chunk.push(json);
    bytes += size;
  }
  if (chunk.length > 0) yield { rows: `[${chunk.join(",")}]`, bytes };
}

export interface SizedRow {
  readonly json: string;
  readonly size: number;
}

function sized(table: TableName, json: string): SizedRow {
  return { json, size: sizeOf(table, json) };
}

const encoder = new TextEncoder();

export function bytesOf(text: string): number {
  return encoder.encode(text).length;
}

/** Bytes of a row as JSON. Refuses a row that could not be stored. */
export function sizeOf(table: string, row: string): number {
  const size = bytesOf(row);
  if (size <= ROW_BYTES) return size;
  throw new Refusal(
    "too_large",
    `a row of ${table} would take ${size} bytes, at most ${ROW_BYTES} fit: send less at once`,
  );
}
