// What surrounds a match rises with it: beside a twin that goes over every edge, and what must never happen.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RouteGraph } from "../../durable/graph/route-graph.ts";
import { type LinkSettings, spread } from "../../durable/graph/spreading.ts";
import { byScoreThenId, type Scored } from "../../durable/graph/vectors.ts";
import { edgeRecord, emptyMemory, nodeRecord } from "../support/small-graph.ts";

const IDS = ["a", "b", "c", "d", "e", "f"] as const;
const Id = fc.constantFrom(...IDS);
const Kind = fc.constantFrom("sibling", "mention", "other");
const Edge = fc.record({
  source: Id,
  target: fc.oneof(Id, fc.constant("ghost")),
  weight: fc.constantFrom(-0.5, 0, 0.25, 0.5, 1),
  kind: Kind,
});
type EdgeOf = { source: string; target: string; weight: number; kind: string };
const Edges = fc.uniqueArray(Edge, {
  selector: ({ source, target }) => `${source} ${target}`,
  maxLength: 14,
});
const Matches = fc
  .uniqueArray(fc.tuple(Id, fc.integer({ min: 0, max: 8 })), { selector: ([id]) => id })
  .map((all) => all.map(([id, eighths]): Scored => [id, eighths / 8]).sort(byScoreThenId));
const Link = fc.record({
  kind: fc.constantFrom("sibling", "mention"),
  gain: fc.constantFrom(0.5, 1),
  crowding: fc.constantFrom(0, 0.5, 1),
  adds: fc.boolean(),
  ceiling: fc.constantFrom(0.999, 2),
  backing: fc.constantFrom(0, 0.25),
  lenders: fc.integer({ min: 0, max: 4 }),
});

function graphOf(edges: readonly EdgeOf[]): RouteGraph {
  const { graph, draft } = emptyMemory();
  for (const id of IDS) draft.putNode(nodeRecord(id));
  for (const { source, target, weight, kind } of edges) {
    draft.putEdge(edgeRecord([source, target, weight], { kind }));
  }
  return graph;
}

/** By the definition: for each node the loans of all edges that lead to it. */
function naiveSpread(edges: readonly EdgeOf[], matches: readonly Scored[], links: readonly LinkSettings[]) {
  const scores = new Map<string, number>(matches);
  const first = new Map<string, number>(matches);
  for (const link of links) {
    const lends = edges.filter(({ kind, weight }) => kind === link.kind && weight > 0);
    const countAt = (id: string) => lends.filter(({ source }) => source === id).length;
    const lenders = new Map(matches.slice(0, link.lenders).filter(([, score]) => score > 0));
    const amountAt = (id: string) => {
      const amounts = lends
        .filter(({ source, target }) => target === id && lenders.has(source))
        .map(({ source, weight }) => {
          const crowd = (countAt(source) * countAt(id)) ** (link.crowding / 2);
          return (link.gain * weight * (lenders.get(source) as number)) / Math.max(1, crowd);
        });
      return link.adds ? amounts.reduce((sum, one) => sum + one, 0) : Math.max(0, ...amounts);
    };
    const after = new Map(scores);
    for (const id of IDS) {
      const from = lends.filter(({ source, target }) => target === id && lenders.has(source));
      if (from.length === 0) continue;
      const backed = (one: string, score: number) => score + link.backing * amountAt(one);
      const best = [...lenders.keys()].find((lender) =>
        from.some(({ source }) => source === lender),
      ) as string;
      const ceiling = link.ceiling * backed(best, first.get(best) as number);
      const own = scores.get(id) ?? 0;
      after.set(id, Math.max(backed(id, own), Math.min(own + amountAt(id), ceiling)));
    }
    for (const [id, score] of after) scores.set(id, score);
  }
  return [...scores].sort(byScoreThenId);
}

describe("what a match lends", () => {
  it("[HR6] is what the definition says, edge by edge", () => {
    fc.assert(
      fc.property(Edges, Matches, fc.array(Link, { maxLength: 2 }), (edges, matches, links) => {
        const found = new Map(spread(graphOf(edges), matches, links));
        const expected = naiveSpread(edges, matches, links);
        expect([...found.keys()].sort()).toEqual(expected.map(([id]) => id).sort());
        for (const [id, score] of expected) expect(found.get(id), id).toBeCloseTo(score, 12);
      }),
    );
  });

  it("[HR7] only adds: no match loses, and none that lends nothing changes the order", () => {
    fc.assert(
      fc.property(Edges, Matches, fc.array(Link, { maxLength: 2 }), (edges, matches, links) => {
        const found = spread(graphOf(edges), matches, links);
        const after = new Map(found);
        for (const [id, score] of matches) expect(after.get(id)).toBeGreaterThanOrEqual(score);
        expect(found).toEqual(found.toSorted(byScoreThenId));
        expect(spread(graphOf(edges), matches, [])).toEqual(matches);
      }),
    );
  });

  const SIBLINGS: LinkSettings = {
    kind: "sibling",
    gain: 0.6,
    crowding: 0,
    adds: true,
    ceiling: 0.999,
    backing: 0,
    lenders: 30,
  };
  const link = (source: string, target: string, weight = 0.5, kind = "sibling") => ({
    source,
    target,
    weight,
    kind,
  });

  it("[HR8] lifts a neighbour at most to just below the match that lends, however many lend", () => {
    const graph = graphOf([link("a", "c", 1), link("b", "c", 1)]);
    const matches: Scored[] = [
      ["a", 0.5],
      ["b", 0.5],
    ];
    const found = new Map(spread(graph, matches, [SIBLINGS]));
    expect(found.get("c")).toBeLessThan(0.5);
    expect(found.get("c")).toBeGreaterThan(0.49);
  });

  it("[HR9] a suppression, an edge of another kind and an end that is no node lend nothing", () => {
    const graph = graphOf([link("a", "b", -0.5), link("a", "c", 1, "other"), link("a", "ghost", 1)]);
    expect(spread(graph, [["a", 1]], [SIBLINGS])).toEqual([["a", 1]]);
  });

  it("[HR10] a name that many texts mention lends each of them less than one that few do", () => {
    const mention = { ...SIBLINGS, kind: "mention", adds: false, ceiling: 2, crowding: 0.5 };
    const few = graphOf([link("a", "b", 0.5, "mention"), link("b", "a", 0.5, "mention")]);
    const many = graphOf(
      ["b", "c", "d", "e"].flatMap((id) => [link("a", id, 0.5, "mention"), link(id, "a", 0.5, "mention")]),
    );
    const lentIn = (graph: RouteGraph) => new Map(spread(graph, [["a", 1]], [mention])).get("b") as number;
    expect(lentIn(many)).toBeLessThan(lentIn(few));
    expect(lentIn(few)).toBeCloseTo(0.3, 12);
  });
});
