// What is read of the object's disk in words: what nodes say, what is known of edges, what taught questions asked, settings
// and the journal.

import type { Asked, Json, Metadata, NodeKind, ScreenNote, Words } from "../graph/records.ts";
import type { Database } from "./database.ts";
import { askedIn, journalEntryOf, shownNodeOf, storedNodeOf } from "./graph-rows.ts";
import type { JournalEntry, JournalType, ShownNode, StoredNode } from "./ports.ts";

const NO_METADATA: Metadata = {};

export class StoredWords implements Words {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  node(id: string): StoredNode | undefined {
    const [row] = this.database.exec("select * from nodes where id = ?", id);
    return row && storedNodeOf(row);
  }

  shown(ids: readonly string[]): Map<string, ShownNode> {
    const rows = this.database.exec(
      "select id, kind, authority, file, metadata, text from nodes where id in (select value from json_each(?))",
      JSON.stringify(ids),
    );
    return new Map(rows.map((row) => [row.id as string, shownNodeOf(row)]));
  }

  /** What the screen found in a text that somebody let go in spite of it; undefined where nobody has. */
  letGo(contentHash: string): ScreenNote | undefined {
    const [row] = this.database.exec(
      `select screen from nodes where content_hash = ? and json_extract(screen, '$.released') is not null
      and json_extract(screen, '$.verdict') <> 'expired' limit 1`,
      contentHash,
    );
    return row && (JSON.parse(row.screen as string) as ScreenNote);
  }

  /** Nodes of a kind that nobody anchored, made before a time and kept back for no reason yet, oldest first. */
  /** Whether the id of any node begins so. */
  hasIdsFrom(prefix: string): boolean {
    const statement = "select 1 from nodes where id >= ? and id < ? limit 1";
    return this.database.exec(statement, prefix, `${prefix}\uffff`).length > 0;
  }

  agedBefore(
    kind: NodeKind,
    before: number,
    count: number,
  ): { readonly id: string; readonly createdAt: number }[] {
    const rows = this.database.exec(
      `select id, created_at from nodes where kind = ? and created_at <= ? and authority = 'overlay' and screen is null
      order by created_at, ordinal limit ?`,
      kind,
      before,
      count,
    );
    return rows.map((row) => ({ id: row.id as string, createdAt: row.created_at as number }));
  }

  edgeMetadata(source: string, target: string): Metadata {
    const [row] = this.database.exec(
      "select metadata from edges where source = ? and target = ?",
      source,
      target,
    );
    return row?.metadata ? (JSON.parse(row.metadata as string) as Metadata) : NO_METADATA;
  }

  asked(id: string, route: number): Asked | null {
    const [row] = this.database.exec(
      "select text, author, at, teacher, contrast from vectors where id = ? and route = ?",
      id,
      route,
    );
    return row ? askedIn(row) : null;
  }

  chunksOf(file: string): StoredNode[] {
    return this.database
      .exec("select * from nodes where file = ? and origin = 'workspace' order by chunk, ordinal", file)
      .map(storedNodeOf);
  }

  files(): string[] {
    return this.database
      .exec("select distinct file from nodes where file is not null and origin = 'workspace' order by file")
      .map((row) => row.file as string);
  }

  setting(name: string): Json | undefined {
    const [row] = this.database.exec("select value from settings where name = ?", name);
    return row && (JSON.parse(row.value as string) as Json);
  }

  journal(count: number, before = Number.MAX_SAFE_INTEGER, type?: JournalType): JournalEntry[] {
    const ofType = type === undefined ? "" : "and type = ?3";
    const bindings = type === undefined ? [before, count] : [before, count, type];
    return this.database
      .exec(`select * from journal where seq < ?1 ${ofType} order by seq desc limit ?2`, ...bindings)
      .map(journalEntryOf);
  }
}
