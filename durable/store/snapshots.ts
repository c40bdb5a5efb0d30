// The memory as it was at a moment, for as long as somebody reads it page by page while it goes on changing.
// Before a row changes for the first time after a snapshot, its version of before is kept. A snapshot shows, of each
// row, the version kept for it or for the next later snapshot, and the row itself where none is kept.

import { type Cell, columnsOf, REPLICA, TABLE_NAMES, type TableName } from "../../schema/replica.ts";
import type { Database } from "./database.ts";
import type { Snapshot, SnapshotReader } from "./ports.ts";
import type { RowPart } from "./row-changes.ts";
import { quoted } from "./statements.ts";

/** A snapshot that nobody has read for this long is dropped, and one that is this old in any case. */
const IDLE_MS = 15 * 60_000;
const OLDEST_MS = 24 * 3_600_000;
/** More of them at a time: the oldest goes. */
const MOST_OPEN = 4;

export class Snapshots implements SnapshotReader {
  readonly tables = TABLE_NAMES.filter((table) => REPLICA[table].travels !== "home").map((name) => ({
    name,
    columns: columnsOf(name),
    key: REPLICA[name].key as readonly string[],
  }));
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  /** Drops snapshots that nobody reads any more. */
  dropOld(now: number): void {
    const old = this.database.exec(
      "select number from snapshots where used_at < ? or at < ?",
      now - IDLE_MS,
      now - OLDEST_MS,
    );
    for (const { number } of old) this.end(number as number);
  }

  begin(id: string, revision: number, now: number): Snapshot {
    this.dropOld(now);
    const open = this.database.exec("select number from snapshots order by number desc");
    for (const { number } of open.slice(MOST_OPEN - 1)) this.end(number as number);
    const [{ number }] = this.database.exec(
      "insert into snapshots (id, revision, at, used_at) values (?1, ?2, ?3, ?3) returning number",
      id,
      revision,
      now,
    );
    return { number: number as number, id, revision, at: now };
  }

  find(id: string, now: number): Snapshot | undefined {
    this.dropOld(now);
    const [row] = this.database.exec("update snapshots set used_at = ? where id = ? returning *", now, id);
    return (
      row && { number: row.number as number, id, revision: row.revision as number, at: row.at as number }
    );
  }

  rows(
    snapshot: Snapshot,
    name: string,
    { order, after }: { readonly order: readonly string[]; readonly after: readonly Cell[] | null },
  ): Iterable<readonly Cell[]> {
    const statement = readStatement(name as TableName, order, after !== null);
    // SAFETY: replicated tables hold text and numbers only.
    return this.database.each(statement, snapshot.number, ...(after ?? [])) as Iterable<readonly Cell[]>;
  }

  clear(): void {
    this.database.exec("delete from snapshots");
    this.database.exec("delete from versions");
  }

  /** Keeps the rows that are about to be put or cut, while a snapshot shows them. */
  keep({ table, verb, rows }: Pick<RowPart, "table" | "verb" | "rows">, now: number): void {
    if (REPLICA[table].travels === "home" || this.newest() === null) return;
    this.dropOld(now);
    const newest = this.newest();
    if (newest !== null) this.database.exec(keepStatement(table, verb), rows, newest);
  }

  private newest(): number | null {
    const [{ newest }] = this.database.exec("select max(number) as newest from snapshots");
    return newest as number | null;
  }

  private end(number: number): void {
    this.database.exec("delete from snapshots where number = ?", number);
    if (this.newest() === null) this.database.exec("delete from versions");
  }
}

/** Parameters: rows or keys as JSON, number of the newest snapshot. */
function keepStatement(table: TableName, verb: RowPart["verb"]): string {
  const columns = columnsOf(table);
  const key: readonly string[] = REPLICA[table].key;
  const cells = key.map((column, index) => {
    const place = verb === "put" ? columns.indexOf(column) : index;
    return `json_extract(changed.value, '$[${place}]')`;
  });
  const isIt = key.map((column, index) => `before.${quoted(column)} = ${cells[index]}`).join(" and ");
  return [
    "insert or ignore into versions (table_name, key, until, row)",
    `select '${table}', json_array(${cells.join(", ")}), ?2,`,
    `(select json_array(${columns.map((column) => `before.${quoted(column)}`).join(", ")})`,
    `from ${quoted(table)} as before where ${isIt})`,
    "from json_each(?1) as changed",
  ].join(" ");
}

/** Rows after a place in an order that tells all rows apart. Parameters: the snapshot's number, and the place. */
function readStatement(table: TableName, order: readonly string[], goesOn: boolean): string {
  const columns = columnsOf(table);
  const kept = (column: string) => `json_extract(kept.row, '$[${columns.indexOf(column)}]')`;
  const after = (cells: readonly string[]) =>
    goesOn ? `and (${cells.join(", ")}) > (${order.map((_, index) => `?${index + 2}`).join(", ")})` : "";
  const key = REPLICA[table].key.map((column) => `live.${quoted(column)}`).join(", ");
  return [
    `select ${columns.map((column) => `live.${quoted(column)} as ${quoted(column)}`).join(", ")}`,
    `from ${quoted(table)} as live where not exists (select 1 from versions where table_name = '${table}'`,
    `and key = json_array(${key}) and until >= ?1) ${after(order.map((column) => `live.${quoted(column)}`))}`,
    `union all select ${columns.map(kept).join(", ")} from versions as kept`,
    `where kept.table_name = '${table}' and kept.row is not null and kept.until = (select min(until)`,
    "from versions where table_name = kept.table_name and key = kept.key and until >= ?1)",
    after(order.map(kept)),
    `order by ${order.map(quoted).join(", ")}`,
  ].join(" ");
}
