// Nodes, edges and whole states of the reference there and back, and what is refused as none.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readReferenceState } from "../../durable/operations/read-reference-state.ts";
import {
  fromReferenceEdge,
  fromReferenceNode,
  stopOf,
  toReferenceEdge,
  toReferenceNode,
  toReferenceState,
} from "../../durable/operations/reference-state.ts";
import { type GoldenGraph, openGraph } from "../../golden/state.ts";

const value = fc.oneof(
  fc.constantFrom("CORRECTION", "TEACHING", "NOTE", "canonical", "overlay", "constitutional", "a.md"),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -2, max: 5 }),
  fc.boolean(),
  fc.constant(null),
);
const key = fc.constantFrom(
  "type",
  "file",
  "chunk",
  "authority",
  "stop_weight",
  "stop_relevance",
  "relevance",
  "other",
);
const metadata = fc.dictionary(key, value, { noNullPrototype: true });

describe("nodes and edges of the reference", () => {
  it("[RP9] a node that becomes a record and a node again is the same, whatever its metadata", () => {
    fc.assert(
      fc.property(fc.constantFrom("a.md::0", "merged:1", "x"), metadata, (id, metadata) => {
        const node = { id, content: "text", summary: "s", metadata };
        expect(toReferenceNode(fromReferenceNode(node), stopOf(node))).toEqual(node);
      }),
      { seed: 1 },
    );
  });

  it("[RP9] so is an edge", () => {
    fc.assert(
      fc.property(fc.double({ min: -1, max: 1, noNaN: true }), metadata, (weight, metadata) => {
        const edge = { source: "a", target: "b", weight, kind: "sibling", metadata };
        expect(toReferenceEdge(fromReferenceEdge(edge))).toEqual(edge);
      }),
      { seed: 1 },
    );
  });

  it("[RP10] class and origin of a node follow from its id and metadata", () => {
    const read = (id: string, metadata = {}) => {
      const { kind, origin } = fromReferenceNode({ id, content: "", metadata });
      return `${kind} ${origin}`;
    };
    expect(read("a.md::0", { file: "a.md", chunk: 0 })).toBe("chunk workspace");
    expect(read("tip", { file: "a.md" })).toBe("chunk injected");
    expect(read("correction::1", { type: "CORRECTION" })).toBe("correction injected");
    expect(read("merged:1", { merged_from: ["a", "b"] })).toBe("note merged");
    expect(read("split:a:0")).toBe("note split");
    expect(read("auto:1")).toBe("note created");
  });
});

describe("a whole state of the reference", () => {
  it("[RP11] what is exported can be read, and is what was imported", async () => {
    const nodes: GoldenGraph["nodes"] = [
      { id: "a", content: "A", summary: "", metadata: { stop_weight: 0.25 } },
      { id: "12", content: "B", summary: "b", metadata: { file: "b.md" } },
    ];
    const edges = [
      { source: "a", target: "12", weight: 0.5, kind: "cross_file", metadata: { relevance: 1 } },
    ];
    const graph = { nodes, edges };
    const open = await openGraph({ graph, index: { a: [1, 0] } });
    const state = toReferenceState(open, { embedder_name: "x", embedder_dim: 2 }, 0);
    const { index, ...rest } = state;
    const read = readReferenceState(
      JSON.parse(JSON.stringify({ ...rest, index: Object.fromEntries(index) })),
    );
    expect(read).toEqual(state);
    expect(read.graph).toEqual(graph);
    expect(readReferenceState(graph).graph.nodes).toEqual(nodes);
  });

  it("[RP12] what is no state is refused with the place that is wrong", () => {
    const refused: [unknown, RegExp][] = [
      [[], /the state must be an object/],
      [{}, /graph must be an object/],
      [{ graph: { nodes: [{ id: 1 }] } }, /graph\.nodes\[0\]\.id must be a string/],
      [
        { graph: { nodes: [], edges: [{ source: "a", target: "b", weight: "1" }] } },
        /edges\[0\]\.weight must be a number/,
      ],
      [{ graph: { nodes: [] }, index: { a: [1, null] } }, /index\.a\[1\] must be a number/],
    ];
    for (const [value, message] of refused) expect(() => readReferenceState(value)).toThrow(message);
  });
});
