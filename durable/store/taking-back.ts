// Takes a maintenance run back, the last slice first. What the run changed returns to what it was, exactly, as long as
// it is as the run left it; what was changed since stays as it is. Where a slice made nodes, of two one or of one many,
// that is one whole: it is taken back if nothing of it was changed, and stays otherwise. Nothing is written before `flush`.

import { type Cell, columnsOf, type TableName } from "../../schema/replica.ts";
import { withoutUse, withUseOf } from "../graph/memories/use.ts";
import type { Metadata } from "../graph/records.ts";
import type { Database } from "./database.ts";
import { type ChangedRow, isSame, type Maintained, type Row } from "./maintained.ts";
import type { TakenBack } from "./maintenance-ports.ts";
import { keyOf, RowChanges } from "./row-changes.ts";
import { quoted } from "./statements.ts";

const EDGE = columnsOf("edges");
const [SOURCE, TARGET, WEIGHT, ORDINAL] = ["source", "target", "weight", "ordinal"].map((column) =>
  EDGE.indexOf(column),
);
const [TEXT, METADATA, UPDATED_AT] = ["text", "metadata", "updated_at"].map((column) =>
  columnsOf("nodes").indexOf(column),
);
/** Edges that are looked at together. */
const PAGE = 5_000;

interface Expected {
  /** What the weight is where nobody changed it, and what it was before the run, or since somebody changed it during the run. */
  readonly now: number;
  before: number;
  isChanged: boolean;
}

export class TakingBack {
  private readonly database: Database;
  private readonly maintained: Maintained;
  /** Rows as they will be, by table and key. */
  private readonly rows = new Map<
    TableName,
    Map<string, { readonly key: readonly Cell[]; readonly row: Row | null }>
  >();
  private readonly weights = new Map<number, Expected>();
  private readonly restored = new Set<string>();
  private readonly removed = new Set<string>();
  private readonly kept = new Set<string>();
  private edges = 0;
  private edgesKept = 0;

  /** Nodes that do not come back: what taught them was taken back since. */
  private readonly unwanted: Set<string>;

  constructor(database: Database, maintained: Maintained, unwanted: ReadonlySet<string>) {
    this.database = database;
    this.maintained = maintained;
    this.unwanted = new Set(unwanted);
  }

  run(run: string, write: (rows: RowChanges) => void): TakenBack {
    for (const slice of this.maintained.slices(run)) {
      for (const { table, key, before } of slice.rows) {
        if (table === "nodes" && before && this.unwanted.has(parentOf(before)))
          this.unwanted.add(key[0] as string);
      }
      const made = slice.rows.filter(({ table, before, after }) => table === "nodes" && !before && after);
      if (made.length > 0) this.takeBackWhole(slice.rows, made);
      else for (const row of inOrder(slice.rows)) this.takeBackRow(row);
      for (const { ordinal, before, after } of slice.weights) this.expect(ordinal, before, after);
    }
    // Weights moved before anything was merged, split or pruned: whatever these slices removed is back by now.
    for (const { key, row } of this.rows.get("edges")?.values() ?? [])
      if (row)
        this.rows.get("edges")?.set(JSON.stringify(key), { key, row: this.weighedAsBefore(row) ?? row });
    const changes = new RowChanges();
    for (const [table, rows] of this.rows)
      for (const { key, row } of rows.values()) {
        if (row) changes.putCells(table, row);
        else changes.cut(table, key);
      }
    write(changes);
    this.takeWeightsBack(write);
    const { edges, edgesKept } = this;
    return {
      edges,
      edgesKept,
      restored: [...this.restored],
      removed: [...this.removed],
      kept: [...this.kept],
    };
  }

  private expect(ordinal: number, before: number, after: number): void {
    const known = this.weights.get(ordinal);
    if (!known) this.weights.set(ordinal, { now: after, before, isChanged: false });
    else if (known.before === after && !known.isChanged) known.before = before;
    else known.isChanged = true;
  }

  private takeWeightsBack(write: (rows: RowChanges) => void): void {
    const done = this.rows.get("edges");
    for (let after: readonly Cell[] = ["", ""]; ; ) {
      const page = [...this.edgesAfter(after)];
      const last = page.at(-1);
      if (!last) break;
      after = keyOf("edges", last);
      const changes = new RowChanges();
      for (const row of page) {
        if (done?.has(JSON.stringify(keyOf("edges", row)))) continue;
        const before = this.weighedAsBefore(row);
        if (before) changes.putCells("edges", before);
      }
      write(changes);
    }
    // Edges that are gone, or that stay in what they were merged to.
    this.edgesKept += this.weights.size;
  }

  /** The row of an edge with its weight of before; null where it has none to go back to. */
  private weighedAsBefore(row: Row): Row | null {
    const ordinal = row[ORDINAL] as number;
    const expected = this.weights.get(ordinal);
    if (!expected) return null;
    this.weights.delete(ordinal);
    const isTaken = row[WEIGHT] === expected.now;
    if (isTaken && !expected.isChanged) this.edges++;
    else this.edgesKept++;
    return isTaken ? row.with(WEIGHT, expected.before) : null;
  }

  private *edgesAfter(key: readonly Cell[]): Iterable<Cell[]> {
    const columns = EDGE.map(quoted).join(", ");
    const statement = `select ${columns} from edges where (source, target) > (?, ?) order by source, target limit ${PAGE}`;
    yield* this.database.each(statement, ...key) as Iterable<Cell[]>;
  }

  private takeBackWhole(rows: readonly ChangedRow[], made: readonly ChangedRow[]): void {
    const ids = new Set(made.map(({ key }) => key[0] as string));
    const isUntouched =
      rows.every(({ table, key, after }) => isSame(this.rowOf(table, key), after)) &&
      this.numberOfRowsAt(ids) === rows.filter((row) => row.after && this.belongsTo(row, ids)).length;
    if (!isUntouched) {
      for (const { key } of rows.filter(({ table }) => table === "nodes")) this.kept.add(key[0] as string);
      this.edgesKept += rows.filter(({ table }) => table === "edges").length;
      return;
    }
    for (const row of rows) this.setBack(row);
  }

  /** Edges, vectors and stops at nodes, as they will be. */
  private numberOfRowsAt(ids: ReadonlySet<string>): number {
    const list = JSON.stringify([...ids]);
    const within = "in (select value from json_each(?1))";
    const found: Record<string, string> = {
      edges: `select source, target from edges where source ${within} or target ${within}`,
      vectors: `select id, route from vectors where id ${within}`,
      stops: `select id from stops where id ${within}`,
      nodes: `select id from nodes where id ${within}`,
    };
    let count = 0;
    for (const [table, statement] of Object.entries(found)) {
      const keys = new Set(Array.from(this.database.each(statement, list), (key) => JSON.stringify(key)));
      for (const [name, { key, row }] of this.rows.get(table as TableName) ?? []) {
        if (row && this.belongsTo({ table: table as TableName, key }, ids)) keys.add(name);
        else keys.delete(name);
      }
      count += keys.size;
    }
    return count;
  }

  private belongsTo({ table, key }: Pick<ChangedRow, "table" | "key">, ids: ReadonlySet<string>): boolean {
    if (table === "edges") return ids.has(key[0] as string) || ids.has(key[1] as string);
    return table !== "settings" && ids.has(key[0] as string);
  }

  private takeBackRow(changed: ChangedRow): void {
    const { table, key, before, after } = changed;
    const ends = table === "edges" ? [before?.[SOURCE], before?.[TARGET]] : [key[0]];
    const needsNodes = before !== null && (table === "edges" || table === "vectors" || table === "stops");
    const now = this.rowOf(table, key);
    const isUsed = table === "nodes" && now && after && isSameButUse(now, after);
    const isUntouched =
      (isUsed || isSame(now, after)) &&
      (!needsNodes || ends.every((id) => this.rowOf("nodes", [id as string])));
    if (isUntouched) this.setBack(isUsed && before ? { ...changed, before: asUsed(before, now) } : changed);
    else if (table === "edges") this.edgesKept++;
    else if (table === "nodes") this.kept.add(key[0] as string);
  }

  private setBack({ table, key, before, after }: ChangedRow): void {
    const rows = this.rows.get(table) ?? new Map();
    this.rows.set(table, rows);
    const isUnwanted = before !== null && this.belongsTo({ table, key }, this.unwanted);
    rows.set(JSON.stringify(key), { key, row: isUnwanted ? null : before });
    if (table === "edges" && !isUnwanted) this.edges++;
    if (table !== "nodes" || isUnwanted) return;
    const id = key[0] as string;
    // A vector of the other text would lead to what is not said any more; its own comes back, or is made anew.
    if (before && after && before[TEXT] !== after[TEXT]) this.cutVector(id);
    if (before && !after) {
      this.restored.add(id);
      this.removed.delete(id);
    } else if (!before) {
      if (!this.restored.delete(id)) this.removed.add(id);
    }
  }

  private cutVector(id: string): void {
    const rows = this.rows.get("vectors") ?? new Map();
    this.rows.set("vectors", rows);
    if (this.rowOf("vectors", [id, 0])) rows.set(JSON.stringify([id, 0]), { key: [id, 0], row: null });
  }

  private rowOf(table: TableName, key: readonly Cell[]): Row | null {
    const name = JSON.stringify(key);
    const mine = this.rows.get(table)?.get(name);
    return mine ? mine.row : (this.maintained.read(table, [key]).get(name) ?? null);
  }
}

/** Whether nodes differ in nothing but the use that they were of. */
function isSameButUse(a: Row, b: Row): boolean {
  const said = (node: Row) => {
    return node.with(METADATA, JSON.stringify(withoutUse(metadataOf(node)))).with(UPDATED_AT, null);
  };
  return isSame(said(a), said(b));
}

/** A node of before with the use that it was of since. */
function asUsed(before: Row, now: Row): Row {
  const metadata = withUseOf(metadataOf(before), metadataOf(now));
  return before.with(METADATA, JSON.stringify(metadata));
}

function metadataOf(node: Row): Metadata {
  return JSON.parse(node[METADATA] as string) as Metadata;
}

/** What a part was split from. */
function parentOf(node: Row): string {
  const { parent } = metadataOf(node);
  return typeof parent === "string" ? parent : "";
}

/** Nodes first: what belongs to a node comes back only with it. */
function inOrder(rows: readonly ChangedRow[]): ChangedRow[] {
  return rows.toSorted((a, b) => Number(b.table === "nodes") - Number(a.table === "nodes"));
}
