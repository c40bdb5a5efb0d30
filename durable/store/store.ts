// The agent's memory on the object's disk. One transaction is one commit: what it writes to replicated tables
// goes to the outbox with it, under one sequence number, which is the revision of the memory.

import { type Cell, TABLE_NAMES, type TableName } from "../../schema/replica.ts";
import type { ProfileName } from "../graph/profiles.ts";
import type { Asked, GraphChange, Json, Metadata } from "../graph/records.ts";
import type { RouteGraph } from "../graph/route-graph.ts";
import type { VectorIndex } from "../graph/vectors.ts";
import { type Answer, Answers } from "./answers.ts";
import { AuditChain } from "./audit.ts";
import { SqliteCaptures } from "./captures.ts";
import { rowsOf } from "./change-rows.ts";
import type { Database } from "./database.ts";
import { Erasures } from "./erasures.ts";
import { FailureNotes } from "./failure-notes.ts";
import { Feed } from "./feed.ts";
import { journalRows } from "./journal-rows.ts";
import { SqliteLexicon } from "./lexicon.ts";
import { SqliteMaintenance } from "./maintenance.ts";
import { migrate } from "./migrate.ts";
import { Outbox } from "./outbox.ts";
import { Packed } from "./packed.ts";
import { type Outlet, Past } from "./past.ts";
import { PendingTexts } from "./pending.ts";
import type { JournalType, Stamp, Store, StoredNode, Trail } from "./ports.ts";
import { SqliteProposals } from "./proposals.ts";
import { SqliteReembedding } from "./reembedding.ts";
import { type Pieces, replaceRows } from "./replacing.ts";
import { SqliteReplays } from "./replays.ts";
import { RowChanges, type RowPart } from "./row-changes.ts";
import { SqliteRuns } from "./runs.ts";
import { Snapshots } from "./snapshots.ts";
import { Staging } from "./staging.ts";
import { State } from "./state.ts";
import {
  boundsOf,
  cutStatement,
  type Page,
  type PageBounds,
  pageOf,
  pageStatement,
  putStatement,
  quoted,
} from "./statements.ts";
import { StoredWords } from "./stored-words.ts";
import { Trails } from "./trails.ts";
import { SqliteVectorized } from "./vectorized.ts";
import { verdictsByDay } from "./verdicts-by-day.ts";

export class SqliteStore implements Store {
  readonly state: State;
  readonly outbox: Outbox;
  readonly feed: Feed;
  readonly audit: AuditChain;
  readonly snapshots: Snapshots;
  readonly imports: Staging;
  readonly past: Past;
  readonly pending: PendingTexts;
  readonly failures: FailureNotes;
  readonly reembedding: SqliteReembedding;
  readonly replays: SqliteReplays;
  readonly runs: SqliteRuns;
  readonly captures: SqliteCaptures;
  readonly maintenance: SqliteMaintenance;
  readonly erasing: Erasures;
  readonly proposals: SqliteProposals;
  readonly lexicon: SqliteLexicon;
  readonly vectorized: SqliteVectorized;
  readonly packed: Packed;
  private readonly database: Database;
  private readonly words: StoredWords;
  private readonly trails: Trails;
  private readonly answers: Answers;
  private current: number;
  /** Outbox rows of the open transaction; null outside of one. */
  private parts: number | null = null;

  /** Opens the store in a database and brings its tables up to date. Without `auditKey` nothing is audited: it is refused. */
  constructor(database: Database, auditKey: Uint8Array | null = null) {
    migrate(database);
    this.database = database;
    this.state = new State(database);
    this.outbox = new Outbox(database);
    this.words = new StoredWords(database);
    this.trails = new Trails(database);
    this.lexicon = new SqliteLexicon(database);
    this.answers = new Answers(database);
    this.vectorized = new SqliteVectorized(database);
    this.packed = new Packed(database, this.state);
    this.snapshots = new Snapshots(database);
    this.imports = new Staging(database);
    this.pending = new PendingTexts(database);
    this.failures = new FailureNotes(this.state);
    this.current = Number(this.state.get("revision") ?? 0);
    this.feed = new Feed(database, this.state, this.current);
    const outlet: Outlet = {
      write: (rows, at) => this.write(rows, at),
      tell: (part, at) => {
        // What has to be forgotten is packed too.
        this.packed.drop();
        this.enqueue([part], at);
      },
      replaced: () => this.noteAnother(),
    };
    this.maintenance = new SqliteMaintenance(database, this.state, this.feed, outlet.write);
    this.past = new Past(database, outlet);
    this.reembedding = new SqliteReembedding(database, outlet);
    this.replays = new SqliteReplays(database, outlet);
    this.runs = new SqliteRuns(database);
    this.captures = new SqliteCaptures(database, this.state);
    this.proposals = new SqliteProposals(database, outlet.write);
    this.erasing = new Erasures(database, this.outbox, this.state, this.past, outlet);
    this.audit = new AuditChain(database, auditKey, () => this.state.get("agent") ?? "", outlet.write);
    this.imports.dropIdle(Date.now());
    this.replays.dropIdle(Date.now());
    this.snapshots.dropOld(Date.now());
  }

  /** Empties the replicated tables, of what an interrupted `restore` may have left. */
  clear(): void {
    this.packed.drop();
    for (const table of TABLE_NAMES) this.database.exec(`delete from ${quoted(table)}`);
  }

  /** Writes rows that D1 holds already. */
  restore(rows: RowChanges): void {
    this.database.transaction(() => this.writeAtHome(rows));
  }

  /** As which life of the object it writes to D1. */
  get writer(): number {
    return Number(this.state.get("writer") ?? 0);
  }

  /** Rows in key order, as D1 is to hold them, as many as make up a page. */
  page(table: TableName, bounds: PageBounds): Page {
    const statement = pageStatement(table, bounds);
    return pageOf(table, [...this.database.each(statement, ...boundsOf(bounds))] as Cell[][]);
  }

  /** From now on the store is that of an agent, and its next change follows `revision`. */
  belongTo(agent: string, profile: ProfileName, revision: number, writer = 0): void {
    this.database.transaction(() => {
      this.state.set("agent", agent);
      this.state.set("writer", writer);
      this.state.set("profile", profile);
      this.state.set("revision", revision);
      this.state.set("generation", revision);
      this.feed.beginAt(revision);
    });
    this.current = revision;
  }

  get revision(): number {
    return this.current;
  }

  get epoch(): number {
    return this.feed.replacements;
  }

  /** Lets everything that waits go: D1 is at a later number, and the memory is about to become what D1 has. */
  overtake(revision: number): void {
    this.outbox.drop(this.current);
    this.current = revision;
  }

  replaceMemory(piecesOf: (table: string) => Pieces, at: number): Record<string, number> {
    for (const part of [this.snapshots, this.trails, this.pending, this.runs]) part.clear();
    this.replays.dropAllParts();
    const replaced = replaceRows(this.database, this.imports.tables, piecesOf, (part) =>
      this.enqueue([part], at),
    );
    this.noteAnother();
    return replaced;
  }

  transaction<T>(work: () => T): T {
    const before = this.current;
    this.parts = 0;
    try {
      return this.database.transaction(() => {
        const result = work();
        this.maintenance.write();
        this.feed.tell(this.current);
        return result;
      });
    } catch (error) {
      this.current = before;
      this.lexicon.forget();
      this.packed.forget();
      throw error;
    } finally {
      this.parts = null;
      this.maintenance.close();
      this.feed.close();
    }
  }

  load(graph: RouteGraph, vectors: VectorIndex, most?: number): void {
    this.packed.load(graph, vectors, most);
    graph.lastRank = Math.max(graph.lastRank, this.maintenance.highestRank);
  }

  commit(change: GraphChange, stamp: Stamp): number {
    const rows = rowsOf(change, (id) => this.storedNode(id), stamp);
    if (!rows.isEmpty) this.feed.noteChange(change, stamp);
    this.write(rows, stamp.at);
    return this.current;
  }

  readonly node = (id: string) => this.words.node(id);
  readonly storedNode = (id: string) => this.words.node(id);
  readonly letGo = (contentHash: string) => this.words.letGo(contentHash);
  readonly agedBefore: StoredWords["agedBefore"] = (...asked) => this.words.agedBefore(...asked);
  readonly hasIdsFrom = (prefix: string): boolean => this.words.hasIdsFrom(prefix);
  readonly storedNodes = (ids: readonly string[]) => this.words.shown(ids);
  readonly edgeMetadata = (source: string, target: string): Metadata =>
    this.words.edgeMetadata(source, target);
  readonly asked = (id: string, route: number): Asked | null => this.words.asked(id, route);
  readonly chunksOf = (file: string): StoredNode[] => this.words.chunksOf(file);
  readonly files = (): string[] => this.words.files();

  setting(name: string): Json | undefined {
    return this.words.setting(name);
  }

  setSetting(name: string, value: Json): void {
    const rows = new RowChanges();
    rows.put("settings", { name, value: JSON.stringify(value) });
    this.write(rows, Date.now());
  }

  recordTrail(trail: Trail): void {
    this.trails.record(trail);
  }

  readonly trail = (queryId: string): Trail | undefined => this.trails.of(queryId);
  readonly recentTrails = (chatId: string | null, count: number) => this.trails.recent(chatId, count);

  record(type: JournalType, body: Metadata, stamp: Stamp): number {
    const { seq, rows } = journalRows(this.database, type, body, stamp);
    if (type === "query") this.writeAtHome(rows);
    else {
      this.feed.noteType(type, stamp);
      this.write(rows, stamp.at);
    }
    return seq;
  }

  readonly journal: StoredWords["journal"] = (...asked) => this.words.journal(...asked);

  readonly verdictsByDay = (since: number) => verdictsByDay(this.database, since);

  answered(key: string): Answer | undefined {
    return this.answers.of(key);
  }

  remember(key: string, digest: string, reply: Json, at: number): void {
    this.write(this.answers.remembering(key, { digest, reply }, at), at);
  }

  backlog() {
    return this.outbox.backlog();
  }

  /** Writes to the tables and, as part of the open transaction or as one of its own, to the outbox. */
  private write(rows: RowChanges, at: number): void {
    if (rows.isEmpty) return;
    if (this.parts === null) this.transaction(() => this.write(rows, at));
    else this.enqueue(this.writeAtHome(rows), at);
  }

  private noteAnother(): void {
    this.packed.drop();
    this.feed.noteAnother();
    this.maintenance.forget();
  }

  /** Leaves parts of the open transaction to D1. */
  private enqueue(parts: readonly RowPart[], at: number): void {
    for (const part of parts) {
      if (this.parts === 0) this.state.set("revision", ++this.current);
      this.outbox.append(this.current, (this.parts as number)++, part, at);
    }
  }

  private writeAtHome(rows: RowChanges): RowPart[] {
    const parts = rows.parts();
    this.packed.note(rows);
    for (const part of parts) {
      const { table, verb, rows } = part;
      this.snapshots.keep(part, Date.now());
      this.maintenance.keep(part);
      this.database.exec(verb === "put" ? putStatement(table) : cutStatement(table), rows);
    }
    return parts;
  }
}
