// How much memory a graph and its vectors take, estimated from below: every array of numbers at its full length, which
// is most of it, and a flat rate for what is kept by name.

import type { RouteGraph } from "./route-graph.ts";
import type { VectorIndex } from "./vectors.ts";

/** An id with its entries in maps and lists, of a node or of a row. */
const BYTES_BY_NAME = 128;

/** Estimated bytes. */
export function memoryOf(graph: RouteGraph, vectors: VectorIndex): number {
  return bytesOf(graph) + bytesOf(vectors) + (graph.nodeCount + vectors.size) * BYTES_BY_NAME;
}

/** Bytes of all arrays of numbers that belong to an object. */
function bytesOf(owner: object): number {
  if (ArrayBuffer.isView(owner)) return owner.buffer.byteLength;
  if (Array.isArray(owner)) return 0;
  let bytes = 0;
  for (const part of owner instanceof Map ? owner.values() : Object.values(owner)) {
    if (typeof part === "object" && part !== null) bytes += bytesOf(part);
  }
  return bytes;
}
