// Session logs that are replayed: how far each is and what was learned, replicated with what was learned of it, and lines
// that wait, which stay at home. Lines are kept until they were learned from, and never longer than a day for nothing.

import type { Json } from "../graph/records.ts";
import type { Database, SqlRow } from "./database.ts";
import type { Outlet } from "./past.ts";
import type { LogPart, Replays, StoredReplay, WaitingPart } from "./replay-ports.ts";
import { RowChanges } from "./row-changes.ts";

const IDLE_MS = 24 * 3_600_000;
/** Replays that have ended stay known, the newest so many. */
const ENDED_KEPT = 1_000;

/** Whether there are lines to go on with, or the log ends just here. */
const CAN_GO_ON = [
  "(exists (select 1 from replay_parts where replay = replays.id and first = json_extract(progress, '$.first'))",
  "or json_extract(progress, '$.end') = json_extract(progress, '$.first'))",
].join(" ");

export class SqliteReplays implements Replays {
  private readonly database: Database;
  private readonly outlet: Outlet;
  /** Ids of those that wait for more; an object that wakes looks once more. */
  private readonly resting = new Set<string>();

  constructor(database: Database, outlet: Outlet) {
    this.database = database;
    this.outlet = outlet;
  }

  find(id: string): StoredReplay | undefined {
    const [row] = this.database.exec("select * from replays where id = ?", id);
    return row && replayOf(row);
  }

  list(count: number): StoredReplay[] {
    return this.database
      .exec("select * from replays order by used_at desc, id limit ?", count)
      .map((row) => replayOf(row));
  }

  put({ id, at, usedAt, author, state, request, progress }: StoredReplay): void {
    const rows = new RowChanges();
    rows.put("replays", {
      id,
      at,
      used_at: usedAt,
      author,
      state,
      request: JSON.stringify(request),
      progress: JSON.stringify(progress),
    });
    const old = "select id from replays where state <> 'open' order by used_at desc limit -1 offset ?";
    if (state !== "open")
      for (const row of this.database.exec(old, ENDED_KEPT)) rows.cut("replays", [row.id as string]);
    this.resting.delete(id);
    this.outlet.write(rows, usedAt);
  }

  next(): (StoredReplay & { readonly teacher: string }) | undefined {
    const teacher =
      "(select author from replay_parts where replay = replays.id and first = json_extract(progress, '$.first'))";
    const [row] = this.database.exec(
      `select *, coalesce(${teacher}, author) as teacher from replays where state = 'open' and ${CAN_GO_ON} ` +
        "and id not in (select value from json_each(?)) order by used_at limit 1",
      JSON.stringify([...this.resting]),
    );
    return row && { ...replayOf(row), teacher: row.teacher as string };
  }

  rest(id: string): void {
    this.resting.add(id);
  }

  *parts(id: string, first: number): Iterable<WaitingPart> {
    for (let place = first; ; ) {
      const [row] = this.database.exec(
        "select after, lines, author, (select author from replay_parts as next where next.replay = part.replay " +
          "and next.first = part.after) as nextAuthor from replay_parts as part where replay = ? and first = ?",
        id,
        place,
      );
      if (!row) return;
      // SAFETY: these are its columns.
      const part = row as unknown as Omit<WaitingPart, "first">;
      yield { first: place, ...part };
      place = part.after;
    }
  }

  endOf(id: string, first: number): { readonly after: number; readonly last: number | null } {
    let end: ReturnType<Replays["endOf"]> = { after: first, last: null };
    const parts = "select first, after from replay_parts where replay = ? and first >= ? order by first";
    for (const [begins, after] of this.database.each(parts, id, first)) {
      if (begins !== end.after) break;
      end = { after: after as number, last: begins as number };
    }
    return end;
  }

  addPart(id: string, { first, after, lines, author }: LogPart, at: number): void {
    this.dropIdle(at);
    this.database.exec(
      "insert or replace into replay_parts (replay, first, after, at, lines, author) values (?, ?, ?, ?, ?, ?)",
      id,
      first,
      after,
      at,
      lines,
      author,
    );
    this.resting.delete(id);
  }

  dropParts(id: string, before: number): void {
    this.database.exec("delete from replay_parts where replay = ? and first < ?", id, before);
  }

  dropAllParts(): void {
    this.database.exec("delete from replay_parts");
  }

  dropIdle(now: number): void {
    this.database.exec(
      "delete from replay_parts where replay in (select replay from replay_parts group by replay having max(at) < ?)",
      now - IDLE_MS,
    );
  }

  get waiting(): number {
    const [row] = this.database.exec(
      "select coalesce(sum(octet_length(lines)), 0) as bytes from replay_parts",
    );
    return Number(row.bytes);
  }

  knows(mark: string): boolean {
    return this.database.exec("select 1 from replayed where mark = ?", mark).length > 0;
  }

  mark(marks: Iterable<string>, replay: string, at: number): void {
    const rows = new RowChanges();
    for (const mark of marks) rows.put("replayed", { mark, replay });
    this.outlet.write(rows, at);
  }

  forget(id: string, at: number): void {
    const rows = new RowChanges();
    for (const { mark } of this.database.exec("select mark from replayed where replay = ?", id))
      rows.cut("replayed", [mark as string]);
    if (this.find(id)) rows.cut("replays", [id]);
    this.dropParts(id, Number.MAX_SAFE_INTEGER);
    this.outlet.write(rows, at);
  }
}

function replayOf(row: SqlRow): StoredReplay {
  return {
    id: row.id as string,
    at: row.at as number,
    usedAt: row.used_at as number,
    author: row.author as string,
    state: row.state as StoredReplay["state"],
    request: JSON.parse(row.request as string) as Json,
    progress: JSON.parse(row.progress as string) as Json,
  };
}
