// The replica of an agent in D1: batches of changes go in, pages of rows come out.
// A batch is one D1 transaction and every statement of it is fenced by its sequence number, so that a batch
// that was applied, its answer lost, and sent again, changes nothing.

import { type Cell, columnsOf, REPLICA, TABLE_NAMES, type TableName } from "../../schema/replica.ts";
import type { RowPart } from "../store/row-changes.ts";
import { cutInArchive, putInArchive, quoted } from "../store/statements.ts";

/** Rows of a page: fewer where a row may be long. Nodes are read with their texts. */
const PAGE_ROWS = 5_000;
const PAGE_ROWS_OF: Partial<Record<TableName, number>> = { nodes: 500, answers: 500, journal: 500 };
/** A page ends with the row that reaches this length. */
const PAGE_CHARS = 1_000_000;

export class Archive {
  private readonly database: D1Database;

  constructor(database: D1Database) {
    this.database = database;
  }

  /** Number of the last change that D1 holds of an agent; undefined when D1 does not know the agent. */
  async appliedSeq(agent: string): Promise<number | undefined> {
    const row = await this.database
      .prepare("select applied_seq from agents where id = ?1")
      .bind(agent)
      .first<{ applied_seq: number }>();
    return row?.applied_seq;
  }

  /** Applies changes up to the number `seq`, all or none. */
  async apply(agent: string, parts: readonly RowPart[], seq: number): Promise<void> {
    const writes = parts.map(({ table, verb, rows }) =>
      this.database
        .prepare(verb === "put" ? putInArchive(table) : cutInArchive(table))
        .bind(agent, rows, seq),
    );
    const raise = this.database
      .prepare("update agents set applied_seq = ?2 where id = ?1 and applied_seq < ?2")
      .bind(agent, seq);
    await this.database.batch([...writes, raise]);
  }

  /** Everything that D1 holds of an agent, page by page. */
  async *pages(agent: string): AsyncIterable<{ readonly table: TableName; readonly rows: Cell[][] }> {
    for (const table of TABLE_NAMES) {
      for (let after: Cell[] = []; ; ) {
        const rows = await this.page(table, agent, after);
        if (rows.length === 0) break;
        yield { table, rows };
        after = keyOf(table, rows[rows.length - 1]);
      }
    }
  }

  private page(table: TableName, agent: string, after: readonly Cell[]): Promise<Cell[][]> {
    const statement = pageStatement(table, after.length > 0);
    return this.database
      .prepare(statement)
      .bind(agent, ...after)
      .raw<Cell[]>();
  }
}

/** Rows in key order, as many as make up a page. Parameters: agent, and the key to go on after. */
function pageStatement(table: TableName, goesOn: boolean): string {
  const columns = columnsOf(table).map(quoted).join(", ");
  const key = REPLICA[table].key.map(quoted).join(", ");
  const chars = columnsOf(table).map((column) => `coalesce(length(${quoted(column)}), 0)`);
  const after = REPLICA[table].key.map((_, index) => `?${index + 2}`).join(", ");
  const rows = PAGE_ROWS_OF[table] ?? PAGE_ROWS;
  return [
    `select ${columns} from (`,
    `select ${columns}, sum(${chars.join(" + ")}) over`,
    `(order by ${key} rows between unbounded preceding and 1 preceding) as chars_before from (`,
    `select ${columns} from ${quoted(table)} where "agent" = ?1`,
    goesOn ? `and (${key}) > (${after})` : "",
    `order by ${key} limit ${rows})`,
    `) where coalesce(chars_before, 0) < ${PAGE_CHARS} order by ${key}`,
  ].join(" ");
}

function keyOf(table: TableName, row: readonly Cell[]): Cell[] {
  const columns = columnsOf(table);
  return REPLICA[table].key.map((column) => row[columns.indexOf(column)]);
}
