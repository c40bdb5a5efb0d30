// Rows that a restore is about to bring back, on disk: they may be more than fits in memory.
// Of two words on one row the first counts. What is staged changes nothing until it is taken over.

import type { Cell, TableName } from "../../schema/replica.ts";
import type { Database } from "./database.ts";

export interface StagedRow {
  readonly table: TableName;
  readonly key: readonly Cell[];
  /** Null where there is to be none. */
  readonly row: readonly Cell[] | null;
}

/** A page ends with the row that reaches this length. */
const PAGE_CHARS = 1_000_000;
const PAGE_ROWS = 1_000;

export class StagedRows {
  private readonly database: Database;
  private begun = 0;

  constructor(database: Database) {
    this.database = database;
  }

  /** Begins anew; returns the number of this beginning. */
  begin(): number {
    this.clear();
    return ++this.begun;
  }

  /** False when somebody began anew since. */
  isAt(number: number): boolean {
    return this.begun === number;
  }

  clear(): void {
    this.database.exec("delete from staged");
  }

  add({ table, key, row }: StagedRow): void {
    this.database.exec(
      "insert or ignore into staged (table_name, key, row) values (?, ?, ?)",
      table,
      JSON.stringify(key),
      row && JSON.stringify(row),
    );
  }

  *pages(): Iterable<StagedRow[]> {
    for (let after = ["", ""]; ; ) {
      const rows = this.database.exec(PAGE, ...after);
      if (rows.length === 0) return;
      yield rows.map(({ table_name, key, row }) => ({
        table: table_name as TableName,
        key: JSON.parse(key as string),
        row: row === null ? null : JSON.parse(row as string),
      }));
      const last = rows[rows.length - 1];
      after = [last.table_name as string, last.key as string];
    }
  }
}

/** Parameters: table and key to go on after. */
const PAGE = [
  "select table_name, key, row from (",
  "select *, sum(length(row)) over",
  "(order by table_name, key rows between unbounded preceding and 1 preceding) as chars_before",
  `from (select * from staged where (table_name, key) > (?, ?) order by table_name, key limit ${PAGE_ROWS})`,
  `) where coalesce(chars_before, 0) < ${PAGE_CHARS} order by table_name, key`,
].join(" ");
