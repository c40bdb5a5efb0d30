// Imports on their way: what was asked for, and rows that wait until the whole file is here and right.
// One import is open at a time. Nothing of it is memory yet, and what nobody goes on with is dropped.

import { getTableColumns } from "drizzle-orm";
import { sqliteTable } from "drizzle-orm/sqlite-core";
import { type Cell, columnsOf, REPLICA, TABLE_NAMES, type TableName } from "../../schema/replica.ts";
import type { GraphChange, Json } from "../graph/records.ts";
import type { Database, SqlRow } from "./database.ts";
import { edgeRow, nodeRow, stopRow, vectorRow } from "./graph-rows.ts";
import type { Imports, StagedRow, Stamp, StoredImport } from "./ports.ts";
import { chunks, sizeOf } from "./row-changes.ts";

const IDLE_MS = 24 * 3_600_000;
/** Imports that have ended stay known, the newest so many. */
const ENDED_KEPT = 20;

interface CellRule {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
}

const RULES = new Map<string, readonly CellRule[]>(
  TABLE_NAMES.filter((table) => REPLICA[table].travels !== "home").map((table) => [table, rulesOf(table)]),
);

export class Staging implements Imports {
  readonly tables = TABLE_NAMES.filter((table) => REPLICA[table].travels === "moved");
  readonly idleMs = IDLE_MS;
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  columnsOf(table: string): readonly string[] | undefined {
    return RULES.get(table)?.map(({ name }) => name);
  }

  find(id: string, now: number): StoredImport | undefined {
    this.dropIdle(now);
    const [row] = this.database.exec("select * from imports where id = ?", id);
    return row && importOf(row);
  }

  current(now: number): StoredImport | undefined {
    this.dropIdle(now);
    const [row] = this.database.exec("select * from imports where state = 'open'");
    return row && importOf(row);
  }

  /** Drops the open import when nothing came for it for too long. */
  dropIdle(now: number): void {
    const idle = "select id from imports where state = 'open' and used_at < ?";
    for (const { id } of this.database.exec(idle, now - IDLE_MS)) {
      this.end(id as string, "cancelled", null, now);
      this.database.exec("delete from imports where id = ?", id);
    }
  }

  begin(id: string, request: Json, progress: Json, now: number): void {
    this.database.exec(
      "insert into imports (id, at, used_at, state, request, progress) values (?1, ?2, ?2, 'open', ?3, ?4)",
      id,
      now,
      JSON.stringify(request),
      JSON.stringify(progress),
    );
  }

  digestUpTo(part: number): string | undefined {
    const [row] = this.database.exec("select sha256 from import_parts where part = ?", part);
    return row?.sha256 as string | undefined;
  }

  flawOf({ table, cells }: StagedRow): string | null {
    const rules = RULES.get(table);
    if (!rules) return `there is no table ${table}`;
    for (const [index, rule] of rules.entries()) {
      const flaw = flawOfCell(cells[index], rule);
      if (flaw) return `${table}.${rule.name} ${flaw}`;
    }
    return null;
  }

  rowsOf(
    { nodes, edges, stops, vectors }: Pick<GraphChange, "nodes" | "edges" | "stops" | "vectors">,
    stamp: Stamp,
  ): StagedRow[] {
    return [
      ...nodes.map((node) => rowOf("nodes", nodeRow(node, undefined, stamp))),
      ...edges.map((edge) => rowOf("edges", edgeRow(edge))),
      ...stops.map((stop) => rowOf("stops", stopRow(stop))),
      ...vectors.map((vector) => rowOf("vectors", vectorRow(vector))),
    ];
  }

  stage(
    id: string,
    { n, sha256, rows }: { readonly n: number; readonly sha256: string; readonly rows: readonly StagedRow[] },
    progress: Json,
    now: number,
  ): void {
    this.database.exec("insert into import_parts (part, sha256) values (?, ?)", n, sha256);
    for (const [table, ofTable] of Map.groupBy(rows, (row) => row.table)) {
      const sized = ofTable.map(({ cells }) => {
        const json = JSON.stringify(cells);
        return { json, size: sizeOf(table, json) };
      });
      let piece = 0;
      for (const chunk of chunks(sized)) {
        this.database.exec(
          "insert into import_rows (table_name, part, piece, rows) values (?, ?, ?, ?)",
          table,
          n,
          piece++,
          chunk.rows,
        );
      }
    }
    this.database.exec(
      "update imports set progress = ?, used_at = ? where id = ?",
      JSON.stringify(progress),
      now,
      id,
    );
  }

  *staged(table: string): Iterable<readonly (readonly Cell[])[]> {
    let place = [-1, -1];
    for (;;) {
      // A piece at a time, by its number: whoever reads may write meanwhile.
      const [row] = this.database.exec(
        "select part, piece, rows from import_rows where table_name = ? and (part, piece) > (?, ?) order by part, piece limit 1",
        table,
        ...place,
      );
      if (!row) return;
      place = [row.part as number, row.piece as number];
      yield JSON.parse(row.rows as string) as Cell[][];
    }
  }

  end(id: string, state: "done" | "cancelled", result: Json | null, now: number): void {
    this.database.exec("delete from import_rows");
    this.database.exec("delete from import_parts");
    this.database.exec(
      "update imports set state = ?, result = ?, used_at = ? where id = ?",
      state,
      result === null ? null : JSON.stringify(result),
      now,
      id,
    );
    this.database.exec(
      "delete from imports where state <> 'open' and id not in (select id from imports where state <> 'open' order by used_at desc limit ?)",
      ENDED_KEPT,
    );
  }

  clear(now: number): void {
    for (const { id } of this.database.exec("select id from imports where state = 'open'")) {
      this.end(id as string, "cancelled", null, now);
    }
  }
}

function rowOf(table: TableName, row: Readonly<Record<string, Cell>>): StagedRow {
  return { table, cells: columnsOf(table).map((column) => row[column]) };
}

function importOf(row: SqlRow): StoredImport {
  return {
    id: row.id as string,
    usedAt: row.used_at as number,
    state: row.state as StoredImport["state"],
    request: JSON.parse(row.request as string) as Json,
    progress: JSON.parse(row.progress as string) as Json,
    result: row.result === null ? null : (JSON.parse(row.result as string) as Json),
  };
}

function rulesOf(name: TableName): CellRule[] {
  const columns = Object.values(getTableColumns(sqliteTable(name, { ...REPLICA[name].columns })));
  return columns.map(({ name, columnType, notNull }) => ({ name, type: columnType, nullable: !notNull }));
}

function flawOfCell(cell: unknown, { type, nullable }: CellRule): string | null {
  if (cell === null) return nullable ? null : "may not be null";
  if (type === "SQLiteText") {
    if (typeof cell !== "string") return "must be a string";
    if (cell.includes("\0")) return "holds a NUL character";
    return cell.isWellFormed() ? null : "holds half a surrogate pair";
  }
  if (typeof cell !== "number" || !Number.isFinite(cell)) return "must be a number";
  return type === "SQLiteInteger" && !Number.isSafeInteger(cell) ? "must be an integer" : null;
}
