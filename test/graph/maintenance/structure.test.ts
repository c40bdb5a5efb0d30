// Pruning, splitting and merging: what stays, what goes along, and what is never touched.

import { describe, expect, it } from "vitest";
import { mergePair, suggestMerges } from "../../../durable/graph/maintenance/merge.ts";
import { pruneEdges, pruneOrphans } from "../../../durable/graph/maintenance/prune.ts";
import { runMaintenance } from "../../../durable/graph/maintenance/run.ts";
import { partsOf, splitNode, suggestSplits } from "../../../durable/graph/maintenance/split.ts";
import { PARITY, PRODUCT } from "../../../durable/graph/profiles.ts";
import type { NodeRecord } from "../../../durable/graph/records.ts";
import { digestOf } from "../../../durable/text/digest.ts";
import { type EdgeRow, edgeRecord, emptyMemory, nodeRecord } from "../../support/small-graph.ts";
import { TOOLS } from "../../support/upkeep-memory.ts";

const { structure } = PRODUCT;
const APPLE = [1, 0];
const BANANA = [0, 1];
const VECTORS = new Map([
  ["apple", APPLE],
  ["banana", BANANA],
  ["apple\n\nbanana", [1, 1]],
]);
const vectorOf = (text: string) => VECTORS.get(text);
const CHUNK = { kind: "chunk", origin: "workspace", file: "f.md", chunk: 0 } as const;

function memoryOf(nodes: Record<string, Partial<NodeRecord>>, edges: readonly EdgeRow[] = []) {
  const memory = emptyMemory();
  for (const [id, more] of Object.entries(nodes)) memory.draft.putNode(nodeRecord(id, more));
  for (const [source, target, weight] of edges) {
    const kind = weight < 0 ? "inhibitory" : "sibling";
    memory.draft.putEdge(edgeRecord([source, target, weight], { kind }));
  }
  const weightOf = (source: string, target: string) => {
    const edge = memory.graph.edgeOf(source, target);
    return edge < 0 ? null : memory.graph.weights[edge];
  };
  return { ...memory, weightOf };
}

describe("pruning", () => {
  it("[MN11] a suppression stays until it has decayed to 0, however weak it is", () => {
    const edges: EdgeRow[] = [
      ["fix", "wrong", -0.004],
      ["fix", "old", 0],
      ["wrong", "fix", 0.004],
    ];
    const nodes = { fix: {}, wrong: {}, old: {} };
    const kept = memoryOf(nodes, edges);
    expect(pruneEdges(kept.draft, 0.01, structure)).toBe(2);
    expect(kept.weightOf("fix", "wrong")).toBe(-0.004);
    expect(pruneEdges(memoryOf(nodes, edges).draft, 0.01, PARITY.structure)).toBe(3);
  });

  it("[MN12] only generated nodes are orphans to remove, and their vectors go with them", () => {
    const replaces = { replaces: [{ id: "f.md::1", hash: "0" }] };
    const { draft, graph, vectors } = memoryOf({
      "f.md::0": CHUNK,
      taught: { kind: "teaching" },
      "merged:1": { origin: "merged" },
      "split:f.md::1:0": { origin: "split", metadata: replaces },
      anchored: { origin: "created", authority: "canonical" },
    });
    for (const [id] of graph.entries()) draft.putVector(id, APPLE);
    expect(pruneOrphans(draft, structure)).toBe(1);
    expect(graph.has("merged:1")).toBe(false);
    expect(vectors.ids()).not.toContain("merged:1");
    expect(graph.nodeCount).toBe(4);
  });
});

describe("splitting", () => {
  const parent = { kind: "teaching", authority: "canonical", file: "f.md", text: "apple\n\nbanana" } as const;

  it("[MN13] suggests no short, constitutional or workspace node", () => {
    const long = "x".repeat(3000);
    const { graph } = memoryOf({
      long: { text: long },
      short: {},
      law: { text: long, authority: "constitutional" },
      "f.md::0": { ...CHUNK, text: long },
    });
    expect(suggestSplits(graph, structure).map(({ id }) => id)).toEqual(["long"]);
  });

  it("[MN14] parts keep file, kind and authority, and each edge goes to the part it is about", () => {
    const nodes = { parent, a: {}, b: {}, far: {}, wrong: {} };
    const { draft, graph, weightOf, vectors } = memoryOf(nodes, [
      ["parent", "a", 0.8],
      ["b", "parent", 0.6],
      ["parent", "far", 0.4],
      ["parent", "wrong", -0.5],
    ]);
    for (const [id, vector] of Object.entries({ a: APPLE, b: BANANA, far: [-1, -1], wrong: APPLE })) {
      draft.putVector(id, vector);
    }
    draft.putVector("parent", [1, 1]);
    draft.putVector("parent", [0.1, 1], 1);
    const result = splitNode(draft, "parent", ["apple", " ", "banana\n"], vectorOf, structure, TOOLS);
    const [apple, banana] = ["split:parent:0", "split:parent:1"];
    expect(result).toEqual({ childIds: [apple, banana], edgesRewired: 6, siblingsAdded: 2 });
    expect(draft.node(banana)).toMatchObject({
      kind: "teaching",
      authority: "canonical",
      file: "f.md",
      origin: "split",
      text: "banana",
    });
    expect([weightOf(apple, "a"), weightOf(banana, "a")]).toEqual([0.8, null]);
    expect([weightOf("b", apple), weightOf("b", banana)]).toEqual([null, 0.6]);
    expect([weightOf(apple, "far"), weightOf(banana, "far")]).toEqual([0.2, 0.2]);
    expect([weightOf(apple, "wrong"), weightOf(banana, "wrong")]).toEqual([-0.5, -0.5]);
    expect([vectors.routesOf(apple), vectors.routesOf(banana)]).toEqual([[0], [0, 1]]);
    expect([graph.has("parent"), vectors.ids().includes("parent")]).toEqual([false, false]);
  });

  it("[MN15] without the vector of a part nothing is changed", () => {
    const { draft, graph } = memoryOf({ parent });
    expect(splitNode(draft, "parent", ["apple", "cherry"], vectorOf, structure, TOOLS)).toBeNull();
    expect(Array.from(graph.entries(), ([id]) => id)).toEqual(["parent"]);
  });

  it("[MN16] parts and merged nodes name the workspace chunks they stand for, also at second hand", () => {
    const text = "apple\n\nbanana";
    const { draft } = memoryOf({ "f.md::0": { ...CHUNK, text } });
    draft.putVector("f.md::0", APPLE);
    splitNode(draft, "f.md::0", ["apple", "banana"], vectorOf, structure, TOOLS);
    const replaces = [{ id: "f.md::0", hash: digestOf(text) }];
    expect(draft.node("split:f.md::0:1")?.metadata.replaces).toEqual(replaces);
    const merged = mergePair(
      draft,
      ["split:f.md::0:0", "split:f.md::0:1"],
      vectorOf,
      structure,
      TOOLS,
    ) as string;
    expect(draft.node(merged)).toMatchObject({ file: "f.md", text, metadata: { replaces } });
  });

  it("[MN17] a text of many paragraphs becomes few parts, and no paragraph is lost", () => {
    const paragraphs = Array.from({ length: 100 }, (_, index) => `paragraph ${index}`);
    const parts = partsOf(paragraphs.join("\n\n"), structure, TOOLS);
    expect(parts.length).toBeLessThanOrEqual(structure.splitMaxParts as number);
    expect(parts.join("\n\n").split("\n\n")).toEqual(paragraphs);
  });
});

describe("merging", () => {
  const PAIR: EdgeRow[] = [
    ["a", "b", 0.9],
    ["b", "a", 0.9],
  ];
  const nodes = { a: { text: "apple" }, b: { text: "banana" }, wrong: {}, friend: {} };

  it("[MN18] a suppression outlasts any other edge that it meets", () => {
    const edges: EdgeRow[] = [
      ...PAIR,
      ["a", "wrong", -0.5],
      ["b", "wrong", 0.9],
      ["friend", "a", 0.3],
      ["friend", "b", 0.7],
    ];
    const product = memoryOf(nodes, edges);
    const merged = mergePair(product.draft, ["a", "b"], vectorOf, structure, TOOLS) as string;
    expect(product.weightOf(merged, "wrong")).toBe(-0.5);
    expect(product.weightOf("friend", merged)).toBe(0.7);
    const parity = memoryOf(nodes, edges);
    const same = mergePair(parity.draft, ["a", "b"], vectorOf, PARITY.structure, TOOLS) as string;
    expect(parity.weightOf(same, "wrong")).toBe(0.9);
  });

  it("[MN19] the merged node has a vector and the taught questions of both; the old vectors are gone", () => {
    const { draft, vectors } = memoryOf(nodes, PAIR);
    for (const id of ["a", "b"]) {
      draft.putVector(id, APPLE);
      draft.putVector(id, BANANA, 3);
    }
    const merged = mergePair(draft, ["a", "b"], vectorOf, structure, TOOLS) as string;
    expect(vectors.ids()).toEqual([merged]);
    expect(vectors.vector(merged, 0)).toEqual(Float64Array.of(1, 1));
    expect(vectors.routesOf(merged)).toEqual([0, 1, 2]);
  });

  it("[MN20] maintenance merges taught nodes of one file, and nothing that sync owns or someone anchored", () => {
    const pairs: Record<string, [Partial<NodeRecord>, Partial<NodeRecord>, boolean]> = {
      taught: [{ kind: "teaching" }, { kind: "correction" }, true],
      chunks: [CHUNK, { ...CHUNK, chunk: 1 }, false],
      "two files": [{ file: "f.md" }, { file: "g.md" }, false],
      "a chunk's stand-in": [{ metadata: { replaces: [{ id: "f.md::0", hash: "0" }] } }, {}, false],
      canonical: [{ authority: "canonical" }, {}, false],
    };
    for (const [what, [a, b, merges]] of Object.entries(pairs)) {
      const { draft } = memoryOf({ a: { ...a, text: "apple" }, b: { ...b, text: "banana" } }, PAIR);
      const plan = { tasks: ["merge"], halfLife: 140, vectorOf };
      const { report } = runMaintenance(draft, plan, PRODUCT, TOOLS);
      expect(report.merges_applied, what).toBe(merges ? 1 : 0);
    }
  });

  it("[MN21] a pair is suggested once, when both ways are strong and both texts short", () => {
    const { graph } = memoryOf({ ...nodes, long: { text: "x".repeat(1201) } }, [
      ...PAIR,
      ["a", "long", 1],
      ["long", "a", 1],
      ["a", "friend", 1],
      ["friend", "a", 0.79],
    ]);
    expect(suggestMerges(graph, structure)).toEqual([["a", "b"]]);
  });
});
