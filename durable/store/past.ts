// What has been, and what of it may come back. Rows as they were at an earlier number are staged while they arrive,
// then take the place of those that differ, as one commit like any other. What must not come back is forgotten.

import { columnsOf, REPLICA, type TableName } from "../../schema/replica.ts";
import type { GraphChange } from "../graph/records.ts";
import type { Database } from "./database.ts";
import { EMBEDDER } from "./kept-settings.ts";
import type { History, NodeMatch } from "./ports.ts";
import { bytesOf, chunks, RowChanges, type RowPart } from "./row-changes.ts";
import { type StagedRow, StagedRows } from "./staged-rows.ts";
import { quoted } from "./statements.ts";

/** Taught questions of one node, at the most. */
const ROUTES = 15;

export interface Outlet {
  /** Writes rows in both homes. */
  write(rows: RowChanges, at: number): void;
  /** Tells D1 alone. */
  tell(part: RowPart, at: number): void;
  /** Notes that the graph in memory is not what is on disk any more. */
  replaced(): void;
}

export class Past implements History {
  readonly staged: StagedRows;
  private readonly database: Database;
  private readonly outlet: Outlet;

  constructor(database: Database, outlet: Outlet) {
    this.database = database;
    this.staged = new StagedRows(database);
    this.outlet = outlet;
  }

  changes(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const page of this.staged.pages()) {
      for (const { table } of page.filter((row) => this.differs(row)))
        counts[table] = (counts[table] ?? 0) + 1;
    }
    return counts;
  }

  takeOver(at: number): void {
    const hasOtherVectors = this.hasOtherVectors();
    for (const page of this.staged.pages()) {
      const rows = new RowChanges();
      for (const staged of page) {
        if (!this.differs(staged)) continue;
        if (hasOtherVectors && staged.row && staged.table === "vectors") continue;
        if (hasOtherVectors && staged.table === "nodes") this.cutStaleVector(staged, rows);
        if (staged.row) rows.putCells(staged.table, staged.row);
        else rows.cut(staged.table, staged.key);
      }
      this.outlet.write(rows, at);
    }
    this.staged.clear();
    this.outlet.replaced();
  }

  forget(change: GraphChange, nodes: readonly NodeMatch[], at: number, asked: Iterable<string> = []): void {
    const { edges, removedEdges, stops, vectors, removedVectors } = change;
    const matches = [...change.removedNodes.map((id): NodeMatch => ["id", null, id]), ...nodes];
    this.tell("nodes", "scrub", matches, at);
    this.tell(
      "nodes",
      "forget",
      Array.from(change.nodes, ({ id }) => [id]),
      at,
    );
    const ends = edges.map(({ source, target }) => [source, target] as const);
    this.tell("edges", "forget", [...ends, ...removedEdges], at);
    this.tell(
      "stops",
      "forget",
      Array.from(stops, ({ id }) => [id]),
      at,
    );
    const places = vectors.map(({ id, route }) => [id, route] as const);
    const routes = [...asked].flatMap((id) => Array.from({ length: ROUTES }, (_, route) => [id, route + 1]));
    this.tell("vectors", "forget", [...places, ...removedVectors, ...routes], at);
  }

  /** True where the past was embedded by another embedder: its vectors may not come back among those of this one. */
  private hasOtherVectors(): boolean {
    const [then] = this.database.exec(
      "select row from staged where table_name = 'settings' and key = ?",
      JSON.stringify([EMBEDDER]),
    );
    if (!then?.row) return false;
    const [now] = this.database.exec("select value from settings where name = ?", EMBEDDER);
    return JSON.parse(then.row as string)[1] !== now?.value;
  }

  /** A text that comes back has no vector of this embedder; where another stands in its place, that one's goes. */
  private cutStaleVector({ key, row }: StagedRow, rows: RowChanges): void {
    const [own] = this.database.exec("select content_hash from nodes where id = ?", key[0]);
    const hash = row?.[columnsOf("nodes").indexOf("content_hash")];
    if (own && own.content_hash !== hash) rows.cut("vectors", [key[0], 0]);
  }

  private tell(
    table: TableName,
    verb: "forget" | "scrub",
    items: readonly (readonly unknown[])[],
    at: number,
  ): void {
    const sized = items.map((item) => JSON.stringify(item)).map((json) => ({ json, size: bytesOf(json) }));
    for (const chunk of chunks(sized)) this.outlet.tell({ table, verb, ...chunk }, at);
  }

  private differs({ table, key, row }: StagedRow): boolean {
    if (table === "settings" && key[0] === EMBEDDER) return false;
    const condition = REPLICA[table].key.map((column) => `${quoted(column)} = ?`).join(" and ");
    const [own] = this.database.each(`select * from ${quoted(table)} where ${condition}`, ...key);
    return JSON.stringify(own ?? null) !== JSON.stringify(row);
  }
}
