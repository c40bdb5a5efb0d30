// The maintenance run that is under way, on the object's disk, and what the last ones changed. Nothing of it is
// replicated: an object that lost its disk begins its next run anew, and can't take earlier ones back.

import type { Database } from "./database.ts";
import type { Feed } from "./feed.ts";
import { journalEntryOf } from "./graph-rows.ts";
import { CHANGE, Maintained } from "./maintained.ts";
import type { LifecycleMark } from "./maintenance-ports.ts";
import type { JournalEntry, JournalType, Maintenance, MaintenanceJob, Stamp, TakenBack } from "./ports.ts";
import type { RowChanges, RowPart } from "./row-changes.ts";
import type { State } from "./state.ts";
import { TakingBack } from "./taking-back.ts";

const FACT = "maintenance";
const LIFECYCLE = "lifecycle";
/** What tells a run of maintenance from one that sees to the life of memories. */
const TASK = "json_extract(body, '$.tasks[0]')";

/** Entries of what is asked, and of maintenance itself: they move no weights of others. */
const NO_CHANGE: readonly JournalType[] = ["query", "health", "maintenance", "run"];

export class SqliteMaintenance implements Maintenance {
  private readonly database: Database;
  private readonly state: State;
  private readonly feed: Feed;
  private readonly put: (rows: RowChanges, at: number) => void;
  private readonly changes: Maintained;
  /** Stamped on what the open transaction writes. */
  private stamp: Stamp | null = null;
  /** An edit is told as one, whatever it changes. */
  private isEdit = false;

  /** `put`: writes rows in both homes. */
  constructor(database: Database, state: State, feed: Feed, put: (rows: RowChanges, at: number) => void) {
    this.database = database;
    this.state = state;
    this.feed = feed;
    this.put = put;
    this.changes = new Maintained(database);
  }

  get job(): MaintenanceJob | null {
    const told = this.state.get(FACT);
    return told === undefined ? null : (JSON.parse(told) as MaintenanceJob);
  }

  set(job: MaintenanceJob): void {
    this.state.set(FACT, JSON.stringify(job));
  }

  end(): void {
    this.state.unset(FACT);
  }

  record(run: string, stamp: Stamp, as: "run" | "change" | "edit" = "run"): void {
    this.stamp = stamp;
    this.isEdit = as === "edit";
    this.changes.begin(as === "run" ? run : CHANGE + run, stamp.at);
  }

  /** Rows are about to be written, as part of the open transaction. */
  keep(part: RowPart): void {
    if (!this.stamp) return;
    if (!this.isEdit) this.feed.noteType("maintenance", this.stamp);
    this.changes.keep(part);
  }

  /** The open transaction is about to end, or has. */
  write(): void {
    this.changes.write();
  }

  close(): void {
    this.stamp = null;
    this.changes.close();
  }

  lastRun(): JournalEntry | undefined {
    const isMaintenance = `${TASK} is not 'lifecycle' and json_extract(body, '$.nodes') is null`;
    return this.entry(`type = 'run' and ${isMaintenance} order by seq desc limit 1`);
  }

  lastLifecycle(): JournalEntry | undefined {
    return this.entry(`type = 'run' and ${TASK} = 'lifecycle' order by seq desc limit 1`);
  }

  get lifecycle(): LifecycleMark {
    const told = this.state.get(LIFECYCLE);
    return told === undefined ? { at: 0, comparedTo: 0 } : (JSON.parse(told) as LifecycleMark);
  }

  setLifecycle(mark: LifecycleMark): void {
    this.state.set(LIFECYCLE, JSON.stringify(mark));
  }

  entryOf(run: string): JournalEntry | undefined {
    const isEvent = "json_extract(body, '$.event') = ?";
    return this.entry(`type in ('run', 'edit') and ${isEvent} order by seq limit 1`, run);
  }

  isFollowed(seq: number): boolean {
    const types = NO_CHANGE.map((type) => `'${type}'`).join(", ");
    const statement = `select 1 from journal where seq > ? and type not in (${types}) limit 1`;
    return this.database.exec(statement, seq).length > 0;
  }

  get firstAt(): number | null {
    return this.at("asc");
  }

  get lastAt(): number | null {
    return this.at("desc");
  }

  holds(run: string, now: number): boolean {
    return this.changes.holds(run, now) || this.changes.holds(CHANGE + run, now);
  }

  takeBack(run: string, at: number, unwanted: ReadonlySet<string>, isDry: boolean): TakenBack {
    const name = this.changes.holds(CHANGE + run, at) ? CHANGE + run : run;
    const taken = new TakingBack(this.database, this.changes, unwanted).run(name, (rows) => {
      if (!isDry) this.put(rows, at);
    });
    if (isDry) return taken;
    if (this.job?.run === run) this.end();
    this.changes.forget(name);
    this.feed.noteReplaced();
    return taken;
  }

  forget(): void {
    this.end();
    this.changes.forget();
  }

  /** Ranks up to this one were given to what may come back. */
  get highestRank(): number {
    return this.changes.highestRank;
  }

  private at(order: "asc" | "desc"): number | null {
    const [row] = this.database.exec(`select at from journal order by seq ${order} limit 1`);
    return (row?.at ?? null) as number | null;
  }

  private entry(which: string, ...bindings: string[]): JournalEntry | undefined {
    const [row] = this.database.exec(`select * from journal where ${which}`, ...bindings);
    return row && journalEntryOf(row);
  }
}
