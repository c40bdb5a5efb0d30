// Products of rows of bytes with SIMD, from the compiled `products.wasm`: rows pass through a small memory of its own, a
// block at a time, which costs a tenth of the products and lets the rows stay where they are.

import type { RowProducts } from "../../graph/row-products.ts";

const PAGE = 1 << 16;
/** The query, then the sums of a block, then its rows. */
const QUERY_BYTES = 1 << 14;
const ROWS_AT = PAGE;
const BLOCK_BYTES = 1 << 18;
const MOST_ROWS = (ROWS_AT - QUERY_BYTES) / 4;
/** Entries that are multiplied at once. */
const STEP = 16;
/** Fewer products than these are not worth a memory. */
const LEAST_PRODUCTS = 1 << 14;

/** The same sums as `plain`, which does what SIMD can't: rows of a width that is no multiple of 16, and few of them. */
export function simdProducts(kernel: WebAssembly.Module, plain: RowProducts): RowProducts {
  let open: ReturnType<typeof opened> | undefined;
  return (rows, query) => {
    const width = query.length;
    const isFit = width > 0 && width % STEP === 0 && width * 2 <= QUERY_BYTES;
    if (!isFit || rows.length < LEAST_PRODUCTS) return plain(rows, query);
    open ??= opened(kernel);
    return open(rows, query);
  };
}

function opened(kernel: WebAssembly.Module): RowProducts {
  const memory = new WebAssembly.Memory({ initial: (ROWS_AT + BLOCK_BYTES) / PAGE });
  const { exports } = new WebAssembly.Instance(kernel, { host: { memory } });
  const products = exports.products as (...addresses: number[]) => void;
  const bytes = new Int8Array(memory.buffer);
  const wide = new Int16Array(memory.buffer);
  const found = new Int32Array(memory.buffer, QUERY_BYTES, MOST_ROWS);
  return (rows, query) => {
    const width = query.length;
    const block = Math.min(MOST_ROWS, Math.floor(BLOCK_BYTES / width)) * width;
    const sums = new Int32Array(rows.length / width);
    wide.set(query);
    for (let first = 0; first < rows.length; first += block) {
      const some = rows.subarray(first, first + block);
      bytes.set(some, ROWS_AT);
      products(ROWS_AT, ROWS_AT + some.length, 0, width, QUERY_BYTES);
      sums.set(found.subarray(0, some.length / width), first / width);
    }
    return sums;
  };
}
