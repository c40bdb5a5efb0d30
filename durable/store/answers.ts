// Replies by idempotency key, so that a request that is sent twice is one change. They are kept for seven days.

import type { Json } from "../graph/records.ts";
import type { Database } from "./database.ts";
import { RowChanges } from "./row-changes.ts";

const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
/** Old answers that a new one takes along. */
const CUT = 2;

export interface Answer {
  /** Of the request that it belongs to. */
  readonly digest: string;
  readonly reply: Json;
}

export class Answers {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  of(key: string): Answer | undefined {
    const [row] = this.database.exec("select digest, reply from answers where key = ?", key);
    return row && { digest: row.digest as string, reply: JSON.parse(row.reply as string) as Json };
  }

  /** The rows that remember an answer. */
  remembering(key: string, { digest, reply }: Answer, at: number): RowChanges {
    const rows = new RowChanges();
    const old = "select key from answers where at < ? order by at limit ?";
    for (const { key } of this.database.exec(old, at - KEPT_MS, CUT)) rows.cut("answers", [key as string]);
    rows.put("answers", { key, digest, reply: JSON.stringify(reply), at });
    return rows;
  }
}
