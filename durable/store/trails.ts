// What queries did, kept so that feedback can learn from it. Trails stay in the object, the newest ones only.

import type { Database } from "./database.ts";
import type { Trail } from "./ports.ts";
import { sizeOf } from "./row-changes.ts";

const TRAILS_KEPT = 10_000;

export class Trails {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  record(trail: Trail): void {
    const body = JSON.stringify(trail);
    sizeOf("trails", body);
    const [{ seq }] = this.database.exec(
      "insert or replace into trails (query_id, chat_id, body) values (?, ?, ?) returning seq",
      trail.queryId,
      trail.chatId,
      body,
    );
    this.database.exec("delete from trails where seq <= ?", Number(seq) - TRAILS_KEPT);
  }

  clear(): void {
    this.database.exec("delete from trails");
  }

  of(queryId: string): Trail | undefined {
    const [row] = this.database.exec("select body from trails where query_id = ?", queryId);
    return row && parsed(row.body as string);
  }

  /** The newest of a conversation, or of all, newest first. */
  recent(chatId: string | null, count: number): Trail[] {
    const rows =
      chatId === null
        ? this.database.exec("select body from trails order by seq desc limit ?", count)
        : this.database.exec(
            "select body from trails where chat_id = ? order by seq desc limit ?",
            chatId,
            count,
          );
    return rows.map((row) => parsed(row.body as string));
  }
}

function parsed(body: string): Trail {
  return JSON.parse(body) as Trail;
}
