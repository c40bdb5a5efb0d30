// A vector index of which part is in memory behaves as one that is there whole: checked against such a twin.

import { describe, expect, it } from "vitest";
import { PackedVectors } from "../../durable/graph/packed-vectors.ts";
import { PartialVectors, type VectorKey } from "../../durable/graph/partial-vectors.ts";
import type { VectorRecord } from "../../durable/graph/records.ts";

const DIMENSION = 16;

/** Numbers in [0, 1) that are the same for a seed. */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** Rows on a pretended disk, read by the index that is tested. */
class Disk {
  readonly rows = new Map<string, VectorRecord>();

  record(id: string, route: number): VectorRecord | undefined {
    return this.rows.get(`${id} ${route}`);
  }

  routesOf(id: string): number[] {
    return [...this.rows.values()].filter((row) => row.id === id).map(({ route }) => route);
  }

  ids(): string[] {
    return [...new Set([...this.rows.values()].map(({ id }) => id))];
  }
}

describe("an index that leaves rows on the disk", () => {
  it.each([1, 2, 3, 4])(
    "[VZ16] agrees with one that holds them all, whatever is done to it: seed %i",
    (seed) => {
      const chance = chanceOf(seed);
      const below = (most: number) => Math.floor(chance() * most);
      const vector = () => Float64Array.from({ length: DIMENSION }, () => chance() - 0.5);
      const key = (): VectorKey => [`n${below(12)}`, below(3)];
      const whole = new PackedVectors(DIMENSION);
      const disk = new Disk();
      const near = new PackedVectors(DIMENSION);
      const partial = new PartialVectors(near, disk);
      for (let step = 0; step < 30; step++) {
        const [id, route] = key();
        whole.set(id, route, vector());
        disk.rows.set(`${id} ${route}`, whole.record(id, route) as VectorRecord);
        if (chance() < 0.4) near.load(whole.record(id, route) as VectorRecord);
      }
      for (const row of disk.rows.values()) if (near.record(row.id, row.route)) near.load(row);
      for (let step = 0; step < 200; step++) {
        const [id, route] = key();
        const deed = chance();
        if (deed < 0.3) {
          const row = vector();
          whole.set(id, route, row);
          partial.set(id, route, row);
        } else if (deed < 0.6) {
          const before = whole.record(id, route);
          expect(partial.delete(id, route)).toBe(whole.delete(id, route));
          // As a draft takes it back.
          if (before && chance() < 0.5) {
            whole.load(before);
            partial.load(before);
          }
        } else if (deed < 0.7) {
          // What was done reaches the disk.
          disk.rows.clear();
          for (const owner of whole.ids()) {
            for (const of of whole.routesOf(owner)) {
              disk.rows.set(`${owner} ${of}`, whole.record(owner, of) as VectorRecord);
            }
          }
        }
        const question = vector();
        const all = partial
          .ids()
          .flatMap((owner) => partial.routesOf(owner).map((of): VectorKey => [owner, of]));
        expect(partial.ids().sort()).toEqual(whole.ids().sort());
        expect(partial.routesOf(id)).toEqual(whole.routesOf(id));
        expect(partial.record(id, route)).toEqual(whole.record(id, route));
        expect(partial.vector(id, route)).toEqual(whole.vector(id, route));
        expect(partial.similarity(id, question)).toBe(whole.similarity(id, question));
        expect(partial.naming(all, () => partial.search(question, 5, 0.1))).toEqual(
          whole.search(question, 5, 0.1),
        );
      }
    },
  );

  it("[VZ16] compares what is named for one question only, and nothing that is gone", () => {
    const disk = new Disk();
    const row = new PackedVectors(2);
    row.set("far", 0, [1, 0]);
    disk.rows.set("far 0", row.record("far", 0) as VectorRecord);
    const partial = new PartialVectors(new PackedVectors(2), disk);
    const search = () => partial.search([1, 0], 3).map(([id]) => id);
    expect(search()).toEqual([]);
    expect(
      partial.naming(
        [
          ["far", 0],
          ["never", 0],
        ],
        search,
      ),
    ).toEqual(["far"]);
    expect(search()).toEqual([]);
    partial.delete("far", 0);
    expect(partial.naming([["far", 0]], search)).toEqual([]);
  });
});
