// What Vectorize holds of this memory, on the object's disk. While there is an index, triggers note which rows of
// `vectors` change, whatever changes them, and turn what is removed into deletions that keep nothing but a hash.

import type { VectorRecord } from "../graph/records.ts";
import type { Database } from "./database.ts";
import { type VectorRow, vectorOf } from "./graph-rows.ts";
import { State } from "./state.ts";
import type { Vectorized, VectorizeHealth, VectorKey, VectorToSend } from "./vectorized-port.ts";

const FACT = "vectorize";
const CUT = "state = 'cut', id = null, route = null, batch = null";
const TRIGGERS: Readonly<Record<string, string>> = {
  vectors_added:
    "after insert on vectors begin insert or ignore into vector_changes values (new.id, new.route); end",
  vectors_changed:
    "after update on vectors when old.data is not new.data or old.scale is not new.scale " +
    "begin insert or ignore into vector_changes values (new.id, new.route); end",
  vectors_removed:
    "after delete on vectors begin " +
    `update vectorized set ${CUT} where id = old.id and route = old.route; ` +
    "delete from vector_changes where id = old.id and route = old.route; end",
};
/** Rows of `vectors v` that the index does not show as they are. A vector of zeros is never sent, and never found. */
const UNSEEN =
  "v.scale <> 0 and (exists (select 1 from vector_changes c where c.id = v.id and c.route = v.route) or " +
  "not exists (select 1 from vectorized l where l.id = v.id and l.route = v.route and l.state = 'there'))";
/** Rows that stay in memory. Parameter: how many of the newest. */
export const KEPT_BESIDE = `v.rowid in (select rowid from vectors order by rowid desc limit ?1) or (${UNSEEN})`;

interface Note {
  readonly isOpen: boolean;
  /** Of the index: another one is filled anew. */
  readonly generation: string;
  /** The embedder whose vectors the index is sent; null for nobody's. */
  readonly filling: string | null;
  readonly dimension: number | null;
  readonly fits: boolean | null;
  readonly failures: number;
  readonly lastError: string | null;
}

const NEVER: Note = {
  isOpen: false,
  generation: "",
  filling: null,
  dimension: null,
  fits: null,
  failures: 0,
  lastError: null,
};

export class SqliteVectorized implements Vectorized {
  private readonly database: Database;
  private readonly state: State;

  constructor(database: Database) {
    this.database = database;
    this.state = new State(database);
  }

  /** From now on there is an index, or there is none (null). One that comes, comes back or is another gets every row. */
  open(generation: string | null): void {
    const isOpen = generation !== null;
    const { note } = this;
    if (note.isOpen === isOpen && (!isOpen || note.generation === generation)) return;
    this.database.transaction(() => {
      for (const [name, rule] of Object.entries(TRIGGERS)) {
        this.database.exec(`drop trigger if exists ${name}`);
        if (isOpen) this.database.exec(`create trigger ${name} ${rule}`);
      }
      // What is removed while nobody looks is not noted: all of it has to go, or come anew.
      this.startOver();
      this.database.exec("delete from vector_changes");
      if (isOpen) this.noteAll();
      this.state.set(FACT, JSON.stringify({ ...NEVER, isOpen, generation: generation ?? "" }));
    });
  }

  get isOpen(): boolean {
    return this.note.isOpen;
  }

  /** True while anything is to be sent, or was sent and is not visible, or the memory has another embedder. */
  get isNeeded(): boolean {
    const { isOpen, filling } = this.note;
    if (!isOpen) return false;
    const embedder = "select json_extract(value, '$.name') as name from settings where name = 'embedder'";
    if (filling !== null && this.database.exec(embedder)[0]?.name !== filling) return true;
    const some =
      "select 1 where exists (select 1 from vector_changes) or exists (select 1 from vector_batches) " +
      "or exists (select 1 from vectorized where state in ('put', 'cut'))";
    return this.database.exec(some).length > 0;
  }

  get health(): VectorizeHealth {
    const { dimension, fits, failures, lastError } = this.note;
    const [row] = this.database.exec(
      "select (select count(*) from vector_changes) as changed, count(*) filter (where state = 'put') as waiting, " +
        "count(*) filter (where state = 'sent') as unseen from vectorized",
    );
    const waiting = Number(row.changed) + Number(row.waiting);
    return {
      dimension,
      fits,
      waiting,
      unseen: Number(row.unseen),
      deletions: this.deletions,
      failures,
      lastError,
    };
  }

  get deletions(): number {
    return this.count("state in ('cut', 'gone')");
  }

  get held(): number {
    return this.count("true");
  }

  get rows(): number {
    return Number(this.database.exec("select count(*) as count from vectors")[0].count);
  }

  known(keys: readonly VectorKey[]): number {
    return this.count(
      "(id, route) in (select json_extract(value, '$[0]'), json_extract(value, '$[1]') from json_each(?))",
      JSON.stringify(keys),
    );
  }

  isFilledBy(embedder: string): boolean {
    return this.isOpen && this.note.filling === embedder;
  }

  keptBeside(most: number): number {
    const [row] = this.database.exec(`select count(*) as count from vectors as v where ${KEPT_BESIDE}`, most);
    return Number(row.count);
  }

  rowsOf(names: readonly string[]): Map<string, VectorKey> {
    const rows = this.database.exec(
      "select name, id, route from vectorized where name in (select value from json_each(?)) and id is not null",
      JSON.stringify(names),
    );
    return new Map(rows.map(({ name, id, route }) => [name as string, [id as string, Number(route)]]));
  }

  cutStrays(names: readonly string[]): void {
    this.database.exec(
      "insert or ignore into vectorized (name, state) select value, 'cut' from json_each(?)",
      JSON.stringify(names),
    );
  }

  record(id: string, route: number): VectorRecord | undefined {
    const statement = "select id, route, scale, ordinal, data from vectors where id = ? and route = ?";
    for (const row of this.database.each(statement, id, route)) return vectorOf(row as VectorRow);
    return undefined;
  }

  routesOf(id: string): number[] {
    const rows = this.database.exec("select route from vectors where id = ? order by route", id);
    return rows.map(({ route }) => Number(route));
  }

  ids(): string[] {
    const rows = this.database.exec("select id from vectors group by id order by min(ordinal), id");
    return rows.map(({ id }) => id as string);
  }

  /**
   * What the index turned out to be, and the embedder whose vectors it gets; null where they do not fit. When that is
   * another than before, what the index holds is to go, and every row is to come.
   */
  fill(filling: string | null, dimension: number): void {
    const { note } = this;
    const next = { ...note, filling, dimension, fits: filling !== null };
    if (JSON.stringify(next) === JSON.stringify(note)) return;
    this.database.transaction(() => {
      if (note.filling !== filling) {
        this.startOver();
        this.noteAll();
      }
      this.state.set(FACT, JSON.stringify(next));
    });
  }

  /** Names some of the rows that changed, for the index; false when none are left. `nameOf`: their ids in the index. */
  takeChanges(most: number, nameOf: (key: VectorKey) => string): boolean {
    const rows = this.database.exec(
      "select c.id, c.route, v.scale from vector_changes as c left join vectors as v " +
        "on v.id = c.id and v.route = c.route limit ?",
      most,
    );
    if (rows.length === 0) return false;
    this.database.transaction(() => {
      for (const { id, route, scale } of rows) {
        this.database.exec("delete from vector_changes where id = ? and route = ?", id, route);
        if (scale === null || scale === 0 || this.note.filling === null) {
          this.database.exec(`update vectorized set ${CUT} where id = ? and route = ?`, id, route);
        } else {
          this.database.exec(
            "insert or replace into vectorized (name, id, route, state) values (?, ?, ?, 'put')",
            nameOf([id as string, Number(route)]),
            id,
            route,
          );
        }
      }
    });
    return true;
  }

  nextDeletions(most: number): string[] {
    const rows = this.database.exec("select name from vectorized where state = 'cut' limit ?", most);
    return rows.map(({ name }) => name as string);
  }

  nextVectors(most: number): VectorToSend[] {
    const vectors: VectorToSend[] = [];
    const statement =
      "select l.name, coalesce(n.kind, ''), v.id, v.route, v.scale, v.ordinal, v.data from vectorized as l " +
      "join vectors as v on v.id = l.id and v.route = l.route left join nodes as n on n.id = l.id " +
      "where l.state = 'put' limit ?";
    for (const [name, kind, ...row] of this.database.each(statement, most)) {
      vectors.push({ name: name as string, kind: kind as string, record: vectorOf(row as VectorRow) });
    }
    return vectors;
  }

  /** The index took a batch. What was changed or removed since is to be sent again. */
  sent(from: "put" | "cut", names: readonly string[], mutation: string, at: number): void {
    this.database.transaction(() => {
      this.database.exec("insert into vector_batches (mutation, sent_at) values (?, ?)", mutation, at);
      this.database.exec(
        "update vectorized set state = ?, batch = (select max(number) from vector_batches) " +
          "where state = ? and name in (select value from json_each(?))",
        from === "put" ? "sent" : "gone",
        from,
        JSON.stringify(names),
      );
    });
  }

  /** Batches that are not visible, oldest first. */
  batches(): { readonly number: number; readonly mutation: string; readonly sentAt: number }[] {
    const rows = this.database.exec("select number, mutation, sent_at from vector_batches order by number");
    return rows.map(({ number, mutation, sent_at }) => ({
      number: Number(number),
      mutation: mutation as string,
      sentAt: Number(sent_at),
    }));
  }

  /** Every batch up to one is visible. */
  seen(upTo: number): void {
    this.database.transaction(() => {
      this.database.exec("update vectorized set state = 'there' where state = 'sent' and batch <= ?", upTo);
      this.database.exec("delete from vectorized where state = 'gone' and batch <= ?", upTo);
      this.database.exec("delete from vector_batches where number <= ?", upTo);
    });
  }

  succeed(): void {
    const { note } = this;
    if (note.failures > 0) this.state.set(FACT, JSON.stringify({ ...note, failures: 0, lastError: null }));
  }

  /** Notes that the index failed; returns how often that happened in a row. */
  fail(lastError: string): number {
    const failures = this.note.failures + 1;
    this.state.set(FACT, JSON.stringify({ ...this.note, failures, lastError }));
    return failures;
  }

  private noteAll(): void {
    this.database.exec("insert or ignore into vector_changes select id, route from vectors");
  }

  private startOver(): void {
    this.database.exec(`update vectorized set ${CUT}`);
    this.database.exec("delete from vector_batches");
  }

  private get note(): Note {
    const told = this.state.get(FACT);
    return told === undefined ? NEVER : (JSON.parse(told) as Note);
  }

  private count(condition: string, ...bindings: string[]): number {
    const statement = `select count(*) as count from vectorized where ${condition}`;
    return Number(this.database.exec(statement, ...bindings)[0].count);
  }
}
