// Commits that D1 does not have yet, in order. A commit is one sequence number and as many rows as it needs;
// it leaves the outbox whole. Rows hold absolute values, so replaying them changes nothing.

import type { TableName } from "../../schema/replica.ts";
import type { Database } from "./database.ts";
import type { RowPart } from "./row-changes.ts";
import { State } from "./state.ts";

/** Shape of the rows; changes with what a reader would have to know. */
const FORMAT = 2;

/** What goes to D1 at once at most, a single part aside. */
const BATCH_BYTES = 1_000_000;
const BATCH_COMMITS = 500;
const BATCH_PARTS = 5_000;

/** Commits that go to D1 together, by their numbers. */
export interface Commits {
  readonly first: number;
  readonly last: number;
}

/** Where a part of a commit stands in the outbox. */
export interface Place {
  readonly seq: number;
  readonly part: number;
}

export type OutboxPart = Place & Pick<RowPart, "table" | "verb" | "rows">;

export interface Backlog {
  readonly changes: number;
  readonly oldest: number | null;
  readonly failures: number;
  readonly lastError: string | null;
}

export class Outbox {
  private readonly database: Database;
  private readonly state: State;

  constructor(database: Database) {
    this.database = database;
    this.state = new State(database);
  }

  get isEmpty(): boolean {
    return this.database.exec("select 1 from outbox limit 1").length === 0;
  }

  append(seq: number, part: number, { table, verb, rows, bytes }: RowPart, at: number): void {
    this.database.exec(
      "insert into outbox (seq, part, at, format, table_name, verb, rows, bytes) values (?, ?, ?, ?, ?, ?, ?, ?)",
      seq,
      part,
      at,
      FORMAT,
      table,
      verb,
      rows,
      bytes,
    );
  }

  /**
   * The oldest commits, as many as fit in one batch but at least one; undefined when there is none. One that makes
   * history forget is the last of its batch: it concerns what was before it.
   */
  next(): Commits | undefined {
    const commits = this.database.exec(
      "select seq, sum(bytes) as bytes, max(format) as format, max(verb in ('forget', 'scrub')) as forgets " +
        "from outbox group by seq order by seq limit ?",
      BATCH_COMMITS,
    );
    if (commits.length === 0) return undefined;
    const unknown = commits.find((commit) => Number(commit.format) > FORMAT);
    if (unknown)
      throw new Error(`change ${unknown.seq} has format ${unknown.format}, newer than this program`);
    let bytes = 0;
    let count = 0;
    for (const commit of commits) {
      bytes += Number(commit.bytes);
      if (count > 0 && bytes > BATCH_BYTES) break;
      count++;
      if (commit.forgets) break;
    }
    return { first: Number(commits[0].seq), last: Number(commits[count - 1].seq) };
  }

  /** Parts after a place and up to a commit, as many as go to D1 at once; `isEnd` when these are the last. */
  slice(after: Place, last: number): { readonly parts: OutboxPart[]; readonly isEnd: boolean } {
    const statement =
      "select seq, part, table_name, verb, rows, bytes from outbox " +
      "where (seq, part) > (?, ?) and seq <= ? order by seq, part limit ?";
    const parts: OutboxPart[] = [];
    let total = 0;
    for (const row of this.database.each(statement, after.seq, after.part, last, BATCH_PARTS + 1)) {
      const [seq, part, table, verb, rows, bytes] = row as SlicedRow;
      total += bytes;
      if (parts.length > 0 && (total > BATCH_BYTES || parts.length === BATCH_PARTS)) {
        return { parts, isEnd: false };
      }
      parts.push({ seq, part, table, verb, rows });
    }
    return { parts, isEnd: true };
  }

  /** Forgets commits that D1 has. */
  drop(upTo: number): void {
    this.database.exec("delete from outbox where seq <= ?", upTo);
  }

  /** Notes that D1 takes what it is sent. */
  succeed(): void {
    this.state.unset("drain_failures");
    this.state.unset("drain_error");
  }

  /** Notes that D1 did not take a batch; returns how often that happened in a row. */
  fail(message: string): number {
    const failures = this.backlog().failures + 1;
    this.state.set("drain_failures", failures);
    this.state.set("drain_error", message);
    return failures;
  }

  backlog(): Backlog {
    const [row] = this.database.exec("select count(distinct seq) as changes, min(at) as oldest from outbox");
    return {
      changes: Number(row.changes),
      oldest: row.oldest as number | null,
      failures: Number(this.state.get("drain_failures") ?? 0),
      lastError: this.state.get("drain_error") ?? null,
    };
  }
}

type SlicedRow = [
  seq: number,
  part: number,
  table: TableName,
  verb: RowPart["verb"],
  rows: string,
  bytes: number,
];
