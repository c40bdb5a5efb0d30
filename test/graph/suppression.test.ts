// What inhibitory edges take from a target, block and withdraw.

import { describe, expect, it } from "vitest";
import { PARITY, PRODUCT } from "../../durable/graph/profiles.ts";
import type { TraversalSettings } from "../../durable/graph/settings.ts";
import { traverse } from "../../durable/graph/traversal.ts";
import { type EdgeRow, nodeRecord, smallGraph } from "../support/small-graph.ts";

const parity = PARITY.traversal;
const product = PRODUCT.traversal;

function walkOf(edges: readonly EdgeRow[], seeds: readonly (readonly [string, number])[], settings = parity) {
  return traverse(smallGraph(edges), seeds, settings);
}

describe("suppression", () => {
  const edges: EdgeRow[] = [
    ["a", "target", 0.8],
    ["a", "suppressor", 0.9],
    ["suppressor", "target", -0.5],
  ];

  it("[TR10] acts only while its source is active", () => {
    expect(walkOf(edges, [["a", 1]]).fired).toEqual(["a", "suppressor", "target"]);
    const both = walkOf(edges, [
      ["a", 1],
      ["suppressor", 0.3],
    ]);
    expect(both.fired).toEqual(["a", "suppressor"]);
    expect(both.suppressed).toEqual([{ id: "target", by: ["suppressor"] }]);
  });

  it("[TR11] adds up over suppressors, and lowers what it does not block", () => {
    const weak: EdgeRow[] = [
      ["a", "target", 0.8],
      ["x", "target", -0.1],
      ["y", "target", -0.1],
    ];
    const seeds = [
      ["a", 1],
      ["x", 0.06],
    ] as const;
    expect(walkOf(weak, seeds).scores.get("target")).toBeCloseTo(0.8 - 0.006, 12);
    expect(walkOf(weak, [...seeds, ["y", 0.06]]).suppressed).toEqual([{ id: "target", by: ["x", "y"] }]);
  });

  it("[TR12] comes from seeds too weak to fire, for other seeds only", () => {
    const walk = walkOf(
      [
        ["x", "a", -0.9],
        ["x", "b", -0.9],
        ["c", "b", 0.9],
      ],
      [
        ["x", 0.0],
        ["c", 1],
      ],
      { ...parity, fireThreshold: 0.5 },
    );
    expect(walk.fired).toEqual(["c", "b"]);
    const seeds = [
      ["x", 0.4],
      ["a", 0.9],
    ] as const;
    const other = walkOf([["x", "a", -0.9]], seeds, { ...parity, fireThreshold: 0.5 });
    expect(other).toMatchObject({ fired: [], suppressed: [{ id: "a", by: ["x"] }] });
  });

  it("[TR13] blocks from a share of the target's own score on, and below that lowers it", () => {
    const settings: TraversalSettings = { ...product, withdraw: false, blockingShare: 0.35 };
    const blocked = (suppressor: number) =>
      walkOf(
        edges,
        [
          ["a", 1],
          ["suppressor", suppressor],
        ],
        settings,
      ).scores.get("target");
    expect(blocked(0.55)).toBeCloseTo(0.8 - 0.275, 12);
    expect(blocked(0.57)).toBeUndefined();
  });

  it("[TR18] lets the suppressor stand in for what it keeps out, with at least its score", () => {
    const pair: EdgeRow[] = [
      ["a", "target", 0.8],
      ["suppressor", "target", -0.5],
    ];
    const seeds: [string, number][] = [
      ["a", 1],
      ["suppressor", 0.5],
    ];
    expect(walkOf(pair, seeds, { ...product, standIn: false }).scores.get("suppressor")).toBe(0.5);
    const walk = walkOf(pair, seeds, product);
    expect(walk.suppressed).toEqual([{ id: "target", by: ["suppressor"] }]);
    expect(walk.scores.get("suppressor")).toBeCloseTo(0.8, 12);
  });

  it("[TR19] acts without having fired, as much as it resembles the question, and then stands in", () => {
    const corrected: EdgeRow[] = [["correction", "wrong", -0.5]];
    const asked = (resemblance: number) =>
      traverse(smallGraph(corrected), [["wrong", 0.5]], product, undefined, {
        resemblance: () => resemblance,
      });
    const about = asked(0.4);
    expect(about.fired).toEqual(["correction"]);
    expect(about.scores.get("correction")).toBe(0.5);
    expect(about.suppressed).toEqual([{ id: "wrong", by: ["correction"] }]);
    const somethingElse = asked(0.1);
    expect(somethingElse.fired).toEqual(["wrong"]);
    expect(somethingElse.scores.get("wrong")).toBeCloseTo(0.45, 12);
  });

  it("[TR14] withdraws what fired before its suppressor, and keeps the steps", () => {
    const later: EdgeRow[] = [
      ["a", "target", 0.8],
      ["a", "b", 0.9],
      ["b", "suppressor", 0.9],
      ["suppressor", "target", -0.5],
    ];
    const kept = walkOf(later, [["a", 1]], { ...product, withdraw: false });
    expect(kept.fired).toEqual(["a", "b", "target", "suppressor"]);
    const walk = walkOf(later, [["a", 1]], product);
    expect(walk.fired).toEqual(["a", "b", "suppressor"]);
    expect(walk.scores.has("target")).toBe(false);
    expect(walk.suppressed).toEqual([{ id: "target", by: ["suppressor"] }]);
    expect(walk.steps).toEqual(kept.steps);
  });

  it("[TR15] is not exercised by what is withdrawn itself: the correction of a correction frees its target", () => {
    const chain: EdgeRow[] = [
      ["a", "target", 0.9],
      ["a", "b", 0.8],
      ["b", "wrong", 0.9],
      ["b", "c", 0.85],
      ["c", "right", 0.95],
      ["wrong", "target", -0.9],
      ["right", "wrong", -0.9],
    ];
    const walk = walkOf(chain, [["a", 1]], product);
    expect(walk.fired).toEqual(["a", "target", "b", "c", "right"]);
    expect(walk.suppressed).toEqual([{ id: "wrong", by: ["right"] }]);
  });

  it("[TR16] never touches constitutional nodes where they are protected", () => {
    const rule = nodeRecord("target", { authority: "constitutional" });
    const seeds = [
      ["a", 1],
      ["suppressor", 1],
    ] as const;
    const graph = smallGraph(edges, [rule]);
    expect(traverse(graph, seeds, product).fired).toContain("target");
    expect(traverse(graph, seeds, { ...product, protectConstitutional: false }).fired).not.toContain(
      "target",
    );
  });

  it("[TR17] of a node by itself does not withdraw it", () => {
    const selfish: EdgeRow[] = [
      ["a", "b", 0.9],
      ["b", "b", -1],
    ];
    expect(walkOf(selfish, [["a", 1]], product).fired).toEqual(["a", "b"]);
  });
});
