import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PARITY, PRODUCT } from "../../durable/graph/profiles.ts";
import { AUTHORITIES } from "../../durable/graph/records.ts";
import type { TraversalSettings } from "../../durable/graph/settings.ts";
import { type Choose, traverse } from "../../durable/graph/traversal.ts";
import { type NaiveChoice, naiveTraverse } from "../support/naive-traversal.ts";
import { type EdgeRow, nodeRecord, roundNumber, smallGraph } from "../support/small-graph.ts";

const parity = PARITY.traversal;
const product = PRODUCT.traversal;

function walkOf(edges: readonly EdgeRow[], seeds: readonly (readonly [string, number])[], settings = parity) {
  return traverse(smallGraph(edges), seeds, settings);
}

describe("the walk", () => {
  it("[TR1] follows reflex and habitual edges from the seeds, and neither dormant nor inhibitory ones", () => {
    const { fired, steps } = walkOf(
      [
        ["seed", "reflex", 0.6],
        ["seed", "habitual", 0.15],
        ["seed", "dormant", 0.14],
        ["seed", "inhibited", -0.5],
      ],
      [["seed", 1]],
    );
    expect(fired).toEqual(["seed", "reflex", "habitual"]);
    expect(steps.map(({ source, target, tier, hop, score }) => [source, target, tier, hop, score])).toEqual([
      ["seed", "reflex", "reflex", 1, 0.6],
      ["seed", "habitual", "habitual", 1, 0.15],
    ]);
  });

  it("[TR2] passes over seeds that are no nodes, too weak, or beyond the beam", () => {
    const seeds = [
      ["ghost", 1],
      ["weak", 0.009],
      ["second", 0.5],
      ["first", 0.9],
      ["third", 0.4],
    ] as const;
    const graph = smallGraph(
      [],
      ["weak", "second", "first", "third"].map((id) => nodeRecord(id)),
    );
    expect(traverse(graph, seeds, { ...parity, beamWidth: 2 }).fired).toEqual(["first", "second"]);
    expect(traverse(graph, seeds, { ...parity, beamWidth: 0 }).fired).toEqual([]);
    expect(traverse(graph, seeds, { ...parity, maxHops: 0 }).fired).toEqual([]);
  });

  it("[TR3] damps an edge each time it is used again, so that a circle dies out", () => {
    const circle: EdgeRow[] = [
      ["a", "b", 1],
      ["b", "a", 1],
    ];
    const { steps } = walkOf(circle, [["a", 1]]);
    expect(steps.map(({ effective }) => Number(effective.toFixed(6)))).toEqual([1, 1, 0.3, 0.3]);
    expect(walkOf(circle, [["a", 1]], { ...parity, edgeDamping: 1 }).steps).toHaveLength(15);
  });

  it("[TR4] cuts the beam before it drops duplicate targets", () => {
    const edges: EdgeRow[] = [
      ["a", "t", 0.9],
      ["b", "t", 0.9],
      ["a", "u", 0.7],
    ];
    const seeds = [
      ["a", 1],
      ["b", 1],
    ] as const;
    expect(walkOf(edges, seeds, { ...parity, beamWidth: 2, maxHops: 1 }).fired).toEqual(["a", "b", "t"]);
  });

  it("[TR5] puts habitual before reflex at the same score", () => {
    const { fired } = walkOf(
      [
        ["a", "reflex", 0.75],
        ["b", "habitual", 0.5],
      ],
      [
        ["a", 0.5],
        ["b", 0.75],
      ],
    );
    expect(fired).toEqual(["b", "a", "habitual", "reflex"]);
  });

  it("[TR6] keeps the score of the last visit, not of the best", () => {
    const { scores } = walkOf(
      [
        ["a", "b", 0.9],
        ["a", "c", 0.8],
        ["c", "b", 0.3],
      ],
      [["a", 1]],
    );
    expect(scores.get("b")).toBeCloseTo(0.24, 12);
  });

  it("[TR7] stops as soon as enough nodes have fired, or their texts are long enough", () => {
    const chain: EdgeRow[] = [
      ["a", "b", 0.9],
      ["b", "c", 0.9],
      ["c", "d", 0.9],
    ];
    expect(walkOf(chain, [["a", 1]], { ...parity, maxFiredNodes: 2 }).fired).toEqual(["a", "b"]);
    const long = walkOf(chain, [["a", 1]], { ...parity, maxContextChars: 2 * "text of a".length });
    expect(long.fired).toEqual(["a", "b"]);
    expect(long.walked).toBe(true);
    expect(walkOf(chain, [["a", 1]], { ...parity, maxFiredNodes: 1 })).toMatchObject({
      fired: ["a"],
      walked: false,
    });
  });

  it("[TR8] visits in the same way whatever else the graph holds", () => {
    const edges: EdgeRow[] = [
      ["a", "b", 0.9],
      ["b", "c", 0.5],
      ["x", "c", -0.5],
    ];
    const crowd = Array.from({ length: 5000 }, (_, n): EdgeRow => [`n${n}`, `n${(n * 7) % 5000}`, 0.9]);
    const small = traverse(smallGraph(edges), [["a", 1]], product);
    const large = traverse(smallGraph([...crowd, ...edges]), [["a", 1]], product);
    expect(large).toEqual(small);
    expect(small.work).toEqual({ edges: 3 + 1, hops: 2 });
  });
});

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
    const settings: TraversalSettings = { ...product, withdraw: false };
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

  it("[TR17] of a node by itself does not withdraw it", () => {
    const selfish: EdgeRow[] = [
      ["a", "b", 0.9],
      ["b", "b", -1],
    ];
    expect(walkOf(selfish, [["a", 1]], product).fired).toEqual(["a", "b"]);
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
});

describe("against the naive twin", () => {
  const ids = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const Id = fc.constantFrom(...ids, "ghost");
  // Few different numbers, so that scores tie and thresholds are met exactly; a third of the edges suppress.
  const Weight = fc.oneof(
    fc.constantFrom(0.2, 0.5, 0.5, 0.8, 1),
    fc.constantFrom(-1, -0.5, -0.25, -0.01),
    fc.oneof(roundNumber(-1, 1), roundNumber(-0.05, 0), fc.constantFrom(0.6, 0.15)),
  );
  const Edges = fc.uniqueArray(fc.tuple(Id, Id, Weight), {
    maxLength: 45,
    selector: ([source, target]) => `${source} ${target}`,
  });
  const Nodes = fc.tuple(
    ...ids.map((id) =>
      fc
        .record({ authority: fc.constantFrom(...AUTHORITIES), length: fc.nat(20) })
        .map(({ authority, length }) => nodeRecord(id, { authority, text: "é\u{1f600}".repeat(length) })),
    ),
  );
  const Seeds = fc.array(fc.tuple(Id, fc.oneof(fc.constantFrom(1, 0.5), roundNumber(-0.2, 1))), {
    minLength: 1,
    maxLength: 4,
  });
  const Limits = fc.record({
    maxHops: fc.oneof({ weight: 3, arbitrary: fc.constant(15) }, fc.nat(3)),
    beamWidth: fc.oneof({ weight: 3, arbitrary: fc.constant(8) }, fc.nat(5)),
    edgeDamping: fc.constantFrom(0, 0.3, 0.5, 1),
    visitPenalty: fc.constantFrom(0, 0, 0.05),
    fireThreshold: fc.constantFrom(0.01, 0.01, 0.2, 0),
    maxFiredNodes: fc.option(fc.nat(9), { freq: 1 }),
    maxContextChars: fc.option(fc.nat(120), { freq: 1 }),
  });
  const Suppression = fc.record({
    blockingShare: fc.constantFrom(null, 0.5, 0.1, 1),
    withdraw: fc.boolean(),
    protectConstitutional: fc.boolean(),
  });

  function compare(settings: fc.Arbitrary<TraversalSettings>, seed: number) {
    fc.assert(
      fc.property(Nodes, Edges, Seeds, settings, fc.option(fc.nat(3)), (nodes, edges, seeds, config, top) => {
        const graph = smallGraph(edges, nodes, ["ghost"]);
        // The twin takes edges in bucket order, which the first edge of each source decides.
        const sources = [...new Set(edges.map(([source]) => source))];
        const world = {
          nodes: new Map(nodes.map((node) => [node.id, node])),
          edges: sources.flatMap((source) => edges.filter((edge) => edge[0] === source)),
        };
        const choose: Choose = (_, rivals) =>
          rivals.toSorted((a, b) => graph.weights[a] - graph.weights[b]).slice(0, top ?? 0);
        const choice: NaiveChoice = (_, rows) =>
          [...rows]
            .sort((a, b) => a[2] - b[2])
            .slice(0, top ?? 0)
            .map(([, target]) => target);
        const walk = traverse(graph, seeds, config, top === null ? undefined : choose);
        const twin = naiveTraverse(world, seeds, config, top === null ? undefined : choice);
        expect(walk.fired).toEqual(twin.fired);
        expect(Object.fromEntries(walk.scores)).toEqual(twin.scores);
        expect(walk.steps.map(({ tier: _, ...step }) => step)).toEqual(twin.steps);
        expect(walk.suppressed).toEqual(twin.suppressed);
      }),
      { seed, numRuns: 300 },
    );
  }

  it("[TR20] walks as the reference does, with every limit", () => {
    compare(
      Limits.map((limits) => ({ ...parity, ...limits })),
      1,
    );
  });

  it("[TR21] walks as the product's rules of suppression say", () => {
    compare(
      Limits.map((limits) => ({ ...product, ...limits })),
      2,
    );
  });

  it("[TR22] walks alike under any mixture of rules", () => {
    compare(
      fc.tuple(Limits, Suppression).map(([limits, rules]) => ({ ...parity, ...limits, ...rules })),
      3,
    );
  });
});
