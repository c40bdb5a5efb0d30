// Texts that have no vector yet, on the object's disk: own texts of nodes (route 0), and lessons that go on when it is
// there (route 1), which may bring a question along. A row names the text by its digest, so a late vector of a former
// text is recognised. Only questions are held in words here, since nothing else holds them.

import type { Asked } from "../graph/records.ts";
import type { Database, SqlRow } from "./database.ts";
import type { Pending, PendingCounts, PendingLesson, PendingNode } from "./ports.ts";

const OWN = 0;

export class PendingTexts implements Pending {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  get isEmpty(): boolean {
    return this.database.exec("select 1 from pending where set_aside is null limit 1").length === 0;
  }

  get knowsAny(): boolean {
    return this.database.exec("select 1 from pending limit 1").length > 0;
  }

  clear(): void {
    this.database.exec("delete from pending");
  }

  counts(): PendingCounts {
    const [row] = this.database.exec(
      "select count(*) filter (where set_aside is null) as waiting, " +
        "min(queued_at) filter (where set_aside is null) as oldest, " +
        "count(*) filter (where set_aside is not null) as aside from pending where route = 0 or text is not null",
    );
    return {
      pending: Number(row.waiting),
      oldest: row.oldest as number | null,
      setAside: Number(row.aside),
    };
  }

  next(count: number): PendingNode[] {
    const rows = this.database.exec(
      "select id, route, hash, entry, text, author from pending where set_aside is null and id in (select id from " +
        "(select id, min(rowid) as first from pending where set_aside is null group by id order by first limit ?)) " +
        "order by rowid",
      count,
    );
    return nodesOf(rows);
  }

  of(id: string): PendingNode | undefined {
    const rows =
      "select id, route, hash, entry, text, author from pending where id = ? and set_aside is null order by rowid";
    return nodesOf(this.database.exec(rows, id))[0];
  }

  addText(id: string, hash: string, at: number): void {
    this.database.exec("delete from pending where id = ? and route = 0 and hash <> ?", id, hash);
    this.database.exec(
      "insert or ignore into pending (id, route, hash, queued_at, tries) values (?, 0, ?, ?, 0)",
      id,
      hash,
      at,
    );
  }

  addLesson(id: string, entry: number, asked: Asked | null, at: number): void {
    this.database.exec(
      "insert or ignore into pending (id, route, hash, queued_at, tries, entry, text, author) values (?, 1, ?, ?, 0, ?, ?, ?)",
      id,
      String(entry),
      at,
      entry,
      asked?.text ?? null,
      asked?.by ?? null,
    );
  }

  hasVector(id: string): void {
    this.database.exec("delete from pending where id = ? and route = 0", id);
  }

  lessonEnds(id: string, entry: number): void {
    this.database.exec("delete from pending where id = ? and route = 1 and entry = ?", id, entry);
  }

  forgetQuestion(id: string, entry: number): void {
    this.database.exec(
      "update pending set text = null, author = null where id = ? and route = 1 and entry = ?",
      id,
      entry,
    );
  }

  drop(id: string): void {
    this.database.exec("delete from pending where id = ?", id);
  }

  refuse(id: string, entry: number | null, reason: string, most: number): boolean {
    const which = entry === null ? "route = 0" : "route = 1 and entry = ?4";
    const bindings = entry === null ? [id, reason, most] : [id, reason, most, entry];
    const [row] = this.database.exec(
      `update pending set tries = tries + 1, set_aside = case when tries + 1 >= ?3 then ?2 end where id = ?1 and ${which} returning set_aside`,
      ...bindings,
    );
    const isSetAside = row !== undefined && row.set_aside !== null;
    // Without its own vector nothing goes on at a node.
    if (isSetAside && entry === null) {
      this.database.exec("update pending set set_aside = ? where id = ?", reason, id);
    }
    return isSetAside;
  }

  retry(): number {
    const [{ count }] = this.database.exec(
      "select count(*) as count from pending where set_aside is not null and (route = 0 or text is not null)",
    );
    this.database.exec("update pending set set_aside = null, tries = 0 where set_aside is not null");
    return Number(count);
  }

  rebuild(at: number, everyOrigin: boolean): void {
    this.database.exec("delete from pending where id not in (select id from nodes)");
    this.database.exec(
      "delete from pending where route = 0 and not exists (select 1 from nodes where nodes.id = pending.id " +
        "and nodes.content_hash = pending.hash)",
    );
    this.database.exec(
      "delete from pending where route = 0 and exists (select 1 from vectors where vectors.id = pending.id and route = 0)",
    );
    this.database.exec(
      "insert or ignore into pending (id, route, hash, queued_at, tries) select id, 0, content_hash, ?, 0 from nodes " +
        `where ${everyOrigin ? "true" : "origin <> 'merged'"} ` +
        "and not exists (select 1 from vectors where vectors.id = nodes.id and route = 0) order by ordinal",
      at,
    );
    // What lessons still have to do is in the journal, which goes wherever the memory goes.
    this.database.exec(
      "insert or ignore into pending (id, route, hash, queued_at, tries, entry) " +
        "select own.id, 1, cast(journal.seq as text), ?, 0, journal.seq from journal join pending as own " +
        "on own.id = json_extract(journal.body, '$.node_id') and own.route = 0 where journal.type = 'inject' " +
        "and json_extract(journal.body, '$.deferred') is not null and journal.seq not in " +
        "(select json_extract(body, '$.late') from journal where json_extract(body, '$.late') is not null)",
      at,
    );
  }

  *questions(): Iterable<{ readonly id: string; readonly entry: number; readonly asked: Asked }> {
    const rows = this.database.exec("select id, entry, text, author from pending where text is not null");
    for (const { id, entry, text, author } of rows) {
      yield { id: id as string, entry: entry as number, asked: askedIn(text, author) as Asked };
    }
  }
}

function askedIn(text: unknown, author: unknown): Asked | null {
  return text === null ? null : { text: text as string, by: (author ?? "") as string };
}

function nodesOf(rows: readonly SqlRow[]): PendingNode[] {
  const nodes = new Map<string, { id: string; hash: string | null; lessons: PendingLesson[] }>();
  for (const { id, route, hash, entry, text, author } of rows) {
    const node = nodes.get(id as string) ?? { id: id as string, hash: null, lessons: [] };
    nodes.set(node.id, node);
    if (route === OWN) node.hash = hash as string;
    else node.lessons.push({ entry: entry as number, asked: askedIn(text, author) });
  }
  return [...nodes.values()];
}
