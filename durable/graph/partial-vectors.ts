// A vector index that holds some of its rows in memory and leaves the others where they are stored. A search compares
// what is in memory, and those of the others that somebody names; everything else reads a row that is asked for.

import { type PackedVectors, pack, packedCosine, unpacked } from "./packed-vectors.ts";
import type { VectorRecord } from "./records.ts";
import { byScoreThenId, cosine, MOST_ROUTES, type Scored, type Vector, type VectorIndex } from "./vectors.ts";

/** Rows as they are stored, read at once and never awaited. */
export interface StoredVectors {
  record(id: string, route: number): VectorRecord | undefined;
  routesOf(id: string): number[];
  /** Ids that own at least one row. */
  ids(): string[];
}

export type VectorKey = readonly [id: string, route: number];

export class PartialVectors implements VectorIndex {
  readonly near: PackedVectors;
  readonly #stored: StoredVectors;
  /** Rows that are still stored and are to count as gone, by `keyOf`. */
  readonly #gone = new Set<string>();
  /** Rows that a search compares beside those in memory. */
  #named: readonly VectorKey[] = [];

  constructor(near: PackedVectors, stored: StoredVectors) {
    this.near = near;
    this.#stored = stored;
  }

  get dimension(): number {
    return this.near.dimension;
  }

  /** Rows in memory. */
  get size(): number {
    return this.near.size;
  }

  set(id: string, route: number, vector: Vector): void {
    this.near.set(id, route, vector);
    this.#gone.delete(keyOf(id, route));
  }

  reserve(rows: number): void {
    this.near.reserve(rows);
  }

  load(record: VectorRecord): void {
    this.near.load(record);
    this.#gone.delete(keyOf(record.id, record.route));
  }

  delete(id: string, route: number): boolean {
    const isThere = this.record(id, route) !== undefined;
    this.near.delete(id, route);
    if (this.#stored.record(id, route)) this.#gone.add(keyOf(id, route));
    return isThere;
  }

  record(id: string, route: number): VectorRecord | undefined {
    return this.near.record(id, route) ?? this.#far(id, route);
  }

  vector(id: string, route: number): Vector | undefined {
    const near = this.near.vector(id, route);
    if (near) return near;
    const far = this.#far(id, route);
    return far && unpacked(far);
  }

  routesOf(id: string): number[] {
    return this.rowsOf(id).filter((route) => route < MOST_ROUTES);
  }

  rowsOf(id: string): number[] {
    const far = this.#stored.routesOf(id).filter((route) => !this.#gone.has(keyOf(id, route)));
    return [...new Set([...this.near.rowsOf(id), ...far])].sort((a, b) => a - b);
  }

  ids(): string[] {
    const ids = new Set([...this.#stored.ids(), ...this.near.ids()]);
    return [...ids].filter((id) => this.rowsOf(id).length > 0);
  }

  similarity(id: string, vector: Vector): number {
    const own = this.record(id, 0);
    return own ? packedCosine(own, pack(vector)) : 0;
  }

  cosine(id: string, route: number, vector: Vector): number {
    const far = this.near.has(id, route) ? undefined : this.#far(id, route);
    return far ? cosine(unpacked(far), vector) : this.near.cosine(id, route, vector);
  }

  search(query: Vector, count: number, taughtFloor = -1, accepts?: (id: string) => boolean): Scored[] {
    const found = this.near.search(query, count, taughtFloor, accepts);
    if (this.#named.length === 0) return found;
    const best = new Map(found);
    const packed = pack(query);
    for (const [id, route] of this.#named) {
      const isLeft = route >= MOST_ROUTES || (accepts && !accepts(id));
      const row = isLeft ? undefined : this.record(id, route);
      if (!row) continue;
      const score = packedCosine(row, packed);
      if (route > 0 && score < taughtFloor) continue;
      best.set(id, Math.max(score, best.get(id) ?? score));
    }
    return [...best].sort(byScoreThenId).slice(0, Math.max(0, count));
  }

  /** Runs `work`, in which searches compare these rows too: as they are now, wherever they are, if they still are. */
  naming<T>(rows: readonly VectorKey[], work: () => T): T {
    this.#named = rows;
    try {
      return work();
    } finally {
      this.#named = [];
    }
  }

  #far(id: string, route: number): VectorRecord | undefined {
    return this.#gone.has(keyOf(id, route)) ? undefined : this.#stored.record(id, route);
  }
}

function keyOf(id: string, route: number): string {
  return `${id}\u0000${route}`;
}
