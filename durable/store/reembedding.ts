// A re-embedding on its way, on the object's disk: what was asked for and how far it is, and the vectors that wait until all
// are there. Nothing of it is memory yet, and nothing of it is replicated: an object that lost its disk begins anew.

import { type Cell, columnsOf } from "../../schema/replica.ts";
import { digestOf } from "../text/digest.ts";
import type { Database } from "./database.ts";
import { toBase64 } from "./graph-rows.ts";
import type { Outlet } from "./past.ts";
import type {
  EmbedderIdentity,
  MissingText,
  Reembedding,
  ReembedJob,
  StagedVector,
  TakenOver,
} from "./ports.ts";
import { RowChanges } from "./row-changes.ts";
import { State } from "./state.ts";

/** Rows that take the place of others at once, and keys of rows that go at once. */
const PIECE_ROWS = 500;
const KEYS = 5_000;
const FACT = "reembedding";

/** Nodes that the job is about: those that wait for something else than their vector are left to the backlog. */
const MEANT = "not exists (select 1 from pending where pending.id = nodes.id and pending.route = 1)";

export class SqliteReembedding implements Reembedding {
  private readonly database: Database;
  private readonly state: State;
  private readonly outlet: Outlet;

  constructor(database: Database, outlet: Outlet) {
    this.database = database;
    this.outlet = outlet;
    this.state = new State(database);
  }

  get job(): ReembedJob | null {
    const told = this.state.get(FACT);
    return told === undefined ? null : (JSON.parse(told) as ReembedJob);
  }

  get isRunning(): boolean {
    return this.job?.state === "running";
  }

  set(job: ReembedJob): void {
    this.state.set(FACT, JSON.stringify(job));
  }

  clear(): void {
    this.database.exec("delete from reembedded");
  }

  forget(): void {
    this.clear();
    this.state.unset(FACT);
  }

  total(): {
    readonly texts: number;
    readonly questions: number;
    readonly lost: number;
    readonly characters: number;
  } {
    const [nodes] = this.database.exec(
      `select count(*) as count, coalesce(sum(length), 0) as characters from nodes where ${MEANT}`,
    );
    const [questions] = this.database.exec(
      "select count(text) as kept, count(*) - count(text) as lost, coalesce(sum(length(text)), 0) as characters " +
        "from vectors where route > 0",
    );
    return {
      texts: Number(nodes.count),
      questions: Number(questions.kept),
      lost: Number(questions.lost),
      characters: Number(nodes.characters) + Number(questions.characters),
    };
  }

  done(): { readonly embedded: number; readonly setAside: number } {
    const [row] = this.database.exec(
      "select count(data) as embedded, count(*) - count(data) as aside from reembedded",
    );
    return { embedded: Number(row.embedded), setAside: Number(row.aside) };
  }

  missing(after: string, count: number): MissingText[] {
    const texts = this.database.exec(
      `select id, content_hash, text from nodes where id > ? and ${MEANT} and not exists (select 1 from reembedded ` +
        "where reembedded.id = nodes.id and route = 0 and hash = nodes.content_hash) order by id limit ?",
      after,
      count,
    );
    return texts.map(({ id, content_hash, text }) => ({
      id: id as string,
      route: 0,
      hash: content_hash as string,
      text: text as string,
    }));
  }

  missingQuestions(count: number): MissingText[] {
    const missing: MissingText[] = [];
    const rows = this.database.exec(
      "select vectors.id, vectors.route, vectors.text, reembedded.hash from vectors left join reembedded " +
        "on reembedded.id = vectors.id and reembedded.route = vectors.route where vectors.route > 0 and vectors.text is not null",
    );
    for (const { id, route, text, hash } of rows) {
      if (missing.length === count) break;
      const now = digestOf(text as string);
      if (now !== hash)
        missing.push({ id: id as string, route: route as number, hash: now, text: text as string });
    }
    return missing;
  }

  stage({ id, route, hash, row, error }: StagedVector): void {
    this.database.exec(
      "insert or replace into reembedded (id, route, hash, scale, data, error) values (?, ?, ?, ?, ?, ?)",
      id,
      route,
      hash,
      row?.scale ?? 0,
      row ? toBase64(row.bytes) : null,
      error,
    );
  }

  drop(id: string): void {
    this.database.exec("delete from reembedded where id = ?", id);
  }

  takeOver({ name, dimension }: EmbedderIdentity, isOrdered: boolean, at: number): TakenOver {
    const counts = { vectors: 0, dropped: 0 };
    for (const rows of this.arriving(isOrdered)) {
      counts.vectors += rows.length;
      const changes = new RowChanges();
      for (const cells of rows) changes.putCells("vectors", cells);
      this.outlet.write(changes, at);
    }
    this.setRefusedAside(at);
    for (const keys of this.leaving()) {
      counts.dropped += keys.length;
      const changes = new RowChanges();
      for (const key of keys) changes.cut("vectors", key);
      this.outlet.write(changes, at);
    }
    const rest = new RowChanges();
    for (const edge of this.edgesWithNotes()) rest.putCells("edges", edge);
    rest.put("settings", { name: "embedder", value: JSON.stringify({ name, dimension }) });
    this.outlet.write(rest, at);
    this.clear();
    this.outlet.replaced();
    return counts;
  }

  /** Rows of the new vectors, some at a time. */
  private *arriving(isOrdered: boolean): Iterable<Cell[][]> {
    for (let after: [string, number] = ["", -1]; ; ) {
      const rows = this.database.exec(
        "select r.id, r.route, r.hash, r.scale, r.data, nodes.ordinal, vectors.text, vectors.author, vectors.at, vectors.teacher, vectors.contrast " +
          "from reembedded as r join nodes on nodes.id = r.id " +
          "left join vectors on vectors.id = r.id and vectors.route = r.route where (r.id, r.route) > (?, ?) " +
          "and r.data is not null and (r.route > 0 or r.hash = nodes.content_hash) " +
          `order by r.id, r.route limit ${PIECE_ROWS}`,
        ...after,
      );
      if (rows.length === 0) return;
      const last = rows[rows.length - 1];
      after = [last.id as string, last.route as number];
      yield rows
        .filter(
          ({ route, text, hash }) => route === 0 || (text !== null && digestOf(text as string) === hash),
        )
        .map(({ id, route, scale, data, ordinal, text, author, at, teacher, contrast }) => {
          const place = isOrdered ? ordinal : null;
          // SAFETY: these columns hold text and numbers.
          return [id, route, scale, place, data, text, author, at, teacher, contrast] as Cell[];
        });
    }
  }

  /** Keys of the vectors that nothing takes the place of, to be asked when all others are there. */
  private *leaving(): Iterable<Cell[][]> {
    for (;;) {
      const rows = this.database.exec(
        "select id, route from vectors where not exists (select 1 from reembedded as r left join nodes on nodes.id = r.id " +
          "where r.id = vectors.id and r.route = vectors.route and r.data = vectors.data) " +
          `order by id, route limit ${KEYS}`,
      );
      if (rows.length === 0) return;
      yield rows.map(({ id, route }) => [id, route] as Cell[]);
    }
  }

  private setRefusedAside(at: number): void {
    this.database.exec(
      "insert or ignore into pending (id, route, hash, queued_at, tries, set_aside) select r.id, 0, r.hash, ?, 1, r.error " +
        "from reembedded as r join nodes on nodes.id = r.id and nodes.content_hash = r.hash where r.route = 0 and r.data is null",
      at,
    );
  }

  /** Edges without what they note of likeness: it was measured with the former vectors. */
  private edgesWithNotes(): Cell[][] {
    const noted = "json_extract(metadata, '$.closest') is not null";
    const columns = columnsOf("edges").map((column) =>
      column === "metadata" ? "json_remove(metadata, '$.closest')" : `"${column}"`,
    );
    return [...this.database.each(`select ${columns.join(", ")} from edges where ${noted}`)] as Cell[][];
  }
}
