// Which habitual edges are followed.

import { describe, expect, it } from "vitest";
import { confidenceOf, projected, type RouteModel, routerScore } from "../../durable/graph/learned-route.ts";
import { PARITY } from "../../durable/graph/profiles.ts";
import type { RouteGraph } from "../../durable/graph/route-graph.ts";
import { chooserOf, type Decision, type Question } from "../../durable/graph/routing.ts";
import type { RoutingSettings } from "../../durable/graph/settings.ts";
import { traverse } from "../../durable/graph/traversal.ts";
import { ExactVectors } from "../../durable/graph/vectors.ts";
import { smallGraph } from "../support/small-graph.ts";

const MODEL: RouteModel = {
  rank: 2,
  questions: [
    [1, 0],
    [0, 1],
    [0, 0],
  ],
  targets: [
    [1, 0],
    [0, 1],
    [0, 0],
  ],
  features: [7, 0.5],
  bias: 0.25,
  temperature: 0.5,
};

function smallWorld() {
  const graph = smallGraph([
    ["s", "c", 0.4],
    ["s", "b", 0.4],
    ["s", "a", 0.3],
    ["s", "far", 0.5],
  ]);
  const vectors = new ExactVectors();
  vectors.set("a", 0, [1, 0, 0]);
  vectors.set("b", 0, [0, 1, 0]);
  vectors.set("c", 0, [0, 1, 0]);
  const question: Question = { vectors, vector: [1, 0, 0], model: null };
  return { graph, vectors, question };
}

function chosen(graph: RouteGraph, settings: Partial<RoutingSettings>, question: Question): string[] {
  const source = graph.positionOf("s");
  const choose = chooserOf(graph, { ...PARITY.routing, ...settings }, question);
  return (choose?.(source, graph.outgoing(source)) ?? []).map((edge) => graph.idAt(graph.targets[edge]));
}

describe("route functions", () => {
  it("[TR30] leave every habitual edge to compete when routing is off", () => {
    const { graph, question } = smallWorld();
    expect(chooserOf(graph, { ...PARITY.routing, mode: "off" }, question)).toBeUndefined();
    expect(traverse(graph, [["s", 1]], PARITY.traversal).fired).toEqual(["s", "far", "c", "b", "a"]);
  });

  it("[TR31] rank by weight, ties by the target's id, in mode edge", () => {
    const { graph, question } = smallWorld();
    expect(chosen(graph, { mode: "edge", topK: 3 }, question)).toEqual(["far", "b", "c"]);
  });

  it("[TR32] add the relevance of an edge where it has one and it is asked for", () => {
    const { graph, question } = smallWorld();
    graph.relevances[graph.edgeOf("s", "a")] = 0.9;
    expect(chosen(graph, { mode: "edge", topK: 1 }, question)).toEqual(["a"]);
    expect(chosen(graph, { mode: "edge", topK: 1, useRelevance: false }, question)).toEqual(["far"]);
  });

  it("[TR33] add the similarity of target and question in mode edge+sim; without a vector it is 0", () => {
    const { graph, question } = smallWorld();
    expect(chosen(graph, { mode: "edge+sim", topK: 2 }, question)).toEqual(["a", "far"]);
    expect(chosen(graph, { mode: "edge+sim", topK: 2, alphaSim: 0 }, question)).toEqual(["far", "b"]);
  });

  it("[TR34] drop targets without a vector in mode learned, and record why they chose", () => {
    const { graph, question } = smallWorld();
    const decisions: Decision[] = [];
    const source = graph.positionOf("s");
    const settings: RoutingSettings = { ...PARITY.routing, mode: "learned", topK: 2 };
    const choose = chooserOf(graph, settings, { ...question, model: MODEL }, (one) => decisions.push(one));
    const targets = choose?.(source, graph.outgoing(source)).map((edge) => graph.idAt(graph.targets[edge]));
    expect(targets).toEqual(["a", "b"]);
    expect(decisions).toHaveLength(1);
    const [{ routerScore: router, priorScore, finalScore, disagreement, ...decision }] = decisions;
    expect(decision).toMatchObject({ source: "s", target: "a", candidates: 3 });
    expect(router).toBe((1 + 0.5 + 0.25) / 0.5);
    expect(priorScore).toBe(0.3);
    expect(disagreement).toBeCloseTo(router - priorScore, 12);
    const sure = decision.router.confidence;
    expect(finalScore).toBeCloseTo(sure * router + (1 - sure) * priorScore, 12);
    expect(choose?.(source, [graph.edgeOf("s", "far")])).toEqual([]);
  });

  it("[TR35] fall back to edge+sim while no model is there", () => {
    const { graph, question } = smallWorld();
    const bySimilarity = chosen(graph, { mode: "edge+sim" }, question);
    expect(chosen(graph, { mode: "learned" }, question)).toEqual(bySimilarity);
  });

  it("[TR36] project a vector unless it has the length of the rank already", () => {
    expect(Array.from(projected([3, 4, 5], MODEL.questions, 2))).toEqual([3, 4]);
    expect(projected([3, 4], MODEL.questions, 2)).toEqual([3, 4]);
    expect(routerScore({ ...MODEL, temperature: 0 }, [1, 1], [2, 3])).toBe(5.75);
  });

  it("[TR37] are sure of one, unsure of equals, and judge few by margin and many by entropy", () => {
    expect(confidenceOf([])).toEqual({ entropy: 0, confidence: 0, margin: 0 });
    expect(confidenceOf([5])).toEqual({ entropy: 0, confidence: 1, margin: 1 });
    expect(confidenceOf([1, 1]).confidence).toBe(0);
    const few = confidenceOf([3, 1, 1]);
    expect(few.confidence).toBe(few.margin);
    const many = confidenceOf([3, 1, 1, 1]);
    expect(many.confidence).toBeCloseTo(1 - many.entropy, 12);
    expect(confidenceOf([1e6, -1e6, 0, 0])).toEqual({ entropy: 0, confidence: 1, margin: 1 });
  });
});
