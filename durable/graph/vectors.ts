// The vector index: rows of numbers by node id. Two homes behind one interface:
// `ExactVectors` keeps doubles (the parity profile), `PackedVectors` one byte per entry.
// A node may own several rows: route 0 is its own text, the next ones are questions taught to lead to it, and those behind
// them questions for which it misled: these are kept like the others, and nothing is ever found by them.

import { compareIds } from "./code-points.ts";
import type { VectorRecord } from "./records.ts";

/** Rows that lead to one node, its own text included; those from this number on tell where it misled. */
export const MOST_ROUTES = 16;
/** Rows that one node may own. */
export const MOST_ROWS = 2 * MOST_ROUTES - 1;

export type Vector = ArrayLike<number>;
export type Scored = readonly [id: string, score: number];

/** From which similarity on a taught question counts as its node's: for all nodes, or by id. */
export type TaughtFloor = number | ((id: string) => number);

export function floorOf(floor: TaughtFloor, id: string): number {
  return typeof floor === "number" ? floor : floor(id);
}

export interface VectorIndex {
  /** Length of the rows, or 0 while there is none. */
  readonly dimension: number;
  /** Number of rows, all routes counted. */
  readonly size: number;
  /** Adds or replaces a row. Throws when the length differs from the other rows. */
  set(id: string, route: number, vector: Vector): void;
  /** Makes room for so many rows, where that saves making it bit by bit. */
  reserve(rows: number): void;
  /** Puts back a row as `record` gave it. */
  load(record: VectorRecord): void;
  /** Drops one row; false when there was none. */
  delete(id: string, route: number): boolean;
  /** The row in its stored form, or undefined. */
  record(id: string, route: number): VectorRecord | undefined;
  /** The row as numbers, or undefined. */
  vector(id: string, route: number): Vector | undefined;
  /** Rows of a node that lead to it, ascending. */
  routesOf(id: string): number[];
  /** All rows of a node, ascending. */
  rowsOf(id: string): number[];
  /** Ids that own at least one row. */
  ids(): string[];
  /** Cosine of the node's own row to a vector; 0 when it has no row. */
  similarity(id: string, vector: Vector): number;
  /** Cosine of a row as numbers to a vector; 0 where there is no such row. */
  cosine(id: string, route: number, vector: Vector): number;
  /**
   * The `count` best ids, each by its best row, best first. Scores may be negative.
   * Rows of taught questions count from a similarity of `taughtFloor` on, rows of ids that are not accepted never.
   */
  search(
    query: Vector,
    count: number,
    taughtFloor?: TaughtFloor,
    accepts?: (id: string) => boolean,
  ): Scored[];
}

/** Cosine of two vectors: 0 when either is empty or null, or when the lengths differ. */
export function cosine(a: Vector, b: Vector): number {
  if (a.length === 0 || a.length !== b.length) return 0;
  let dot = 0;
  let left = 0;
  let right = 0;
  for (let index = 0; index < a.length; index++) {
    dot += a[index] * b[index];
    left += a[index] * a[index];
    right += b[index] * b[index];
  }
  return left === 0 || right === 0 ? 0 : dot / (Math.sqrt(left) * Math.sqrt(right));
}

/** Rows of doubles in order of insertion; ties keep that order. */
export class ExactVectors implements VectorIndex {
  private rows = new Map<string, Map<number, Float64Array>>();
  private readonly ordinals = new Map<string, number>();
  private clock = 0;

  get dimension(): number {
    for (const routes of this.rows.values()) for (const row of routes.values()) return row.length;
    return 0;
  }

  get size(): number {
    let size = 0;
    for (const routes of this.rows.values()) size += routes.size;
    return size;
  }

  set(id: string, route: number, vector: Vector): void {
    let routes = this.rows.get(id);
    if (!routes) {
      routes = new Map();
      this.rows.set(id, routes);
      this.ordinals.set(id, ++this.clock);
    }
    routes.set(route, Float64Array.from(vector));
  }

  reserve(): void {}

  load(record: VectorRecord): void {
    const bytes = record.bytes.slice();
    this.set(record.id, record.route, new Float64Array(bytes.buffer));
    if (record.ordinal !== undefined) this.place(record.id, record.ordinal);
  }

  delete(id: string, route: number): boolean {
    const routes = this.rows.get(id);
    if (!routes?.delete(route)) return false;
    if (routes.size === 0) {
      this.rows.delete(id);
      this.ordinals.delete(id);
    }
    return true;
  }

  record(id: string, route: number): VectorRecord | undefined {
    const row = this.vector(id, route);
    if (!row) return undefined;
    return { id, route, scale: 1, bytes: new Uint8Array(row.slice().buffer), ordinal: this.ordinals.get(id) };
  }

  vector(id: string, route: number): Float64Array | undefined {
    return this.rows.get(id)?.get(route);
  }

  routesOf(id: string): number[] {
    return this.rowsOf(id).filter((route) => route < MOST_ROUTES);
  }

  rowsOf(id: string): number[] {
    return [...(this.rows.get(id)?.keys() ?? [])].sort((a, b) => a - b);
  }

  ids(): string[] {
    return [...this.rows.keys()];
  }

  similarity(id: string, vector: Vector): number {
    const row = this.vector(id, 0);
    return row ? cosine(vector, row) : 0;
  }

  cosine(id: string, route: number, vector: Vector): number {
    return cosine(this.vector(id, route) ?? [], vector);
  }

  search(
    query: Vector,
    count: number,
    taughtFloor: TaughtFloor = -1,
    accepts?: (id: string) => boolean,
  ): Scored[] {
    if (count <= 0) return [];
    const scored: Scored[] = [];
    for (const [id, routes] of this.rows) {
      if (accepts && !accepts(id)) continue;
      let best = Number.NEGATIVE_INFINITY;
      for (const [route, row] of routes) {
        if (route >= MOST_ROUTES) continue;
        const score = cosine(query, row);
        if (route === 0 || score >= floorOf(taughtFloor, id)) best = Math.max(best, score);
      }
      if (best >= -1) scored.push([id, best]);
    }
    return scored.sort((a, b) => b[1] - a[1]).slice(0, count);
  }

  private place(id: string, ordinal: number): void {
    const { ordinals } = this;
    const own = ordinals.get(id) as number;
    if (own === ordinal) return;
    // Rows that are loaded in their order need no sorting, whatever was removed between them.
    const staysLast = own === this.clock && ordinal > own;
    ordinals.set(id, ordinal);
    this.clock = Math.max(this.clock, ordinal);
    if (staysLast) return;
    const rankOf = (owner: string) => ordinals.get(owner) as number;
    this.rows = new Map([...this.rows].sort((a, b) => rankOf(a[0]) - rankOf(b[0])));
  }
}

/** Orders results best first; equal scores by id, so that a reload cannot change the order. */
export function byScoreThenId(a: Scored, b: Scored): number {
  return b[1] - a[1] || compareIds(a[0], b[0]);
}
