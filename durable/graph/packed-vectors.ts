// Vectors at one byte an entry: a row is `scale · q` with q in −127…127, so a row of 256 costs 256 bytes.
// Rows are unit vectors before packing; cosine is then scale_a · scale_b · Σ q_a·q_b, within about 0.4 %.

import { BestScores } from "./best-scores.ts";
import { roomFor } from "./edge-lists.ts";
import type { VectorRecord } from "./records.ts";
import { plainProducts, type RowProducts } from "./row-products.ts";
import {
  byScoreThenId,
  floorOf,
  MOST_ROUTES,
  MOST_ROWS,
  type Scored,
  type TaughtFloor,
  type Vector,
  type VectorIndex,
} from "./vectors.ts";

const FIRST_ROWS = 64;

interface PackedQuery {
  readonly query: Vector;
  readonly scale: number;
  readonly numbers: Int8Array;
}

export class PackedVectors implements VectorIndex {
  readonly dimension: number;
  private bytes: Int8Array;
  private scales = new Float64Array(FIRST_ROWS);
  private readonly owners: string[] = [];
  private readonly routes: number[] = [];
  /** Numbers of the nodes' own rows. */
  private readonly rows = new Map<string, number>();
  /** Numbers of rows by other routes, of the few nodes that have any. */
  private readonly others = new Map<string, Map<number, number>>();
  private last: PackedQuery | undefined;
  private readonly products: RowProducts;

  constructor(dimension: number, products: RowProducts = plainProducts) {
    this.dimension = dimension;
    this.products = products;
    this.bytes = new Int8Array(FIRST_ROWS * dimension);
  }

  get size(): number {
    return this.owners.length;
  }

  set(id: string, route: number, vector: Vector): void {
    this.load({ id, route, ...pack(vector) });
  }

  load(record: VectorRecord): void {
    if (record.bytes.length !== this.dimension) {
      throw new RangeError(
        `vector of ${record.id} has ${record.bytes.length} entries, expected ${this.dimension}`,
      );
    }
    const row = this.rowOf(record.id, record.route) ?? this.addRow(record.id, record.route);
    this.bytes.set(
      new Int8Array(record.bytes.buffer, record.bytes.byteOffset, this.dimension),
      row * this.dimension,
    );
    this.scales[row] = record.scale;
  }

  delete(id: string, route: number): boolean {
    const row = this.rowOf(id, route);
    if (row === undefined) return false;
    this.forget(id, route);
    const last = this.owners.length - 1;
    if (row !== last) this.moveRow(last, row);
    this.owners.pop();
    this.routes.pop();
    return true;
  }

  has(id: string, route: number): boolean {
    return this.rowOf(id, route) !== undefined;
  }

  record(id: string, route: number): VectorRecord | undefined {
    const row = this.rowOf(id, route);
    if (row === undefined) return undefined;
    const start = row * this.dimension;
    const bytes = new Uint8Array(this.bytes.slice(start, start + this.dimension).buffer);
    return { id, route, scale: this.scales[row], bytes };
  }

  vector(id: string, route: number): Float64Array | undefined {
    const row = this.rowOf(id, route);
    if (row === undefined) return undefined;
    const start = row * this.dimension;
    return Float64Array.from(this.bytes.subarray(start, start + this.dimension), (q) => q * this.scales[row]);
  }

  routesOf(id: string): number[] {
    return this.rowsBelow(id, MOST_ROUTES);
  }

  rowsOf(id: string): number[] {
    return this.rowsBelow(id, MOST_ROWS);
  }

  ids(): string[] {
    return [...new Set(this.owners)];
  }

  similarity(id: string, vector: Vector): number {
    const row = this.rowOf(id, 0);
    if (row === undefined || vector.length !== this.dimension) return 0;
    const { scale, numbers } = this.packed(vector);
    const own = this.bytes.subarray(row * this.dimension, (row + 1) * this.dimension);
    let product = 0;
    for (let index = 0; index < own.length; index++) product += own[index] * numbers[index];
    return product * this.scales[row] * scale;
  }

  cosine(id: string, route: number, vector: Vector): number {
    const row = this.rowOf(id, route);
    if (row === undefined || vector.length !== this.dimension) return 0;
    // As `cosine` of the row as numbers, to the last bit, without a copy of it.
    const { bytes, scales } = this;
    const start = row * this.dimension;
    const scale = scales[row];
    let dot = 0;
    let left = 0;
    let right = 0;
    for (let index = 0; index < vector.length; index++) {
      const own = bytes[start + index] * scale;
      dot += own * vector[index];
      left += own * own;
      right += vector[index] * vector[index];
    }
    return left === 0 || right === 0 ? 0 : dot / (Math.sqrt(left) * Math.sqrt(right));
  }

  search(
    query: Vector,
    count: number,
    taughtFloor: TaughtFloor = -1,
    accepts?: (id: string) => boolean,
  ): Scored[] {
    if (count <= 0 || query.length !== this.dimension) return [];
    const { scale, numbers } = this.packed(query);
    const dots = this.products(this.bytes.subarray(0, this.size * this.dimension), numbers);
    const best = new Map<string, number>();
    let floor = this.leastOfOwn(dots, scale, count, accepts);
    for (let row = 0; row < this.owners.length; row++) {
      const score = dots[row] * this.scales[row] * scale;
      if (score < floor || this.routes[row] >= MOST_ROUTES) continue;
      if (this.routes[row] > 0 && score < floorOf(taughtFloor, this.owners[row])) continue;
      const known = best.get(this.owners[row]);
      if (known !== undefined && known >= score) continue;
      if (accepts && !accepts(this.owners[row])) continue;
      best.set(this.owners[row], score);
      if (best.size >= count * 8) floor = this.trim(best, count);
    }
    return [...best].sort(byScoreThenId).slice(0, count);
  }

  /** The score of the last of the `count` best nodes by their own rows: other rows can only raise it. */
  private leastOfOwn(
    dots: Int32Array,
    scale: number,
    count: number,
    accepts: ((id: string) => boolean) | undefined,
  ): number {
    const best = new BestScores(Math.min(count, this.size || 1));
    for (let row = 0; row < this.owners.length; row++) {
      if (this.routes[row] > 0) continue;
      const score = dots[row] * this.scales[row] * scale;
      if (score > best.floor && (!accepts || accepts(this.owners[row]))) best.add(score);
    }
    return count > this.size ? Number.NEGATIVE_INFINITY : best.floor;
  }

  /** Keeps the `count` best, and some that equal the last of them, and returns the score to beat. */
  private trim(best: Map<string, number>, count: number): number {
    const scores = Float64Array.from(best.values()).sort();
    const floor = scores[scores.length - count];
    for (const [id, score] of best) if (score < floor) best.delete(id);
    if (best.size < count * 2) return floor;
    // Where many are equal they go by id, or they would pile up.
    const kept = [...best].sort(byScoreThenId).slice(0, count);
    best.clear();
    for (const [id, score] of kept) best.set(id, score);
    return floor;
  }

  /** A question is compared many times, so it is packed once. */
  private packed(query: Vector): PackedQuery {
    if (this.last?.query !== query) {
      const { scale, bytes } = pack(query);
      this.last = { query, scale, numbers: new Int8Array(bytes.buffer) };
    }
    return this.last;
  }

  private rowsBelow(id: string, most: number): number[] {
    const routes = this.rows.has(id) ? [0] : [];
    const others = this.others.get(id);
    return others
      ? [...routes, ...[...others.keys()].filter((one) => one < most).sort((a, b) => a - b)]
      : routes;
  }

  private rowOf(id: string, route: number): number | undefined {
    return route === 0 ? this.rows.get(id) : this.others.get(id)?.get(route);
  }

  private place(id: string, route: number, row: number): void {
    if (route === 0) this.rows.set(id, row);
    else this.others.set(id, (this.others.get(id) ?? new Map<number, number>()).set(route, row));
  }

  private forget(id: string, route: number): void {
    const others = this.others.get(id);
    if (route === 0) this.rows.delete(id);
    else if (others?.delete(route) && others.size === 0) this.others.delete(id);
  }

  private addRow(id: string, route: number): number {
    const row = this.owners.push(id) - 1;
    this.routes.push(route);
    if (row >= this.scales.length) this.grow(row + 1);
    this.place(id, route, row);
    return row;
  }

  private moveRow(from: number, to: number): void {
    this.bytes.copyWithin(to * this.dimension, from * this.dimension, (from + 1) * this.dimension);
    this.scales[to] = this.scales[from];
    this.owners[to] = this.owners[from];
    this.routes[to] = this.routes[from];
    this.place(this.owners[to], this.routes[to], to);
  }

  reserve(rows: number): void {
    if (rows > this.scales.length) this.grow(rows);
  }

  private grow(rows: number): void {
    const scales = new Float64Array(roomFor(rows, this.scales.length));
    scales.set(this.scales);
    this.scales = scales;
    const bytes = new Int8Array(scales.length * this.dimension);
    bytes.set(this.bytes);
    this.bytes = bytes;
  }
}

/** A vector scaled to unit length and rounded to one byte an entry; zeros stay zeros. */
export function pack(vector: Vector): { scale: number; bytes: Uint8Array } {
  let largest = 0;
  for (let index = 0; index < vector.length; index++) largest = Math.max(largest, Math.abs(vector[index]));
  const numbers = new Int8Array(vector.length);
  const bytes = new Uint8Array(numbers.buffer);
  if (largest === 0) return { scale: 0, bytes };
  // Ratios first: squares of very small or very large entries would leave the range of doubles.
  let squares = 0;
  for (let index = 0; index < vector.length; index++) {
    const ratio = vector[index] / largest;
    numbers[index] = Math.round(ratio * 127);
    squares += ratio * ratio;
  }
  return { scale: 1 / (127 * Math.sqrt(squares)), bytes };
}

type Packed = Pick<VectorRecord, "scale" | "bytes">;

/** Cosine of a packed row and a packed question, exactly as an index that holds the row computes it; 0 when the lengths differ. */
export function packedCosine(row: Packed, query: Packed): number {
  if (row.bytes.length !== query.bytes.length) return 0;
  const left = new Int8Array(row.bytes.buffer, row.bytes.byteOffset, row.bytes.length);
  const right = new Int8Array(query.bytes.buffer, query.bytes.byteOffset, query.bytes.length);
  let dot = 0;
  for (let index = 0; index < left.length; index++) dot += left[index] * right[index];
  return dot * row.scale * query.scale;
}

/** The numbers of a packed row. */
export function unpacked({ scale, bytes }: Packed): Float64Array {
  return Float64Array.from(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length), (q) => q * scale);
}
