// What a correction inherits of what it corrects, beside a twin that goes through all pairs.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PRODUCT } from "../../durable/graph/profiles.ts";
import { raiseCorrections } from "../../durable/graph/raising-corrections.ts";
import type { NodeKind } from "../../durable/graph/records.ts";
import { RouteGraph } from "../../durable/graph/route-graph.ts";
import { byScoreThenId, type Scored } from "../../durable/graph/vectors.ts";

const { inhibitoryThreshold } = PRODUCT.traversal;

type Edges = readonly (readonly [source: string, target: string, weight: number])[];

function graphOf(kinds: Readonly<Record<string, NodeKind>>, edges: Edges): RouteGraph {
  const graph = new RouteGraph();
  for (const [id, kind] of Object.entries(kinds))
    graph.setNode({ id, kind, origin: "injected", authority: "overlay", file: null, chunk: null, length: 1 });
  for (const [source, target, weight] of edges) graph.addEdge(source, target, weight, "inhibitory");
  return graph;
}

const nothing = () => 0;
const all = () => true;

function naive(
  kinds: Readonly<Record<string, NodeKind>>,
  edges: Edges,
  found: readonly Scored[],
  share: number,
): Scored[] {
  const scoreOf = (id: string) => found.find(([one]) => one === id)?.[1] ?? 0;
  const scores = new Map(found);
  for (const id of Object.keys(kinds).filter((one) => kinds[one] === "correction")) {
    const targets = edges.filter(([source, , weight]) => source === id && weight <= inhibitoryThreshold);
    const corrected = Math.max(0, ...targets.map(([, target]) => scoreOf(target)));
    if (corrected <= 0) continue;
    const [more, less] = [Math.max(corrected, scoreOf(id)), Math.min(corrected, scoreOf(id))];
    scores.set(id, more + share * Math.max(0, less));
  }
  return [...scores].sort(byScoreThenId);
}

describe("what a correction inherits", () => {
  const kinds = { wrong: "chunk", right: "correction", other: "chunk" } as const;
  const graph = graphOf(kinds, [["right", "wrong", -0.5]]);
  const how = { share: 0.5, inhibitoryThreshold, isShown: all, beyond: nothing };

  it("[SU1] is what led to the text that it corrects, as far as that was better, and a share of the rest", () => {
    const { found, given } = raiseCorrections(graph, [["wrong", 0.6]], how);
    expect(found).toEqual([
      ["right", 0.6],
      ["wrong", 0.6],
    ]);
    expect(given.get("right")).toEqual({ from: "wrong", amount: 0.6 });
    const both: Scored[] = [
      ["wrong", 0.6],
      ["other", 0.5],
      ["right", 0.4],
    ];
    expect(new Map(raiseCorrections(graph, both, how).found).get("right")).toBeCloseTo(0.8, 12);
    expect(
      new Map(raiseCorrections(graph, both, { ...how, beyond: () => 0.2 }).found).get("right"),
    ).toBeCloseTo(0.9, 12);
  });

  it("[SU1] comes from nothing that may not be shown", () => {
    const found: Scored[] = [["wrong", 0.6]];
    const hidden = raiseCorrections(graph, found, { ...how, isShown: (id) => id !== "wrong" });
    expect(hidden.found).toEqual(found);
    expect(hidden.given.size).toBe(0);
  });

  it("[SU1] is what a comparison of all pairs gives, and no other node gains by it", () => {
    const ids = ["a", "b", "c", "d", "e"];
    const Kinds = fc.record(
      Object.fromEntries(ids.map((id) => [id, fc.constantFrom<NodeKind>("chunk", "correction")])),
    );
    const Edge = fc.tuple(
      fc.constantFrom(...ids),
      fc.constantFrom(...ids),
      fc.constantFrom(-1, -0.5, -0.005, 0.4),
    );
    const Edges = fc.uniqueArray(Edge, {
      selector: ([source, target]) => `${source} ${target}`,
      maxLength: 8,
    });
    const Found = fc.uniqueArray(
      fc.tuple(fc.constantFrom(...ids), fc.double({ min: -1, max: 3, noNaN: true })),
      {
        selector: ([id]) => id,
      },
    );
    fc.assert(
      fc.property(
        Kinds,
        Edges,
        Found,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (kinds, edges, some, share) => {
          const scored = [...some].sort(byScoreThenId);
          const { found } = raiseCorrections(graphOf(kinds, edges), scored, { ...how, share });
          expect(found).toEqual(naive(kinds, edges, scored, share));
        },
      ),
    );
  });
});
