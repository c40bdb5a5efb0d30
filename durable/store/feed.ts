// What changed, told without content: one row for each commit that changed the memory, the newest ones only.
// It stays at home. From `floor` on it is whole: who knows the memory as of that revision or a later one misses nothing.

import { LIMITS } from "../../wire/limits.ts";
import type { GraphChange } from "../graph/records.ts";
import type { Database, SqlRow } from "./database.ts";
import type { ChangeEvent, Events, JournalType, Stamp } from "./ports.ts";
import type { State } from "./state.ts";

/** Rows that are kept. */
const ROWS_KEPT = 10_000;
/** Old rows are dropped together once in so many revisions. */
const DROPPED_EVERY = 100;

interface Pending {
  type: ChangeEvent["type"];
  stamp: Stamp;
  readonly nodes: Set<string>;
  edges: number;
}

export class Feed implements Events {
  private readonly database: Database;
  private readonly state: State;
  /** What the open transaction will tell. */
  private pending: Pending | null = null;
  /** Ids that the open transaction has forgotten, so that it does not tell them itself. */
  private readonly forgotten = new Set<string>();
  /** True when the open transaction puts another memory in place of this one. */
  private isReplaced = false;
  private replacedSoFar = 0;

  /** `revision` is that of the memory when it is opened: a feed that has just been made knows nothing before. */
  constructor(database: Database, state: State, revision: number) {
    this.database = database;
    this.state = state;
    if (state.get("feed_floor") === undefined) state.set("feed_floor", revision);
  }

  get floor(): number {
    return Number(this.state.get("feed_floor"));
  }

  after(revision: number, count: number): ChangeEvent[] {
    return this.database
      .exec("select * from feed where revision > ? order by revision limit ?", revision, count)
      .map(eventOf);
  }

  forget(ids: Iterable<string>): void {
    const gone = new Set(ids);
    for (const id of gone) this.forgotten.add(id);
    for (const row of this.database.exec("select revision, nodes, nodes_left_out from feed")) {
      const nodes = JSON.parse(row.nodes as string) as string[];
      const kept = nodes.filter((id) => !gone.has(id));
      if (kept.length === nodes.length) continue;
      this.database.exec(
        "update feed set nodes = ?, nodes_left_out = ? where revision = ?",
        JSON.stringify(kept),
        (row.nodes_left_out as number) + nodes.length - kept.length,
        row.revision,
      );
    }
  }

  /** Begins anew at a revision, when what led to it is not known. */
  beginAt(revision: number): void {
    this.database.exec("delete from feed");
    this.state.set("feed_floor", revision);
  }

  /** Notes that the open transaction puts another memory in place: only loading anew tells what changed. */
  noteReplaced(): void {
    this.isReplaced = true;
    this.replacedSoFar++;
  }

  /** Notes that it is not only told anew, but another memory. */
  noteAnother(): void {
    this.noteReplaced();
    this.state.set("generation", this.generation + 1);
  }

  get generation(): number {
    return Number(this.state.get("generation") ?? 0);
  }

  /** How often that was noted since this object woke. */
  get replacements(): number {
    return this.replacedSoFar;
  }

  /** Notes a change of the graph for the open transaction. */
  noteChange(change: GraphChange, stamp: Stamp): void {
    const ids = [...change.nodes.map(({ id }) => id), ...change.removedNodes];
    const edges = change.edges.length + change.removedEdges.length;
    this.pending ??= { type: "change", stamp, nodes: new Set(), edges: 0 };
    for (const id of ids) this.pending.nodes.add(id);
    this.pending.edges += edges;
  }

  /** Notes what kind of change the open transaction is. The last word counts; a look at the health is none. */
  noteType(type: JournalType, stamp: Stamp): void {
    this.pending ??= { type, stamp, nodes: new Set(), edges: 0 };
    if (type !== "health") this.pending.type = type;
  }

  /** Tells what was noted, as part of the transaction that ends with this revision. */
  tell(revision: number): void {
    if (this.isReplaced) {
      this.beginAt(revision);
      return;
    }
    if (!this.pending) return;
    const { type, stamp, nodes, edges } = this.pending;
    const named = [...nodes].filter((id) => !this.forgotten.has(id)).slice(0, LIMITS.idsPerEvent);
    this.database.exec(
      "insert or replace into feed (revision, at, type, author, nodes, nodes_left_out, edges) values (?, ?, ?, ?, ?, ?, ?)",
      revision,
      stamp.at,
      type,
      stamp.author,
      JSON.stringify(named),
      nodes.size - named.length,
      edges,
    );
    if (revision % DROPPED_EVERY === 0) this.dropOld();
  }

  /** Forgets what was noted: the transaction has ended. */
  close(): void {
    this.pending = null;
    this.isReplaced = false;
    this.forgotten.clear();
  }

  private dropOld(): void {
    const [oldest] = this.database.exec(
      "select revision from feed order by revision desc limit 1 offset ?",
      ROWS_KEPT,
    );
    if (!oldest) return;
    this.database.exec("delete from feed where revision <= ?", oldest.revision);
    this.state.set("feed_floor", oldest.revision as number);
  }
}

function eventOf(row: SqlRow): ChangeEvent {
  return {
    revision: row.revision as number,
    at: row.at as number,
    type: row.type as ChangeEvent["type"],
    author: row.author as string,
    nodes: JSON.parse(row.nodes as string) as string[],
    nodesLeftOut: row.nodes_left_out as number,
    edges: row.edges as number,
  };
}
