// When a result counts as what a golden case expects, and where a difference is said to be.

import { describe, expect, it } from "vitest";
import { firstDifference } from "../../golden/compare.ts";

const within = (tolerance: number) => ({ tolerance });

describe("comparing a result with what is expected", () => {
  it("[GV4] numbers may differ by the tolerance and not by more", () => {
    expect(firstDifference({ w: 0.5 }, { w: 0.5 + 1e-10 }, within(1e-9))).toBeNull();
    expect(firstDifference({ w: 0.5 }, { w: 0.5 + 1e-8 }, within(1e-9))).toMatchObject({ path: "w" });
    expect(firstDifference(1, "1", within(1))).toMatchObject({ path: "" });
    expect(firstDifference(0, Number.NaN, within(1))).not.toBeNull();
  });

  it("[GV4] strings, booleans, null and the order of lists are exact", () => {
    expect(firstDifference(["a", "b"], ["b", "a"], within(0))).toMatchObject({ path: "[0]" });
    expect(firstDifference(true, 1, within(1))).not.toBeNull();
    expect(firstDifference(null, undefined, within(0))).not.toBeNull();
    expect(firstDifference([1], [1, 2], within(0))).toMatchObject({ path: "[1]", actual: 2 });
  });

  it("[GV4] missing and additional fields are differences, unless the comparison is open", () => {
    expect(firstDifference({ a: 1 }, {}, within(0))).toMatchObject({ path: "a" });
    expect(firstDifference({ a: 1 }, { a: 1, b: 2 }, within(0))).toMatchObject({ path: "b", actual: 2 });
    expect(firstDifference({ a: 1 }, { a: 1, b: 2 }, { tolerance: 0, open: true })).toBeNull();
  });

  it("[GV5] lists of edges are compared by their ends, in either shape", () => {
    const edges = [
      ["a", "b", 0.5, "sibling"],
      ["b", "c", 0.1, "sibling"],
    ];
    expect(firstDifference({ edges }, { edges: edges.toReversed() }, within(0))).toBeNull();
    expect(firstDifference({ edges }, { edges: edges.slice(1) }, within(0))?.path).toBe("edges[a → b]");
    const changed = [edges[1], ["a", "b", 0.6, "sibling"]];
    expect(firstDifference({ edges }, { edges: changed }, within(0))?.path).toBe("edges[a → b][2]");
    const objects = [
      { source: "a", target: "b", weight: 1 },
      { source: "b", target: "a", weight: 0 },
    ];
    expect(firstDifference({ edges: objects }, { edges: objects.toReversed() }, within(0))).toBeNull();
  });

  it("[GV5] an edge that comes twice is not lost in the comparison", () => {
    const once = [["a", "b", 0.5]];
    expect(firstDifference({ edges: once }, { edges: [...once, ...once] }, within(0))).not.toBeNull();
  });

  it("[GV6] placeholders stand for a value of their sort", () => {
    const expected = { ms: "<number>", at: "<iso timestamp>", text: "<any string>", where: "<path>" };
    const actual = { ms: 1.5, at: "2026-01-01T00:00:00+00:00", text: "", where: "/a" };
    expect(firstDifference(expected, actual, within(0))).toBeNull();
    expect(firstDifference(expected, { ...actual, ms: "1.5" }, within(0))?.path).toBe("ms");
    expect(firstDifference(expected, { ...actual, at: "yesterday" }, within(0))?.path).toBe("at");
  });
});
