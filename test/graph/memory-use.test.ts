// [OP] The estimate of an agent's memory.

import { describe, expect, it } from "vitest";
import { memoryOf } from "../../durable/graph/memory-use.ts";
import { PackedVectors } from "../../durable/graph/packed-vectors.ts";
import { RouteGraph } from "../../durable/graph/route-graph.ts";
import { ExactVectors, type VectorIndex } from "../../durable/graph/vectors.ts";

const DIMENSION = 256;

function filled(vectors: VectorIndex, nodes: number): number {
  const graph = new RouteGraph();
  const vector = new Float64Array(DIMENSION).fill(1 / 16);
  for (let at = 0; at < nodes; at++) {
    const id = `node-${at}`;
    graph.setNode({
      id,
      kind: "note",
      origin: "injected",
      authority: "overlay",
      file: null,
      chunk: null,
      length: 9,
    });
    vectors.set(id, 0, vector);
    if (at > 0) graph.addEdge(`node-${at - 1}`, id, 0.5, "sibling");
  }
  return memoryOf(graph, vectors);
}

describe("the memory estimate", () => {
  it("[OP3] grows with the nodes, by a row of one byte an entry and what surrounds it", () => {
    const some = filled(new PackedVectors(DIMENSION), 1_000);
    const more = filled(new PackedVectors(DIMENSION), 16_000);
    const each = (more - some) / 15_000;
    expect(each).toBeGreaterThan(DIMENSION);
    expect(each).toBeLessThan(6 * DIMENSION);
  });

  it("[OP3] counts doubles as doubles", () => {
    const packed = filled(new PackedVectors(DIMENSION), 1_000);
    const exact = filled(new ExactVectors(), 1_000);
    expect(exact - packed).toBeGreaterThan(1_000 * DIMENSION * 5);
  });
});
