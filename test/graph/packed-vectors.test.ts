// The packed vector index, beside the exact one.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PackedVectors, pack } from "../../durable/graph/packed-vectors.ts";
import {
  byScoreThenId,
  cosine,
  ExactVectors,
  type Scored,
  type VectorIndex,
} from "../../durable/graph/vectors.ts";
import { roundNumber } from "../support/small-graph.ts";

const DIMENSION = 7;
const Entry = roundNumber(-1, 1, 3);
const Row = fc.array(Entry, { minLength: DIMENSION, maxLength: DIMENSION });
const Id = fc.constantFrom("a", "b", "c", "d", "é", "\u{1f600}");
const Rows = fc.array(fc.tuple(Id, fc.integer({ min: 0, max: 2 }), fc.option(Row)), { maxLength: 30 });

/** A null row deletes. */
function fill<T extends VectorIndex>(
  index: T,
  rows: readonly (readonly [string, number, number[] | null])[],
): T {
  for (const [id, route, row] of rows) {
    if (row) index.set(id, route, row);
    else index.delete(id, route);
  }
  return index;
}

describe("packed vectors", () => {
  it("[ST20] hold what an index of doubles holds, whatever was set and deleted", () => {
    fc.assert(
      fc.property(Rows, Row, (rows, other) => {
        const packed = fill(new PackedVectors(DIMENSION), rows);
        const exact = fill(new ExactVectors(), rows);
        expect(packed.size).toBe(exact.size);
        expect(packed.ids().sort()).toEqual(exact.ids().sort());
        for (const id of exact.ids()) {
          expect(packed.routesOf(id)).toEqual(exact.routesOf(id));
          for (const route of exact.routesOf(id)) {
            const row = exact.vector(id, route) as Float64Array;
            const { scale, bytes } = pack(row);
            expect(packed.record(id, route)).toEqual({ id, route, scale, bytes });
            expect(packed.cosine(id, route, other)).toBe(cosine(packed.vector(id, route) ?? [], other));
          }
        }
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it("[ST21] score within 0.02 of the cosine for any rows, and search as a sort of all scores would", () => {
    fc.assert(
      fc.property(Rows, Row, fc.integer({ min: 1, max: 4 }), (rows, query, count) => {
        const packed = fill(new PackedVectors(DIMENSION), rows);
        const exact = fill(new ExactVectors(), rows);
        const all: Scored[] = exact.ids().map((id) => {
          const vectors = exact.routesOf(id).map((route) => exact.vector(id, route) as Float64Array);
          return [id, Math.max(...vectors.map((vector) => cosine(query, vector)))];
        });
        const found = packed.search(query, 100);
        expect(found.map(([id]) => id).sort()).toEqual(exact.ids().sort());
        expect(found).toEqual(found.toSorted(byScoreThenId));
        expect(packed.search(query, count)).toEqual(found.slice(0, count));
        for (const [id, score] of found) {
          expect(Math.abs(score - (all.find(([other]) => other === id)?.[1] ?? 9))).toBeLessThan(0.02);
          if (packed.vector(id, 0)) {
            expect(Math.abs(packed.similarity(id, query) - exact.similarity(id, query))).toBeLessThan(0.02);
          }
        }
      }),
      { seed: 2, numRuns: 300 },
    );
  });

  it("[ST22] find the best of many rows, ties by id, also when every score is the same", () => {
    const packed = new PackedVectors(2);
    const ids = Array.from({ length: 3000 }, (_, index) => `n${(index * 7919) % 3000}`);
    for (const id of ids) packed.set(id, 0, [1, 0]);
    const first = [...ids].sort().slice(0, 4);
    expect(packed.search([0, 0], 4)).toEqual(first.map((id) => [id, 0]));
    expect(packed.search([1, 0], 4).map(([id]) => id)).toEqual(first);
    packed.set("n42", 3, [-1, 0]);
    expect(packed.search([-1, 0], 2).map(([id]) => id)).toEqual(["n42", first[0]]);
  });

  it("[ST23] pack rows of any length to unit length, and keep zeros", () => {
    for (const size of [1, 5e-324, 1e-200, 1e200, 1.7e308]) {
      const packed = new PackedVectors(3);
      packed.set("a", 0, [size, 0, -size]);
      expect(packed.similarity("a", [1, 0, -1])).toBeCloseTo(1, 9);
    }
    expect(pack([0, 0])).toEqual({ scale: 0, bytes: new Uint8Array(2) });
  });

  it("[ST24] refuse rows of another length, and find nothing for a question of another length", () => {
    const packed = new PackedVectors(3);
    expect(() => packed.set("a", 0, [1, 2])).toThrow(RangeError);
    packed.set("a", 0, [1, 2, 3]);
    expect(packed.search([1, 2], 5)).toEqual([]);
    expect(packed.similarity("a", [1, 2])).toBe(0);
    expect(packed.search([1, 2, 3], 0)).toEqual([]);
  });

  it("[TR46] find a node by a taught question only when that resembles the question enough", () => {
    for (const index of [new PackedVectors(2), new ExactVectors()]) {
      index.set("a", 0, [0, 1]);
      index.set("a", 1, [1, 0]);
      index.set("taught only", 1, [1, 0]);
      const found = (floor?: number) => new Map(index.search([0.6, 0.8], 5, floor));
      expect(found().get("taught only")).toBeCloseTo(0.6, 2);
      expect(found(0.7).has("taught only")).toBe(false);
      expect(found(0.7).get("a")).toBeCloseTo(0.8, 2);
      expect(new Map(index.search([1, 0], 5, 0.7)).get("a")).toBeCloseTo(1, 2);
    }
  });

  it("[ST25] are the same after their records are loaded elsewhere", () => {
    fc.assert(
      fc.property(Rows, Row, (rows, query) => {
        const packed = fill(new PackedVectors(DIMENSION), rows);
        const again = new PackedVectors(DIMENSION);
        for (const id of packed.ids().reverse()) {
          for (const route of packed.routesOf(id)) {
            const record = packed.record(id, route);
            if (record) again.load(record);
          }
        }
        expect(again.search(query, 3)).toEqual(packed.search(query, 3));
      }),
      { seed: 3, numRuns: 100 },
    );
  });
});
