// The simple rule moves neighbours of the order of firing, each by itself.

import { describe, expect, it } from "vitest";
import { PARITY } from "../../durable/graph/profiles.ts";
import { simpleRule } from "../../durable/graph/simple-rule.ts";
import { edgeRecord, emptyMemory, nodeRecord } from "../support/small-graph.ts";

function memory() {
  const { draft } = emptyMemory();
  for (const id of ["a", "b", "c"]) draft.putNode(nodeRecord(id));
  draft.putEdge(edgeRecord(["a", "b", 0.5], { kind: "cross_file" }));
  return draft;
}

describe("simple rule", () => {
  it("[LN14] each pair moves by rate · discount^depth · outcome, and a missing edge is made", () => {
    const draft = memory();
    const changes = simpleRule(draft, ["a", "b", "c"], 1, PARITY.learning);
    const { graph } = draft;
    expect(graph.weights[graph.edgeOf("a", "b")]).toBeCloseTo(0.595, 12);
    expect(graph.edgeKindAt(graph.edgeOf("a", "b"))).toBe("cross_file");
    expect(graph.weights[graph.edgeOf("b", "c")]).toBeCloseTo(0.09025, 12);
    expect(changes.largest()).toBeCloseTo(0.095, 12);
  });

  it("[LN15] a negative outcome makes an edge inhibitory whatever its weight", () => {
    const draft = memory();
    simpleRule(draft, ["a", "b"], -1, PARITY.learning);
    const edge = draft.graph.edgeOf("a", "b");
    expect(draft.graph.weights[edge]).toBeCloseTo(0.405, 12);
    expect(draft.graph.edgeKindAt(edge)).toBe("inhibitory");
  });

  it("[LN16] fewer than two fired ids teach nothing", () => {
    expect(simpleRule(memory(), ["a"], -1, PARITY.learning).ofEdges()).toEqual([]);
  });
});
