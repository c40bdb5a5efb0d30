// What has been, and what of it may come back. Rows as they were at an earlier number are staged while they arrive,
// then take the place of those that differ, as one commit like any other. What must not come back is forgotten.

import { REPLICA, type TableName } from "../../schema/replica.ts";
import type { GraphChange } from "../graph/records.ts";
import type { Database } from "./database.ts";
import type { History, NodeMatch } from "./ports.ts";
import { bytesOf, chunks, RowChanges, type RowPart } from "./row-changes.ts";
import { type StagedRow, StagedRows } from "./staged-rows.ts";
import { quoted } from "./statements.ts";

/** The setting that a memory keeps whatever it was restored to: what it embeds with. */
const EMBEDDER = "embedder";

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
    for (const page of this.staged.pages()) {
      const rows = new RowChanges();
      for (const staged of page) {
        if (!this.differs(staged)) continue;
        if (staged.row) rows.putCells(staged.table, staged.row);
        else rows.cut(staged.table, staged.key);
      }
      this.outlet.write(rows, at);
    }
    this.staged.clear();
    this.outlet.replaced();
  }

  forget(change: GraphChange, nodes: readonly NodeMatch[], at: number): void {
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
    this.tell("vectors", "forget", [...places, ...removedVectors], at);
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
