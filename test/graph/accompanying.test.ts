// What was corrected is never shown without its correction above it.

import { describe, expect, it } from "vitest";
import { accompanied } from "../../durable/graph/accompanying.ts";
import { PRODUCT } from "../../durable/graph/profiles.ts";
import type { NodeKind } from "../../durable/graph/records.ts";
import { RouteGraph } from "../../durable/graph/route-graph.ts";
import type { Walk } from "../../durable/graph/walk.ts";

const SETTINGS = PRODUCT.traversal;

function graphOf(
  nodes: Readonly<Record<string, NodeKind>>,
  corrects: readonly (readonly [string, string])[],
) {
  const graph = new RouteGraph();
  for (const [id, kind] of Object.entries(nodes))
    graph.setNode({ id, kind, origin: "injected", authority: "overlay", file: null, chunk: null, length: 1 });
  for (const [source, target] of corrects) graph.addEdge(source, target, -0.5, "inhibitory");
  return graph;
}

function walkOf(scores: Readonly<Record<string, number>>, suppressed: Walk["suppressed"] = []): Walk {
  return {
    fired: Object.keys(scores),
    scores: new Map(Object.entries(scores)),
    steps: [],
    suppressed,
    walked: true,
    work: { edges: 0, hops: 0 },
  };
}

const ranked = ({ fired, scores }: Walk) =>
  [...fired].sort((a, b) => (scores.get(b) as number) - (scores.get(a) as number));

describe("a text that was corrected and fires all the same", () => {
  const graph = graphOf({ wrong: "chunk", right: "correction", other: "chunk" }, [["right", "wrong"]]);

  it("[HR50] brings its correction along, just above it", () => {
    const walk = accompanied(graph, walkOf({ other: 0.9, wrong: 0.4 }), SETTINGS);
    expect(ranked(walk)).toEqual(["other", "right", "wrong"]);
  });

  it("[HR50] lifts a correction that fired below it, and leaves one above where it is", () => {
    expect(ranked(accompanied(graph, walkOf({ wrong: 0.4, right: 0.1 }), SETTINGS))).toEqual([
      "right",
      "wrong",
    ]);
    const above = accompanied(graph, walkOf({ right: 0.8, wrong: 0.4 }), SETTINGS);
    expect(above.scores.get("right")).toBe(0.8);
  });

  it("[HR51] gives its place to its correction where no more may fire", () => {
    const walk = accompanied(graph, walkOf({ other: 0.9, wrong: 0.4 }), { ...SETTINGS, maxFiredNodes: 2 });
    expect(ranked(walk)).toEqual(["other", "right"]);
  });

  it("[HR51] stays alone where its correction was itself kept out", () => {
    const walk = walkOf({ wrong: 0.4 }, [{ id: "right", by: ["newer"] }]);
    expect(accompanied(graph, walk, SETTINGS).fired).toEqual(["wrong"]);
  });

  it("[HR50] brings along the correction of its correction, above both", () => {
    const twice = graphOf({ wrong: "chunk", right: "correction", newer: "correction" }, [
      ["right", "wrong"],
      ["newer", "right"],
    ]);
    expect(ranked(accompanied(twice, walkOf({ wrong: 0.4 }), SETTINGS))).toEqual(["newer", "right", "wrong"]);
  });

  it("[HR50] is accompanied by corrections only, whatever else suppresses it", () => {
    const noise = graphOf({ wrong: "chunk", rival: "chunk" }, [["rival", "wrong"]]);
    expect(accompanied(noise, walkOf({ wrong: 0.4 }), SETTINGS).fired).toEqual(["wrong"]);
  });
});
