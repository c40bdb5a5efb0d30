// Products of rows of bytes: the plain way and SIMD beside sums worked out one by one.

import fs from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { simdProducts } from "../../durable/embed/products/simd-products.ts";
import { PackedVectors } from "../../durable/graph/packed-vectors.ts";
import { plainProducts, type RowProducts } from "../../durable/graph/row-products.ts";
import { productsKernel } from "../../golden/panel-kernel.ts";
import { assembledKernel, PRODUCTS } from "../../scripts/use-lite/kernel.ts";

const simd = simdProducts(productsKernel(), plainProducts);
/** SIMD alone: what it would leave to the plain way fails. */
const strict = simdProducts(productsKernel(), () => {
  throw new Error("left to the plain way");
});

function naive(rows: Int8Array, query: Int8Array): number[] {
  return Array.from({ length: rows.length / query.length }, (_, row) =>
    query.reduce((sum, entry, index) => sum + entry * rows[row * query.length + index], 0),
  );
}

/** Entries without end that look like any. */
function filled(length: number, seed: number): Int8Array {
  return Int8Array.from({ length }, (_, index) => Math.imul(index + 1, seed * 2 + 0x9e3779b1) >>> 24);
}

describe("products of rows", () => {
  it("[ST31] are the sums, for rows of any width and number", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(20), fc.nat(), (width, count, seed) => {
        const [rows, query] = [filled(width * count, seed), filled(width, seed + 1)];
        expect(Array.from(plainProducts(rows, query))).toEqual(naive(rows, query));
        expect(Array.from(simd(rows, query))).toEqual(naive(rows, query));
      }),
    );
  });

  it.each([16, 320, 768, 4096])("[ST31] are the same with SIMD over many blocks of rows of %i", (width) => {
    for (const count of [Math.ceil((1 << 14) / width), 1_001, 400_000 / width]) {
      const [rows, query] = [filled(width * Math.ceil(count), width), filled(width, 3)];
      if (rows.length < 1 << 14) continue;
      expect(strict(rows, query)).toEqual(plainProducts(rows, query));
    }
  });

  it("[ST31] hold their extremes: no sum leaves its bits", () => {
    const [rows, query] = [new Int8Array(8_192 * 4).fill(-127), new Int8Array(8_192).fill(127)];
    expect(Array.from(strict(rows, query))).toEqual([1, 2, 3, 4].map(() => -127 * 127 * 8_192));
  });

  it("[ST31] find the same nodes with the same scores in either way", () => {
    const build = (products?: RowProducts) => {
      const index = new PackedVectors(32, products);
      for (let number = 0; number < 900; number++) index.set(`n${number}`, number % 3, filled(32, number));
      return index;
    };
    const [plain, fast] = [build(), build(strict)];
    for (let seed = 0; seed < 20; seed++) {
      expect(fast.search(filled(32, seed), 10)).toEqual(plain.search(filled(32, seed), 10));
    }
  });

  it("[ST31] the kernel is what its source says", async () => {
    expect(Buffer.from(await assembledKernel(PRODUCTS)).equals(fs.readFileSync(PRODUCTS))).toBe(true);
  });
});
