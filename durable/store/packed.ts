// The memory in numbers, packed on the object's disk, so that waking need not read it row by row. It is made from what is
// stored and told nothing else, and what changed since is noted with each change, in its transaction. Where anything does not
// fit, it is let go, and rows tell the memory.

import type { Cell, TableName } from "../../schema/replica.ts";
import type { VectorRecord } from "../graph/records.ts";
import { RouteGraph } from "../graph/route-graph.ts";
import type { VectorIndex } from "../graph/vectors.ts";
import type { Database } from "./database.ts";
import { type VectorRow, vectorOf } from "./graph-rows.ts";
import {
  EDGE_COLUMNS,
  type EdgeRow,
  KEPT_BACK,
  loadGraph,
  loadVectors,
  NODE_COLUMNS,
  type NodeRow,
  putStop,
  STOP_COLUMNS,
  type StopRow,
  VECTOR_COLUMNS,
} from "./load.ts";
import { PART, partsOfGraph } from "./packed-graph.ts";
import { PackedFlaw, type PackedPart, partBytes, partOf } from "./packed-part.ts";
import { PackedVectorParts } from "./packed-vector-parts.ts";
import type { RowChanges } from "./row-changes.ts";
import type { State } from "./state.ts";
import { type ChangedRows, fillGraph } from "./unpacking.ts";

/** Tables that are packed. */
const PACKED = ["nodes", "edges", "stops", "vectors"] as const;
/** Rows are as quick for fewer nodes. */
const LEAST_NODES = 500;
/** Changed rows that are taken up one by one, and the share of all nodes that they may be more. */
const MOST_CHANGED = 1_000;
const SHARE_CHANGED = 0.1;

/** What is packed. */
interface Packing {
  readonly number: number;
  readonly parts: number;
  readonly nodes: number;
  readonly edges: number;
  readonly vectors: number;
}

export class Packed {
  private readonly database: Database;
  private readonly state: State;
  /** Undefined until first asked for; null: nothing is packed. */
  private packing: Packing | null | undefined;
  /** Keys noted since; undefined until first asked for. */
  private noted: number | undefined;

  constructor(database: Database, state: State) {
    this.database = database;
    this.state = state;
  }

  /** Notes what is about to be written, as part of the open transaction. */
  note(rows: RowChanges): void {
    if (!this.current) return;
    for (const table of PACKED) {
      const keys = rows.keysOf(table);
      if (keys.length === 0) continue;
      this.database.exec(
        "insert into unpacked (table_name, keys) values (?, ?)",
        table,
        `[${keys.join(",")}]`,
      );
      this.noted = this.changes + keys.length;
    }
  }

  /** Lets go of all that is packed: something was written past it, or has to be forgotten. */
  drop(): void {
    this.database.exec("delete from packed");
    this.database.exec("delete from unpacked");
    this.state.unset("packed");
    this.packing = null;
    this.noted = 0;
  }

  /** What is held may be wrong: after a transaction that was taken back. */
  forget(): void {
    this.packing = undefined;
    this.noted = undefined;
  }

  /** Whether packing is worth its while. */
  get isDue(): boolean {
    const { current } = this;
    if (current) return this.changes > MOST_CHANGED + SHARE_CHANGED * current.nodes;
    return this.nodes >= LEAST_NODES;
  }

  private get nodes(): number {
    const [row] = this.database.exec("select nodes from indexed_totals");
    return Number(row.nodes);
  }

  /** Packs what is stored, as part of the open transaction. */
  pack(): void {
    const before = this.current;
    const number = (before?.number ?? 0) + 1;
    // Behind what is read meanwhile.
    const first = before?.parts ?? 0;
    this.database.exec("delete from packed where part >= ?", first);
    let next = first;
    const write = (part: Omit<PackedPart, "packing">) =>
      this.database.exec("insert into packed values (?, ?)", next++, partBytes({ ...part, packing: number }));
    const { isTaken, nodes, edges } = this.packGraph(write);
    const vectors = new PackedVectorParts(write);
    const taken = isTaken && this.take((parts) => this.eachVector(parts, (record) => vectors.add(record)));
    if (isTaken && !taken) {
      this.pack();
      return;
    }
    if (!taken) loadVectors(this.database, (record) => vectors.add(record));
    vectors.end();
    this.database.exec("delete from packed where part < ?", first);
    this.database.exec("update packed set part = part - ?", first);
    this.database.exec("delete from unpacked");
    const packing = { number, parts: next - first, nodes, edges, vectors: vectors.count };
    this.state.set("packed", JSON.stringify(packing));
    this.packing = packing;
    this.noted = 0;
  }

  /** Whether it was made of what was packed. The graph is gone before vectors come. */
  private packGraph(write: (part: Omit<PackedPart, "packing">) => void) {
    const graph = new RouteGraph();
    const isTaken = this.loadGraph(graph);
    if (!isTaken) loadGraph(this.database, graph);
    for (const part of partsOfGraph(graph)) write(part);
    return { isTaken, nodes: graph.nodeCount, edges: graph.edgeCount };
  }

  /** Fills an empty graph and an empty index with what is stored; `most`: of vectors, what stays on the disk is left out. */
  load(graph: RouteGraph, vectors: VectorIndex, most?: number): void {
    if (!this.loadGraph(graph)) loadGraph(this.database, graph);
    if (most !== undefined || !this.loadVectors(vectors, graph)) {
      loadVectors(this.database, (record) => vectors.load(record), most);
    }
  }

  /** Fills an empty graph; false, and the graph empty, where that takes rows. */
  private loadGraph(graph: RouteGraph): boolean {
    if (this.take((parts) => this.fill(graph, parts))) return true;
    Object.assign(graph, new RouteGraph());
    return false;
  }

  /** Fills an empty index; false, and the index empty, where that takes rows. */
  private loadVectors(vectors: VectorIndex, graph: RouteGraph): boolean {
    vectors.reserve(this.current?.vectors ?? 0);
    // Most come in the order of their nodes.
    let next = 0;
    const load = ({ id, route, scale, bytes, ordinal }: VectorRecord) => {
      const position = graph.idAt(next) === id ? next : graph.positionOf(id);
      next = position + 1;
      // An id is kept once, however many hold it.
      vectors.load({ id: position < 0 ? id : graph.idAt(position), route, scale, bytes, ordinal });
    };
    if (this.take((parts) => this.eachVector(parts, load))) return true;
    for (const id of vectors.ids()) for (const route of vectors.rowsOf(id)) vectors.delete(id, route);
    return false;
  }

  /** Reads what is packed; false where nothing is, or it does not fit: then it is let go. */
  private take(read: (parts: Iterable<PackedPart>) => void): boolean {
    const { current } = this;
    if (!current || this.changes > current.nodes) return false;
    try {
      read(this.parts(current));
      return true;
    } catch (error) {
      if (!(error instanceof PackedFlaw)) throw error;
      console.error("what is packed does not fit", error.message);
      this.drop();
      return false;
    }
  }

  /** All parts in order, read one by one. */
  private *parts({ number, parts }: Packing): Iterable<PackedPart> {
    let count = 0;
    const statement = "select part, data from packed where part < ? order by part";
    for (const [place, data] of this.database.each(statement, parts)) {
      const part = partOf(data);
      if (place !== count || part.packing !== number) throw new PackedFlaw("a part of another packing");
      count++;
      yield part;
    }
    if (count !== parts) throw new PackedFlaw("parts are missing");
  }

  private fill(graph: RouteGraph, parts: Iterable<PackedPart>): void {
    graph.reserveNodes(this.current?.nodes ?? 0);
    graph.reserveEdges(this.current?.edges ?? 0);
    fillGraph(graph, parts, this.changedRows());
    const changed = this.changed("stops").map(([id]) => id);
    const rows = new Map<unknown, StopRow>();
    for (const row of this.rowsIn(`select ${STOP_COLUMNS} from stops where id in`, changed))
      rows.set(row[0], row as StopRow);
    for (const id of changed) putStop(graph, rows.get(id) ?? [id as string, 0, 0]);
  }

  private eachVector(all: Iterable<PackedPart>, take: (record: VectorRecord) => void): void {
    const changed = this.changed("vectors");
    const keys = new Set(changed.map(([id, route]) => `${route} ${id}`));
    for (const part of all) {
      if (part.kind !== PART.vectors) continue;
      for (const record of PackedVectorParts.recordsOf(part)) {
        if (keys.size === 0 || !keys.has(`${record.route} ${record.id}`)) take(record);
      }
    }
    const ids = changed.map(([id]) => id);
    const rows = [...this.rowsIn(`select ${VECTOR_COLUMNS} from vectors where id in`, ids)] as VectorRow[];
    const now = rows.filter(([id, route]) => keys.has(`${route} ${id}`));
    now.sort((a, b) => (a[3] ?? 0) - (b[3] ?? 0));
    for (const row of now) take(vectorOf(row));
  }

  private changedRows(): ChangedRows {
    const ids = this.changed("nodes").map(([id]) => id);
    const rows = [...this.rowsIn(`select ${NODE_COLUMNS} from nodes where id in`, ids)] as NodeRow[];
    const keptBack = [...this.rowsIn(`select id from nodes where ${KEPT_BACK} and id in`, ids)];
    const sources = this.changed("edges").map(([source]) => source);
    const edges = this.rowsIn(
      `select ${EDGE_COLUMNS} from edges where source in`,
      sources,
      "order by bucket, ordinal",
    );
    return {
      nodeIds: new Set(ids as string[]),
      nodes: new Map(rows.map((row) => [row[0], row])),
      keptBack: new Set(keptBack.map(([id]) => id as string)),
      sources: new Set(sources as string[]),
      edges: Map.groupBy(edges as Iterable<EdgeRow>, ([source]) => source),
    };
  }

  /** Keys of a table's rows that were written since. */
  private changed(table: TableName): Cell[][] {
    const rows = this.database.each("select keys from unpacked where table_name = ? order by number", table);
    const keys = Array.from(rows, ([json]) => JSON.parse(json as string) as Cell[][]).flat();
    return [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()];
  }

  private rowsIn(statement: string, values: readonly Cell[], order = ""): Iterable<unknown[]> {
    if (values.length === 0) return [];
    const list = JSON.stringify([...new Set(values)]);
    return this.database.each(`${statement} (select value from json_each(?)) ${order}`, list);
  }

  private get current(): Packing | null {
    if (this.packing === undefined) {
      const told = this.state.get("packed");
      this.packing = told === undefined ? null : (JSON.parse(told) as Packing);
    }
    return this.packing;
  }

  private get changes(): number {
    if (this.noted === undefined) {
      const [row] = this.database.exec(
        "select coalesce(sum(json_array_length(keys)), 0) as keys from unpacked",
      );
      this.noted = Number(row.keys);
    }
    return this.noted;
  }
}
