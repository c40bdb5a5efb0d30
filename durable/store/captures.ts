// Turns that wait for a language model, and what came of them. All of it stays at home. Those that wait are never let go of;
// of those that have ended the newest are kept for some days.

import type { Json } from "../graph/records.ts";
import type { CapturePage, CaptureRest, Captures, StoredCapture } from "./capture-ports.ts";
import type { Database, SqlRow } from "./database.ts";
import type { State } from "./state.ts";

const DAY_MS = 24 * 3_600_000;
/** How long, and how many at the most, stay known of those that ended well and of those that failed. */
const KEPT = [
  { state: "done", ms: 7 * DAY_MS, most: 1_000 },
  { state: "failed", ms: 30 * DAY_MS, most: 200 },
] as const;
const RESTING = "capture_rest";
const AWAKE: CaptureRest = { failures: 0, until: 0 };

export class SqliteCaptures implements Captures {
  private readonly database: Database;
  private readonly state: State;

  constructor(database: Database, state: State) {
    this.database = database;
    this.state = state;
    this.dropOld(Date.now());
  }

  find(id: string): StoredCapture | undefined {
    return this.first("where id = ?", id);
  }

  saying(digest: string): StoredCapture | undefined {
    return this.first("where digest = ? order by at desc, id limit 1", digest);
  }

  put(capture: StoredCapture): void {
    const { id, at, author, person, isOwner, state, attempts, dueAt, changedAt, digest, error } = capture;
    const { request, result } = capture;
    this.database.exec(
      "insert or replace into captures (id, at, author, person, is_owner, state, attempts, due_at, changed_at, digest, " +
        "request, result, error) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      ...[id, at, author, person, isOwner ? 1 : 0, state, attempts, dueAt, changedAt, digest],
      ...[JSON.stringify(request), result === null ? null : JSON.stringify(result), error],
    );
  }

  drop(id: string): void {
    this.database.exec("delete from captures where id = ?", id);
  }

  page({ state, of, after }: CapturePage, count: number): StoredCapture[] {
    return this.rows(
      "where (?1 is null or state = ?1) and (?2 is null or author = ?2 or person = ?3) " +
        "and (?4 is null or at < ?4 or (at = ?4 and id > ?5)) order by at desc, id limit ?6",
      ...[state, of?.author ?? null, of?.person ?? null, after?.at ?? null, after?.id ?? null, count],
    );
  }

  due(now: number, count: number): StoredCapture[] {
    return this.rows("where due_at <= ? order by due_at, at, id limit ?", now, count);
  }

  get nextDue(): number | null {
    const [row] = this.database.exec("select min(due_at) as due from captures where due_at is not null");
    return (row?.due ?? null) as number | null;
  }

  counts(): { readonly waiting: number; readonly failed: number; readonly oldestAt: number | null } {
    const [row] = this.database.exec(
      "select count(*) filter (where state in ('pending', 'processing')) as waiting, count(*) filter (where state = " +
        "'failed') as failed, min(at) filter (where state in ('pending', 'processing')) as oldest from captures",
    );
    return {
      waiting: Number(row.waiting),
      failed: Number(row.failed),
      oldestAt: row.oldest as number | null,
    };
  }

  *all(): Iterable<StoredCapture> {
    for (const { id } of this.database.exec("select id from captures order by at, id")) {
      const capture = this.find(id as string);
      if (capture) yield capture;
    }
  }

  get rest(): CaptureRest {
    const kept = this.state.get(RESTING);
    return kept === undefined ? AWAKE : (JSON.parse(kept) as CaptureRest);
  }

  set rest(rest: CaptureRest) {
    if (rest.failures === 0 && rest.until === 0) this.state.unset(RESTING);
    else this.state.set(RESTING, JSON.stringify(rest));
  }

  dropOld(now: number): void {
    for (const { state, ms, most } of KEPT) {
      this.database.exec(
        "delete from captures where state = ?1 and (changed_at < ?2 or id not in " +
          "(select id from captures where state = ?1 order by changed_at desc, id limit ?3))",
        ...[state, now - ms, most],
      );
    }
  }

  private first(where: string, ...bindings: (string | number | null)[]): StoredCapture | undefined {
    return this.rows(where, ...bindings)[0];
  }

  private rows(where: string, ...bindings: (string | number | null)[]): StoredCapture[] {
    return this.database.exec(`select * from captures ${where}`, ...bindings).map(captureOf);
  }
}

function captureOf(row: SqlRow): StoredCapture {
  return {
    id: row.id as string,
    at: row.at as number,
    author: row.author as string,
    person: row.person as string | null,
    isOwner: row.is_owner === 1,
    state: row.state as StoredCapture["state"],
    attempts: row.attempts as number,
    dueAt: row.due_at as number | null,
    changedAt: row.changed_at as number,
    digest: row.digest as string,
    request: JSON.parse(row.request as string) as Json,
    result: row.result === null ? null : (JSON.parse(row.result as string) as Json),
    error: row.error as string | null,
  };
}
