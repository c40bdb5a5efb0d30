// The products of searches inside the Workers runtime.

import { describe, expect, it } from "vitest";
import kernel from "../../../durable/embed/products/products.wasm";
import { simdProducts } from "../../../durable/embed/products/simd-products.ts";
import { plainProducts } from "../../../durable/graph/row-products.ts";

describe("products of rows in a worker", () => {
  it("[ST31] are the same with SIMD", () => {
    const strict = simdProducts(kernel, () => {
      throw new Error("left to the plain way");
    });
    const rows = Int8Array.from({ length: 320 * 2_000 }, (_, index) => Math.imul(index, 0x9e3779b1) >>> 24);
    const query = rows.slice(640, 960);
    expect(strict(rows, query)).toEqual(plainProducts(rows, query));
  });
});
