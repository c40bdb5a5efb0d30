// What the slices of maintenance runs changed, row by row as it was before and after: enough to take a run back where
// nobody changed it since. Bounded: the last runs, for some time, up to a size; a run that alone is larger is not kept.

import { type Cell, columnsOf, REPLICA, type TableName } from "../../schema/replica.ts";
import type { Database } from "./database.ts";
import { keyOf, type RowPart } from "./row-changes.ts";
import { quoted } from "./statements.ts";

/** So many runs can be taken back, for so long, and together they take so much; single changes have room of their own. */
const RUNS_KEPT = 8;
const CHANGES_KEPT = 200;
/** Begins the name of a single change. */
export const CHANGE = "change ";
const KEPT_MS = 30 * 86_400_000;
const BYTES_KEPT = 16 * 1024 * 1024;
/** The tables that maintenance changes. */
const TABLES: readonly TableName[] = ["nodes", "edges", "stops", "vectors", "settings"];

export type Row = readonly Cell[];
export interface ChangedRow {
  readonly table: TableName;
  readonly key: readonly Cell[];
  readonly before: Row | null;
  readonly after: Row | null;
}
export interface ChangedWeight {
  readonly ordinal: number;
  readonly before: number;
  readonly after: number;
}
export interface ChangedSlice {
  readonly weights: readonly ChangedWeight[];
  readonly rows: readonly ChangedRow[];
}

/** Stands in the place of what a run changed, where that was too much. */
const TOO_MUCH = "null";
const EMPTY = new Uint8Array();

interface Open {
  readonly run: string;
  readonly at: number;
  readonly before: Map<TableName, Map<string, { readonly key: readonly Cell[]; readonly row: Row | null }>>;
}

export class Maintained {
  private readonly database: Database;
  private open: Open | null = null;

  constructor(database: Database) {
    this.database = database;
  }

  /** From now on the open transaction is noted. */
  begin(run: string, at: number): void {
    const [marked] = this.database.exec("select 1 from maintained where run = ? and rows = ?", run, TOO_MUCH);
    this.open = marked ? null : { run, at, before: new Map() };
  }

  get isOpen(): boolean {
    return this.open !== null;
  }

  /** Notes how rows are that are about to be put or cut. */
  keep({ table, verb, rows }: RowPart): void {
    if (!this.open || !TABLES.includes(table)) return;
    const cells = JSON.parse(rows) as Cell[][];
    const noted = this.open.before.get(table) ?? new Map();
    this.open.before.set(table, noted);
    const keys = (verb === "put" ? cells.map((row) => keyOf(table, row)) : cells).filter(
      (key) => !noted.has(JSON.stringify(key)),
    );
    const found = this.read(table, keys);
    for (const key of keys)
      noted.set(JSON.stringify(key), { key, row: found.get(JSON.stringify(key)) ?? null });
  }

  /** Writes down what the open transaction changed. */
  write(): void {
    if (!this.open) return;
    const { run, at, before } = this.open;
    const changed: ChangedRow[] = [];
    for (const [table, noted] of before) {
      const after = this.read(
        table,
        Array.from(noted.values(), ({ key }) => key),
      );
      for (const [name, { key, row }] of noted)
        changed.push({ table, key, before: row, after: after.get(name) ?? null });
    }
    const weights = changed.flatMap(weightOf);
    const rows = changed.filter((row) => weightOf(row).length === 0 && !isSame(row.before, row.after));
    if (weights.length + rows.length === 0) return;
    const json = JSON.stringify(rows.map(({ table, key, before, after }) => [table, key, before, after]));
    const blob = new Uint8Array(Float64Array.from(weights.flat()).buffer);
    const rank = Math.max(0, ...weights.map(([ordinal]) => ordinal), ...rows.flatMap(ranksOf));
    this.database.exec(
      "insert into maintained (run, at, weights, rows, rank, bytes) values (?, ?, ?, ?, ?, ?)",
      run,
      at,
      blob,
      json,
      rank,
      blob.length + json.length,
    );
    this.drop(run, at);
  }

  close(): void {
    this.open = null;
  }

  holds(run: string, now: number): boolean {
    this.dropOld(now);
    const [row] = this.database.exec("select max(rows) as rows from maintained where run = ?", run);
    return row.rows !== null && row.rows !== TOO_MUCH;
  }

  /** What the slices of a run changed, the last one first. */
  *slices(run: string): Iterable<ChangedSlice> {
    const numbers = this.database.exec(
      "select number from maintained where run = ? order by number desc",
      run,
    );
    for (const { number } of numbers) {
      const [{ weights, rows }] = this.database.exec(
        "select weights, rows from maintained where number = ?",
        number,
      );
      const bytes = weights instanceof ArrayBuffer ? new Uint8Array(weights) : (weights as Uint8Array);
      const numbers = new Float64Array(bytes.slice().buffer);
      yield {
        weights: Array.from({ length: numbers.length / 3 }, (_, index) => ({
          ordinal: numbers[index * 3],
          before: numbers[index * 3 + 1],
          after: numbers[index * 3 + 2],
        })),
        rows: (JSON.parse(rows as string) as [TableName, Cell[], Row | null, Row | null][]).map(
          ([table, key, before, after]) => ({ table, key, before, after }),
        ),
      };
    }
  }

  /** The highest rank that anything had which may come back. */
  get highestRank(): number {
    return Number(this.database.exec("select coalesce(max(rank), 0) as rank from maintained")[0].rank);
  }

  forget(run?: string): void {
    if (run === undefined) this.database.exec("delete from maintained");
    else this.database.exec("delete from maintained where run = ?", run);
  }

  /** Rows by their key as JSON. */
  read(table: TableName, keys: readonly (readonly Cell[])[]): Map<string, Row> {
    const columns = columnsOf(table).map((column) => `t.${quoted(column)}`);
    const isIt = REPLICA[table].key.map(
      (column, index) => `t.${quoted(column)} = json_extract(k.value, '$[${index}]')`,
    );
    const statement = `select ${columns.join(", ")} from json_each(?) as k cross join ${quoted(table)} as t where ${isIt.join(" and ")}`;
    const rows = this.database.each(statement, JSON.stringify(keys)) as Iterable<Cell[]>;
    return new Map(Array.from(rows, (row) => [JSON.stringify(keyOf(table, row)), row]));
  }

  private drop(run: string, now: number): void {
    this.dropOld(now);
    const runs = this.database.exec(
      "select run, sum(bytes) as bytes from maintained group by run order by max(number) desc",
    );
    const left = { runs: RUNS_KEPT, changes: CHANGES_KEPT };
    let bytes = 0;
    for (const one of runs) {
      bytes += Number(one.bytes);
      const isRoom = left[(one.run as string).startsWith(CHANGE) ? "changes" : "runs"]-- > 0;
      if (isRoom && bytes <= BYTES_KEPT) continue;
      this.forget(one.run as string);
      if (one.run !== run) continue;
      this.database.exec(
        "insert into maintained (run, at, weights, rows, rank, bytes) values (?, ?, ?, ?, 0, 0)",
        run,
        now,
        EMPTY,
        TOO_MUCH,
      );
    }
  }

  private dropOld(now: number): void {
    this.database.exec("delete from maintained where at < ?", now - KEPT_MS);
  }
}

const EDGE = columnsOf("edges");
const WEIGHT = EDGE.indexOf("weight");
const ORDINAL = EDGE.indexOf("ordinal");

/** The change of an edge that changed in its weight alone; nothing for others. */
function weightOf({ table, before, after }: ChangedRow): [ordinal: number, before: number, after: number][] {
  if (table !== "edges" || !before || !after || before[WEIGHT] === after[WEIGHT]) return [];
  if (before.some((cell, index) => index !== WEIGHT && cell !== after[index])) return [];
  return [[before[ORDINAL] as number, before[WEIGHT] as number, after[WEIGHT] as number]];
}

function ranksOf({ table, before }: ChangedRow): number[] {
  const cell = (column: string) => Number(before?.[columnsOf(table).indexOf(column)] ?? 0);
  if (table === "edges") return [cell("bucket"), cell("ordinal")];
  return table === "nodes" ? [cell("ordinal")] : [];
}

export function isSame(a: Row | null, b: Row | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
