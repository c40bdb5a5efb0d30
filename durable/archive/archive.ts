// The replica of an agent in D1: steps of changes go in, pages of rows and of history come out.
// A batch is one D1 transaction behind a fence: it does nothing unless D1 is exactly where it goes on from, and its
// sender is the one who may write. So a batch that is sent twice, or arrives late, changes nothing.

import type { Cell, TableName } from "../../schema/replica.ts";
import type { Traces } from "../store/ports.ts";
import { keyOf } from "../store/row-changes.ts";
import {
  boundsOf,
  cutInArchive,
  type PageBounds,
  pageInArchive,
  pageOf,
  putInArchive,
} from "../store/statements.ts";
import { tracesIn } from "../store/traces.ts";
import {
  forgetStatement,
  HISTORY_KEPT_MS,
  RAISE,
  RAISE_ANEW,
  rememberStatement,
  type Step,
  scrubStatement,
  TRIM,
} from "./history.ts";

/** Where D1 is with an agent. */
export interface Position {
  /** Number of the last change that D1 holds. */
  readonly applied: number;
  /** Which life of the object may write. */
  readonly writer: number;
  /** The oldest number that can be gone back to. */
  readonly historyFrom: number;
}

/** How a row was. */
export interface PastRow {
  readonly table: TableName;
  readonly key: readonly Cell[];
  readonly row: readonly Cell[] | null;
}

/** A page of history ends with the part that reaches this length. */
const PAGE_CHARS = 1_000_000;
const PAGE_PARTS = 500;

const POSITION = "applied_seq as applied, writer, history_from as historyFrom";

export class Archive {
  private readonly database: D1Database;

  constructor(database: D1Database) {
    this.database = database;
  }

  /** Undefined when D1 does not know the agent. */
  async position(agent: string): Promise<Position | undefined> {
    const statement = `select ${POSITION} from agents where id = ?1`;
    return (await this.database.prepare(statement).bind(agent).first<Position>()) ?? undefined;
  }

  /** From now on only who asked may write: batches of others that are still under way do nothing. Numbers grow from `writer` on. */
  async claim(agent: string, writer: number): Promise<Position | undefined> {
    const statement = `update agents set writer = max(writer, ?2) + 1 where id = ?1 returning ${POSITION}`;
    return (await this.database.prepare(statement).bind(agent, writer).first<Position>()) ?? undefined;
  }

  /** Applies a step that is not the last of its change: D1 stays at the number where it is. */
  async write(agent: string, step: Step, from: Position, now: number): Promise<void> {
    const statements = this.statements(agent, step, from, now);
    if (statements.length > 0) await this.database.batch(statements);
  }

  /**
   * Applies a step, all of it or nothing, and with it D1 holds the changes up to the number `seq`.
   * `anew`: history begins here. Throws when D1 is not, or no longer, where the step goes on from.
   */
  async apply(
    agent: string,
    step: Step,
    from: Position,
    seq: number,
    now: number,
    anew = false,
  ): Promise<void> {
    const fence = [from.applied, from.writer];
    const raise = anew
      ? this.database.prepare(RAISE_ANEW).bind(agent, seq, ...fence)
      : this.database.prepare(RAISE).bind(agent, seq, ...fence, now - HISTORY_KEPT_MS);
    const statements = this.statements(agent, step, from, now);
    const trim = this.database.prepare(TRIM).bind(agent);
    const results = await this.database.batch([...statements, raise, trim]);
    if (results[statements.length].meta.changes !== 1) throw new Error("D1 went on without this batch");
  }

  private statements(agent: string, step: Step, { applied, writer }: Position, now: number) {
    const prepare = (statement: string, rows: string, ...more: number[]) =>
      this.database.prepare(statement).bind(agent, rows, applied, writer, ...more);
    return [
      ...Array.from(step.history(), ({ table, rows }) => prepare(rememberStatement(table), rows, now)),
      ...step
        .writes()
        .map(({ table, verb, rows }) =>
          prepare(verb === "put" ? putInArchive(table) : cutInArchive(table), rows),
        ),
      ...step.forgotten.map(({ table, verb, rows }) =>
        prepare(verb === "scrub" ? scrubStatement() : forgetStatement(table), rows),
      ),
    ];
  }

  /** What D1 holds of a table, page by page in key order, between two keys where they are given. */
  async *pages(
    agent: string,
    table: TableName,
    { after, upTo }: PageBounds = { after: null, upTo: null },
  ): AsyncIterable<Cell[][]> {
    for (let last = after; ; ) {
      const bounds = { after: last, upTo };
      const statement = this.database.prepare(pageInArchive(table, bounds));
      const answer = await statement.bind(agent, ...boundsOf(bounds)).raw<Cell[]>();
      const { rows, isLast } = pageOf(table, answer);
      if (rows.length > 0) yield rows;
      if (isLast) return;
      last = keyOf(table, rows[rows.length - 1]);
    }
  }

  /** What D1 still holds of an erasure made at a time. */
  async traces(agent: string, erasure: string, at: number): Promise<Traces> {
    const { contents, ids } = tracesIn("?2");
    const [counted, suspects] = await this.database.batch<{ count: number } & { id: string }>([
      this.database.prepare(contents).bind(erasure, agent),
      this.database.prepare(ids).bind(at, agent),
    ]);
    return { contents: counted.results[0].count, suspects: suspects.results.map(({ id }) => id) };
  }

  /** How rows were at a number: of several that tell of one row the first is right. */
  async *history(agent: string, seq: number): AsyncIterable<PastRow> {
    for (let after: [seq: number, part: number] = [seq + 1, -1]; ; ) {
      const parts = await this.database
        .prepare(PAGE_OF_HISTORY)
        .bind(agent, ...after)
        .raw<[seq: number, part: number, table: TableName, body: string, found: number]>();
      for (const [, , table, body] of parts) {
        for (const [key, row] of JSON.parse(body) as [Cell[], Cell[] | null][]) yield { table, key, row };
      }
      const found = parts[0]?.[4] ?? 0;
      if (parts.length === found && found < PAGE_PARTS) return;
      after = parts[parts.length - 1].slice(0, 2) as [number, number];
    }
  }
}

/** Parameters: agent, and the number and part to go on after. The last column counts the parts that were found. */
const PAGE_OF_HISTORY = [
  `select seq, part, table_name, body, found from (`,
  `select *, count(*) over () as found, sum(length(body)) over (order by seq, part rows between unbounded preceding and 1 preceding) as chars_before`,
  `from (select seq, part, table_name, body from undo where agent = ?1 and (seq, part) > (?2, ?3)`,
  `order by seq, part limit ${PAGE_PARTS})`,
  `) where coalesce(chars_before, 0) < ${PAGE_CHARS} order by seq, part`,
].join(" ");
