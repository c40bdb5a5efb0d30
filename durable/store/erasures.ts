// Erasing on the object's disk: finds what is to go, takes it out of every table, and keeps what may stay of it,
// the tombstones and the receipt. All of it is part of the open transaction.
// Waiting changes are scrubbed too: what this transaction cuts or writes anew supersedes what they say of the same rows.

import { type Cell, columnsOf, TABLE_NAMES, type TableName } from "../../schema/replica.ts";
import type { Asked, Json, Metadata } from "../graph/records.ts";
import type { Database } from "./database.ts";
import { askedIn, journalEntryOf } from "./graph-rows.ts";
import { IS_REPLACED } from "./kept-settings.ts";
import type { Outbox } from "./outbox.ts";
import type { Outlet, Past } from "./past.ts";
import type { ErasedBy, Erasing, JournalEntry, KeptTrail, Scrubbed, Stamp, Traces } from "./ports.ts";
import { rowOf } from "./proposals.ts";
import { bytesOf, RowChanges } from "./row-changes.ts";
import type { State } from "./state.ts";
import { quoted } from "./statements.ts";
import { Tombstones } from "./tombstones.ts";
import { tracesIn } from "./traces.ts";
import { SqliteVerdicts } from "./verdicts.ts";

/** Stays when everything is erased: what was done to the memory, and what must not come back. */
const KEPT: readonly TableName[] = ["audit", "audit_head", "tombstones", "erasures", "settings"];
/** Tables of the object alone that say something of the memory. */
const HOME = [
  "trails",
  "feed",
  "snapshots",
  "versions",
  "imports",
  "import_parts",
  "import_rows",
  "staged",
  "pending",
  "reembedded",
  "replay_parts",
  "runs",
  "captures",
];

/** Where metadata name a project: their own, that of a memory, that of a fact. */
const PROJECT_PATHS = ["$.project", "$.memory.project", "$.fact.project"];

const NODES_OF: Record<ErasedBy["by"], string> = {
  source: `file = ?1 or json_extract(metadata, '$.source') = ?1`,
  author: "author = ?1 or id in (select node_id from proposals where author = ?1 and status = 'approved')",
  project: `?1 in (${PROJECT_PATHS.map((path) => `json_extract(metadata, '${path}')`).join(", ")})`,
};

export class Erasures implements Erasing {
  readonly tombstones: Tombstones;
  readonly verdicts: SqliteVerdicts;
  private readonly database: Database;
  private readonly outbox: Outbox;
  private readonly state: State;
  private readonly past: Past;
  private readonly outlet: Outlet;

  constructor(database: Database, outbox: Outbox, state: State, past: Past, outlet: Outlet) {
    this.tombstones = new Tombstones(database, outlet.write);
    this.verdicts = new SqliteVerdicts(database);
    this.database = database;
    this.outbox = outbox;
    this.state = state;
    this.past = past;
    this.outlet = outlet;
  }

  nodesOf({ by, value }: ErasedBy): string[] {
    return this.ids(`select id from nodes where ${NODES_OF[by]} order by ordinal`, value);
  }

  nodesSaying(contentHashes: Iterable<string>): string[] {
    return this.ids(
      "select id from nodes where content_hash in (select value from json_each(?)) order by ordinal",
      JSON.stringify([...contentHashes]),
    );
  }

  *derived(): Iterable<{ readonly id: string; readonly metadata: Metadata }> {
    const statement = "select id, metadata from nodes where origin in ('merged', 'split') order by ordinal";
    for (const { id, metadata } of this.database.exec(statement)) {
      yield { id: id as string, metadata: JSON.parse(metadata as string) as Metadata };
    }
  }

  *contents(): Iterable<{ readonly id: string; readonly text: string }> {
    for (const [id, text] of this.database.each("select id, text from nodes order by ordinal")) {
      yield { id: id as string, text: text as string };
    }
  }

  *journal(since = 0): Iterable<JournalEntry> {
    const statement = "select seq, at, type, author, body from journal where at >= ? order by seq";
    for (const [seq, at, type, author, body] of this.database.each(statement, since)) {
      yield journalEntryOf({ seq, at, type, author, body });
    }
  }

  *trails(): Iterable<KeptTrail> {
    for (const [seq, body] of this.database.each("select seq, body from trails order by seq")) {
      yield { ...JSON.parse(body as string), seq };
    }
  }

  *questions(): Iterable<{ readonly id: string; readonly asked: Asked }> {
    const statement = "select id, text, author, at, teacher from vectors where text is not null";
    for (const row of this.database.exec(statement)) {
      const asked = askedIn(row);
      if (asked) yield { id: row.id as string, asked };
    }
  }

  *answers(): Iterable<{ readonly key: string; readonly reply: Json }> {
    for (const [key, reply] of this.database.each("select key, reply from answers order by key")) {
      yield { key: key as string, reply: JSON.parse(reply as string) as Json };
    }
  }

  waiting(scrubbed: Scrubbed): number {
    return this.outboxRows((table, row) => isSuperseded(table, row, scrubbed), false);
  }

  scrub(scrubbed: Scrubbed, { at }: Stamp): number {
    const { entries, trails, answers, proposals } = scrubbed;
    const superseded = this.outboxRows((table, row) => isSuperseded(table, row, scrubbed), true);
    const rows = new RowChanges();
    for (const seq of entries.dropped) rows.cut("journal", [seq]);
    for (const { body, ...entry } of entries.rewritten.values()) {
      rows.put("journal", { ...entry, body: JSON.stringify(body) });
    }
    for (const [key, reply] of answers) {
      const [row] = this.database.exec("select digest, at from answers where key = ?", key);
      const { digest, at } = row as { digest: string; at: number };
      rows.put("answers", { key, digest, reply: JSON.stringify(reply), at });
    }
    for (const id of proposals.dropped) rows.cut("proposals", [id]);
    for (const proposal of proposals.rewritten.values()) rows.put("proposals", rowOf(proposal));
    this.outlet.write(rows, at);
    this.database.exec(
      "delete from trails where seq in (select value from json_each(?))",
      JSON.stringify(trails),
    );
    this.past.staged.begin();
    return superseded;
  }

  amend(entries: Iterable<JournalEntry>, at: number): void {
    const rows = new RowChanges();
    for (const { body, ...entry } of entries) rows.put("journal", { ...entry, body: JSON.stringify(body) });
    this.outlet.write(rows, at);
    this.verdicts.forget();
  }

  everything(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const table of [
      ...TABLE_NAMES.filter((table) => !KEPT.includes(table)),
      "trails",
      "outbox",
      "captures",
    ]) {
      counts[table] = Number(this.database.exec(`select count(*) as count from ${quoted(table)}`)[0].count);
    }
    return counts;
  }

  eraseEverything(): void {
    for (const table of TABLE_NAMES.filter((table) => !KEPT.includes(table))) {
      this.database.exec(`delete from ${quoted(table)}`);
    }
    this.database.exec(`delete from settings where ${IS_REPLACED}`);
    for (const table of HOME) this.database.exec(`delete from ${table}`);
    this.state.unset("reembedding");
    this.state.set("feed_floor", this.state.get("revision") ?? 0);
    this.past.staged.begin();
    // D1 is compared with what is left here and begins its history anew: nothing that waits is needed, or may arrive.
    this.outbox.drop(Number.MAX_SAFE_INTEGER);
    this.state.set("in_doubt", 1);
    this.outlet.replaced();
  }

  receipt(id?: string): Json | undefined {
    const which = id === undefined ? "order by at desc, id limit 1" : "where id = ?";
    const [row] = this.database.exec(
      `select receipt from erasures ${which}`,
      ...(id === undefined ? [] : [id]),
    );
    return row && (JSON.parse(row.receipt as string) as Json);
  }

  keepReceipt(id: string, receipt: Json, { at, author }: Stamp): void {
    const rows = new RowChanges();
    rows.put("erasures", { id, at, author, receipt: JSON.stringify(receipt) });
    this.outlet.write(rows, at);
  }

  traces(erasure: string, at: number): Traces {
    const { contents, ids } = tracesIn(null);
    const [row] = this.database.exec(contents, erasure);
    const suspects = this.ids(ids, at);
    return { contents: Number(row.count), suspects };
  }

  private ids(statement: string, ...bindings: (string | number)[]): string[] {
    return this.database.exec(statement, ...bindings).map(({ id }) => id as string);
  }

  /** Counts the waiting rows that are to go, and takes them out where wanted. Emptied parts stay: commits leave whole. */
  private outboxRows(goes: (table: TableName, row: readonly Cell[]) => boolean, takeOut: boolean): number {
    let count = 0;
    const puts = "select seq, part, table_name, rows from outbox where verb = 'put'";
    for (const { seq, part, table_name, rows } of this.database.exec(puts)) {
      const table = table_name as TableName;
      const waiting = JSON.parse(rows as string) as Cell[][];
      const left = waiting.filter((row) => !goes(table, row));
      if (left.length === waiting.length) continue;
      count += waiting.length - left.length;
      if (!takeOut) continue;
      const json = JSON.stringify(left);
      const update = "update outbox set rows = ?, bytes = ? where seq = ? and part = ?";
      this.database.exec(update, json, bytesOf(json), seq, part);
    }
    return count;
  }
}

/** Columns of the graph's tables that name a node. */
const NAMING: Partial<Record<TableName, readonly string[]>> = {
  nodes: ["id"],
  edges: ["source", "target"],
  stops: ["id"],
  vectors: ["id"],
};

/** Whether a waiting row says what goes, or is about to be written anew. */
function isSuperseded(
  table: TableName,
  row: readonly Cell[],
  { names, contentHashes, entries, answers, asked, proposals }: Scrubbed,
): boolean {
  const cell = (column: string) => row[columnsOf(table).indexOf(column)];
  const { dropped, rewritten } = entries;
  if (table === "journal") {
    const seq = cell("seq") as number;
    return dropped.has(seq) || rewritten.has(seq);
  }
  if (table === "answers") return answers.has(cell("key") as string);
  if (table === "proposals") {
    const id = cell("id") as string;
    return proposals.dropped.has(id) || proposals.rewritten.has(id);
  }
  if (table === "vectors" && cell("text") !== null && asked.has(cell("id") as string)) return true;
  if (table === "nodes" && contentHashes.has(cell("content_hash") as string)) return true;
  return (NAMING[table] ?? []).some((column) => names.has(cell(column) as string));
}
