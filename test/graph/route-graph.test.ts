// The route graph: its order, its dangling edges, its look-ups and its lists.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareIds, lengthOf } from "../../durable/graph/code-points.ts";
import { EdgeLists } from "../../durable/graph/edge-lists.ts";
import { RouteGraph } from "../../durable/graph/route-graph.ts";
import { emptyMemory, nodeRecord, smallGraph } from "../support/small-graph.ts";

function idsOf(graph: RouteGraph, edges: readonly number[]): [string, string][] {
  return edges.map((edge) => [graph.idAt(graph.sources[edge]), graph.idAt(graph.targets[edge])]);
}

describe("the route graph", () => {
  it("[ST8] keeps nodes, buckets and edges in the order in which they came", () => {
    const graph = smallGraph([
      ["12", "b", 0.5],
      ["a", "b", 0.5],
      ["12", "a", 0.5],
      ["2", "b", 0.5],
    ]);
    expect([...graph.entries()].map(([id]) => id)).toEqual(["12", "b", "a", "2"]);
    expect(idsOf(graph, [...graph.allEdges()])).toEqual([
      ["12", "b"],
      ["12", "a"],
      ["a", "b"],
      ["2", "b"],
    ]);
    expect(idsOf(graph, graph.incoming(graph.positionOf("b")))).toEqual([
      ["12", "b"],
      ["a", "b"],
      ["2", "b"],
    ]);
  });

  it("[ST9] counts edges that dangle, and leaves them out of what can be walked", () => {
    const graph = smallGraph(
      [
        ["a", "ghost", 0.5],
        ["ghost", "a", 0.5],
        ["a", "b", 0.5],
      ],
      [],
      ["ghost"],
    );
    const a = graph.positionOf("a");
    expect(graph.edgeCount).toBe(3);
    expect(graph.nodeCount).toBe(2);
    expect(graph.has("ghost")).toBe(false);
    expect(idsOf(graph, graph.outgoing(a))).toEqual([["a", "b"]]);
    expect(graph.incoming(a)).toEqual([]);
    expect(graph.edgeOf("ghost", "a")).toBeGreaterThanOrEqual(0);
  });

  it("[ST10] joins a node to the edges that waited for it", () => {
    const { graph, draft } = emptyMemory();
    for (const [source, target] of ["ab", "ba"]) {
      draft.putEdge({ source, target, weight: -0.5, kind: "inhibitory", relevance: null, metadata: {} });
    }
    draft.putNode(nodeRecord("b"));
    draft.putNode(nodeRecord("a"));
    expect(idsOf(graph, graph.outgoing(graph.positionOf("a")))).toEqual([["a", "b"]]);
    expect(graph.inhibitors.counts[graph.positionOf("a")]).toBe(1);
  });

  it("[ST11] re-creates an emptied bucket at the end", () => {
    const { graph, draft } = emptyMemory();
    const put = (source: string, target: string) =>
      draft.putEdge({ source, target, weight: 0.5, kind: "sibling", relevance: null, metadata: {} });
    put("a", "c");
    put("b", "c");
    draft.cutEdge(graph.edgeOf("a", "c"));
    put("a", "c");
    expect(idsOf(graph, [...graph.allEdges()])).toEqual([
      ["b", "c"],
      ["a", "c"],
    ]);
  });

  it("[ST12] finds the edge between any two of many nodes, and none where there is none", () => {
    const graph = new RouteGraph();
    const size = 400;
    const isLinked = (from: number, to: number) => (from * 31 + to * 17) % 5 === 0;
    const edges = Array.from({ length: size * size }, (_, index) => [Math.floor(index / size), index % size]);
    for (const [from, to] of edges.toSorted((a, b) => ((a[0] * 7 + a[1]) % 13) - ((b[0] * 7 + b[1]) % 13))) {
      if (isLinked(from, to)) graph.addEdge(`n${from}`, `n${to}`, 0.5, "sibling");
    }
    for (const [from, to] of edges) {
      if (graph.edgeOf(`n${from}`, `n${to}`) >= 0 !== isLinked(from, to)) {
        expect.fail(`wrong about the edge from ${from} to ${to}`);
      }
    }
    expect(graph.edgeOf("n1", "nowhere")).toBe(-1);
  });

  it("[ST13] gives the room of removed nodes and edges to new ones", () => {
    const graph = new RouteGraph();
    for (let round = 0; round < 1000; round++) {
      const edge = graph.addEdge(`from ${round}`, `to ${round}`, 0.5, "sibling");
      expect(graph.anyPositionOf(`to ${round}`)).toBeLessThan(2);
      graph.removeEdge(edge);
    }
    expect(graph.isNode.length).toBe(16);
    expect(graph.weights.length).toBe(64);
  });

  it("[ST14] keeps lists of edges as arrays would, however they grow", () => {
    const Change = fc.tuple(fc.nat(40), fc.boolean(), fc.nat(1000), fc.nat(1000));
    fc.assert(
      fc.property(fc.array(Change, { maxLength: 400 }), (changes) => {
        const lists = new EdgeLists();
        const arrays = Array.from({ length: 41 }, (): number[] => []);
        lists.reserve(arrays.length);
        for (const [position, isRemoval, edge, place] of changes) {
          const array = arrays[position];
          const index = array.length === 0 ? 0 : place % (array.length + (isRemoval ? 0 : 1));
          if (!isRemoval) {
            array.splice(index, 0, edge);
            lists.insert(position, index, edge);
          } else if (array.length > 0) {
            array.splice(index, 1);
            lists.removeAt(position, index);
          }
        }
        expect(arrays.map((_, position) => Array.from(lists.list(position)))).toEqual(arrays);
      }),
      { seed: 4, numRuns: 200 },
    );
  });
});

describe("ids and lengths", () => {
  it("[ST15] compare and count by code point, lone surrogates included", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => {
        const points = (text: string) => Array.from(text, (character) => character.codePointAt(0) as number);
        const [left, right] = [points(a), points(b)];
        const at = left.findIndex((point, index) => point !== right[index]);
        const naive = at < 0 ? left.length - right.length : left[at] - (right[at] ?? -1);
        expect(Math.sign(compareIds(a, b))).toBe(Math.sign(naive));
        expect(lengthOf(a)).toBe(left.length);
      }),
      { seed: 5, numRuns: 500 },
    );
  });
});
