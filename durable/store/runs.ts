// Runs of agents whose parts arrive, and what came of those that ended. All of it stays at home and is let go of: open runs
// half an hour after their last part, results after a day, and everything when anything is erased or replaced.

import type { Json } from "../graph/records.ts";
import type { Database, SqlRow } from "./database.ts";
import type { Runs, StoredRun } from "./run-ports.ts";

const OPEN_MS = 30 * 60_000;
const ENDED_MS = 24 * 3_600_000;
/** Results that stay known: the newest. */
const ENDED_KEPT = 2_000;

export class SqliteRuns implements Runs {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
    this.dropOld(Date.now());
  }

  find(id: string): StoredRun | undefined {
    const [row] = this.database.exec("select * from runs where id = ?", id);
    return row && runOf(row);
  }

  put({ id, at, conversation, body, result }: StoredRun): void {
    this.database.exec(
      "insert or replace into runs (id, at, conversation, body, result) values (?, ?, ?, ?, ?)",
      id,
      at,
      conversation,
      JSON.stringify(body),
      result === null ? null : JSON.stringify(result),
    );
  }

  lastOf(conversation: string, since: number): StoredRun | undefined {
    const [row] = this.database.exec(
      "select * from runs where conversation = ? and at >= ? and result is not null order by at desc, id limit 1",
      conversation,
      since,
    );
    return row && runOf(row);
  }

  get open(): number {
    return Number(this.database.exec("select count(*) as count from runs where result is null")[0].count);
  }

  dropOld(now: number): void {
    this.database.exec("delete from runs where result is null and at < ?", now - OPEN_MS);
    this.database.exec(
      "delete from runs where result is not null and (at < ? or id not in " +
        "(select id from runs where result is not null order by at desc, id limit ?))",
      now - ENDED_MS,
      ENDED_KEPT,
    );
  }

  clear(): void {
    this.database.exec("delete from runs");
  }
}

function runOf(row: SqlRow): StoredRun {
  return {
    id: row.id as string,
    at: row.at as number,
    conversation: row.conversation as string | null,
    body: JSON.parse(row.body as string) as Json,
    result: row.result === null ? null : (JSON.parse(row.result as string) as Json),
  };
}
