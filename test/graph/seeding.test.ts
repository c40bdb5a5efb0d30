// Where walks begin.

import { describe, expect, it } from "vitest";
import { lexicalSeeds, replaySeeds } from "../../durable/graph/keyword-seeds.ts";
import { PARITY } from "../../durable/graph/profiles.ts";
import { seedsOf } from "../../durable/graph/seeding.ts";
import type { Scored } from "../../durable/graph/vectors.ts";
import { smallGraph } from "../support/small-graph.ts";

const SCORED: Scored[] = [
  ["best", 0.8],
  ["good", 0.5],
  ["fair", 0.4],
  ["poor", 0.04],
  ["wrong", -0.3],
];
const all = { topK: 10, relativeFloor: 0, absoluteFloor: -1, taughtFloor: -1 };

function idsOf(scored: readonly Scored[]): string[] {
  return scored.map(([id]) => id);
}

describe("seeds of a question", () => {
  it("[TR40] are the first ones, negative scores included, where no floor is set", () => {
    expect(seedsOf(SCORED, all)).toEqual(SCORED);
    expect(idsOf(seedsOf(SCORED, PARITY.seeds))).toEqual(["best", "good", "fair", "poor"]);
    expect(seedsOf([], all)).toEqual([]);
  });

  it("[TR41] reach a share of the best one's score", () => {
    expect(idsOf(seedsOf(SCORED, { ...all, relativeFloor: 0.5 }))).toEqual(["best", "good", "fair"]);
  });

  it("[TR42] reach a similarity of their own", () => {
    expect(idsOf(seedsOf(SCORED, { ...all, absoluteFloor: 0.05 }))).toEqual(["best", "good", "fair"]);
    expect(seedsOf([["a", -0.2]], { ...all, relativeFloor: 0.5, absoluteFloor: 0.05 })).toEqual([]);
  });
});

describe("seeds where something was taught to come first", () => {
  it("[SU2] are as many as without it: what was taught hides nothing that the question finds besides", () => {
    const taught: Scored[] = [["taught", 4], ...SCORED];
    const floors = { ...all, relativeFloor: 0.5 };
    expect(idsOf(seedsOf(taught, floors, 0.8))).toEqual(["taught", "best", "good", "fair"]);
    expect(idsOf(seedsOf(taught, floors))).toEqual(["taught"]);
  });
});

describe("seeds by keywords", () => {
  const words = new Map([
    ["a", new Set(["deploy", "service"])],
    ["b", new Set(["deploy", "rollback"])],
    ["c", new Set(["nothing"])],
    ["d", new Set(["other"])],
  ]);
  const graph = smallGraph([
    ["c", "a", 0.5],
    ["d", "c", 0.5],
    ["b", "a", 0.5],
  ]);
  const wordsOf = (id: string) => words.get(id) ?? new Set<string>();
  const asked = new Set(["deploy", "rollback"]);

  it("[TR43] share words with the question; what leads to them follows with 0", () => {
    expect(replaySeeds(graph, asked, wordsOf, 10)).toEqual([
      ["b", 1],
      ["a", 0.5],
      ["c", 0],
    ]);
    expect(replaySeeds(graph, asked, wordsOf, 1)).toEqual([["b", 1]]);
  });

  it("[TR44] are none when the question has no word, or nobody shares one", () => {
    expect(replaySeeds(graph, new Set(), wordsOf, 10)).toEqual([]);
    expect(replaySeeds(graph, new Set(["unheard"]), wordsOf, 10)).toEqual([]);
    expect(lexicalSeeds(graph, new Set(), wordsOf, 10)).toEqual([]);
  });

  it("[TR45] rank every node where there are no vectors, ties by id descending", () => {
    expect(idsOf(lexicalSeeds(graph, asked, wordsOf, 10))).toEqual(["b", "a", "d", "c"]);
    expect(lexicalSeeds(graph, asked, wordsOf, 0)).toEqual([]);
  });
});
