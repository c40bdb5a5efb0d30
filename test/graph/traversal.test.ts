// The walk, rule by rule.

import { describe, expect, it } from "vitest";
import { PARITY, PRODUCT } from "../../durable/graph/profiles.ts";
import { traverse } from "../../durable/graph/traversal.ts";
import { type EdgeRow, nodeRecord, smallGraph } from "../support/small-graph.ts";

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

  it("[TR6] keeps the score of the last visit, or of the best where the settings say so", () => {
    const edges: EdgeRow[] = [
      ["a", "b", 0.9],
      ["a", "c", 0.8],
      ["c", "b", 0.3],
    ];
    expect(walkOf(edges, [["a", 1]]).scores.get("b")).toBeCloseTo(0.24, 12);
    const best = walkOf(edges, [["a", 1]], { ...parity, keptScore: "best" });
    expect(best.scores.get("b")).toBeCloseTo(0.9, 12);
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
