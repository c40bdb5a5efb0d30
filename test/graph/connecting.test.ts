// How a new node is linked, what a correction suppresses, and which questions lead to it.

import { describe, expect, it } from "vitest";
import { plant } from "../../durable/graph/connecting.ts";
import { correct, correctedAmong, teachQuestion } from "../../durable/graph/correcting.ts";
import type { Draft } from "../../durable/graph/draft.ts";
import { suppress } from "../../durable/graph/inhibiting.ts";
import { PARITY, PRODUCT } from "../../durable/graph/profiles.ts";
import { cosine, MOST_ROUTES } from "../../durable/graph/vectors.ts";
import { edgeRecord, emptyMemory, nodeRecord } from "../support/small-graph.ts";

const REACH = { topK: 3, minSimilarity: 0.3 };
const ALIKE = [1, 0, 0];
const NEAR = [0.8, 0.6, 0];
const FAR = [0, 0, 1];

/** Nodes w1 … with the given vectors. */
function workspace(...vectors: number[][]): Draft {
  const { draft } = emptyMemory();
  vectors.forEach((vector, index) => {
    draft.putNode(nodeRecord(`w${index + 1}`, { kind: "chunk" }));
    draft.putVector(`w${index + 1}`, vector);
  });
  return draft;
}

const weight = ({ graph }: Draft, source: string, target: string) => {
  const edge = graph.edgeOf(source, target);
  return edge < 0 ? null : graph.weights[edge];
};

const fix = nodeRecord("fix", { kind: "correction" });

describe("a new node", () => {
  it("[IN1] is linked both ways with its nearest neighbours, by similarity", () => {
    const draft = workspace(ALIKE, NEAR, FAR);
    const neighbours = plant(draft, nodeRecord("new"), [1, 0, 0], REACH);
    expect(neighbours.map(({ id }) => id)).toEqual(["w1", "w2"]);
    expect(weight(draft, "new", "w1")).toBe(1);
    expect(weight(draft, "w2", "new")).toBeCloseTo(0.8, 12);
    expect(weight(draft, "new", "w3")).toBeNull();
  });

  it("[IN2] is never linked with what is no node", () => {
    const draft = workspace(NEAR);
    draft.putVector("gone", ALIKE);
    expect(plant(draft, nodeRecord("new"), ALIKE, REACH).map(({ id }) => id)).toEqual(["w1"]);
  });
});

describe("suppression", () => {
  it("[IN3] puts the edge to the strength at once, and never weakens one that is stronger", () => {
    const draft = workspace(ALIKE, NEAR);
    plant(draft, fix, ALIKE, REACH);
    draft.putEdge(edgeRecord(["fix", "w2", -0.9], { kind: "inhibitory" }));
    expect(suppress(draft, "fix", ["w1", "w2", "ghost", "fix"], PRODUCT)).toEqual({
      ids: ["w1", "w2"],
      created: 1,
    });
    expect(weight(draft, "fix", "w1")).toBe(-0.5);
    expect(weight(draft, "fix", "w2")).toBe(-0.9);
  });

  it("[IN4] leaves the way from the corrected node to its correction open", () => {
    const draft = workspace(ALIKE);
    plant(draft, fix, ALIKE, REACH);
    suppress(draft, "fix", ["w1"], PRODUCT);
    expect(weight(draft, "w1", "fix")).toBe(1);
  });

  it("[IN5] never touches constitutional nodes", () => {
    const draft = workspace(ALIKE);
    draft.putNode(nodeRecord("law", { authority: "constitutional" }));
    expect(suppress(draft, "w1", ["law"], PRODUCT).ids).toEqual([]);
    expect(suppress(draft, "w1", ["law"], PARITY).ids).toEqual(["law"]);
  });
});

describe("what a correction corrects", () => {
  const correction = { id: "fix", vector: ALIKE, question: null };

  it("[IN6] of the fired nodes those closest to it, at least one", () => {
    const draft = workspace(NEAR, ALIKE, [0.5, 0.866, 0], FAR);
    const fired = ["w1", "w2", "w3", "w4"];
    expect(correctedAmong(draft, correction, fired, PRODUCT)).toEqual(["w1", "w2"]);
    expect(correctedAmong(draft, correction, ["w3", "w4"], PRODUCT)).toEqual(["w3"]);
    expect(correctedAmong(draft, correction, fired, PARITY)).toEqual(fired);
  });

  it("[IN7] the best fired node when none resembles it", () => {
    const draft = workspace(FAR, FAR);
    expect(correctedAmong(draft, correction, ["w2", "w1"], PRODUCT)).toEqual(["w2"]);
  });

  it("[IN8] neither itself nor a constitutional node", () => {
    const draft = workspace(NEAR);
    plant(draft, fix, ALIKE, REACH);
    draft.putNode(nodeRecord("law", { authority: "constitutional" }));
    draft.putVector("law", ALIKE);
    expect(correctedAmong(draft, correction, ["fix", "law", "w1"], PRODUCT)).toEqual(["w1"]);
  });

  it("[IN9] also an earlier correction that answers the same question, whatever its words", () => {
    const draft = workspace(ALIKE);
    plant(draft, nodeRecord("old", { kind: "correction" }), FAR, REACH);
    teachQuestion(draft, "old", [0, 1, 0]);
    const asked = { ...correction, question: [0, 1, 0] };
    expect(correctedAmong(draft, asked, ["w1", "old"], PRODUCT)).toEqual(["w1", "old"]);
    expect(correctedAmong(draft, correction, ["w1", "old"], PRODUCT)).toEqual(["w1"]);
  });

  it("[IN10] a correction of a correction takes over its suppressions and questions", () => {
    const draft = workspace(ALIKE);
    plant(draft, nodeRecord("old", { kind: "correction" }), NEAR, REACH);
    suppress(draft, "old", ["w1"], PRODUCT);
    teachQuestion(draft, "old", [0, 1, 0]);
    plant(draft, fix, FAR, REACH);
    expect(correct(draft, "fix", ["old"], PRODUCT).ids).toEqual(["old", "w1"]);
    expect(weight(draft, "fix", "w1")).toBe(-0.5);
    expect(draft.vectors.search([0, 1, 0], 2).map(([id]) => id)).toContain("fix");
  });
});

describe("questions of a correction", () => {
  it("[IN11] lead to it, and of more than a node can hold the oldest goes", () => {
    const draft = workspace();
    draft.putNode(fix);
    draft.putVector("fix", [1, ...new Array(20).fill(0)]);
    const question = (index: number) => Array.from({ length: 21 }, (_, place) => (place === index ? 1 : 0));
    for (let index = 1; index <= 20; index++) teachQuestion(draft, "fix", question(index));
    expect(draft.vectors.routesOf("fix")).toEqual(Array.from({ length: MOST_ROUTES }, (_, route) => route));
    const found = (index: number) => draft.vectors.search(question(index), 1)[0][1];
    expect([found(5), found(6), found(20)]).toEqual([0, 1, 1]);
    expect(cosine(draft.vectors.vector("fix", 0) ?? [], question(0))).toBe(1);
  });

  it("[IN12] a question that is known already takes no second place", () => {
    const draft = workspace(ALIKE);
    teachQuestion(draft, "w1", NEAR);
    teachQuestion(draft, "w1", NEAR);
    teachQuestion(draft, "w1", [0, 0, 0]);
    expect(draft.vectors.routesOf("w1")).toEqual([0, 1]);
  });
});
