// Fixed edges: procedures fire as one, nothing is learned along what joins them, and what can be reached keeps their order.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Draft } from "../../durable/graph/draft.ts";
import { gathered } from "../../durable/graph/gathering.ts";
import { learnWalk } from "../../durable/graph/learning.ts";
import { decayWeights } from "../../durable/graph/maintenance/decay.ts";
import { pruneEdges } from "../../durable/graph/maintenance/prune.ts";
import { PARITY, PRODUCT } from "../../durable/graph/profiles.ts";
import { reachedFrom } from "../../durable/graph/reached.ts";
import type { NodeKind } from "../../durable/graph/records.ts";
import { RouteGraph } from "../../durable/graph/route-graph.ts";
import { isFixed, STEP, SUPERSEDES } from "../../durable/graph/structure.ts";
import { ExactVectors } from "../../durable/graph/vectors.ts";
import type { Walk } from "../../durable/graph/walk.ts";

const NO_WORDS = { node: () => undefined, edgeMetadata: () => ({}), asked: () => null };

/** Notes `n0`…, procedures `p0`… with `sizes[i]` steps `p0.1`…, and edges between any of them. */
function graphOf(
  notes: number,
  sizes: readonly number[],
  edges: readonly (readonly [number, number, number])[] = [],
) {
  const graph = new RouteGraph();
  const ids: string[] = [];
  const add = (id: string, kind: NodeKind) => {
    graph.setNode({ id, kind, origin: "injected", authority: "overlay", file: null, chunk: null, length: 1 });
    ids.push(id);
  };
  for (let note = 0; note < notes; note++) add(`n${note}`, "note");
  for (const [index, size] of sizes.entries()) {
    add(`p${index}`, "procedure");
    for (let step = 1; step <= size; step++) {
      add(`p${index}.${step}`, step % 2 ? "step" : "decision");
      graph.addEdge(`p${index}`, `p${index}.${step}`, 0, STEP);
    }
  }
  for (const [from, to, weight] of edges) {
    const [source, target] = [ids[from % ids.length], ids[to % ids.length]];
    if (source !== target && graph.edgeOf(source, target) < 0)
      graph.addEdge(source, target, weight, "sibling");
  }
  return { graph, ids };
}

function walkOf(scores: Readonly<Record<string, number>>, suppressed: readonly string[] = []): Walk {
  return {
    fired: Object.keys(scores),
    scores: new Map(Object.entries(scores)),
    steps: [],
    suppressed: suppressed.map((id) => ({ id, by: [] })),
    walked: true,
    work: { edges: 0, hops: 0 },
  };
}

const ranked = ({ fired, scores }: Walk) =>
  [...fired].sort((a, b) => (scores.get(b) as number) - (scores.get(a) as number));

describe("a walk that met procedures", () => {
  it("[PC4] holds each of them whole, in order, at the score of its best part, and leaves the rest as it was", () => {
    const { graph } = graphOf(2, [3, 2]);
    const walk = gathered(graph, walkOf({ n0: 0.9, "p0.2": 0.5, n1: 0.3, p0: 0.2, "p1.1": 0.7 }), null);
    expect(walk.fired).toEqual(["n0", "p0", "p0.1", "p0.2", "p0.3", "n1", "p1", "p1.1", "p1.2"]);
    expect(ranked(walk)).toEqual(["n0", "p1", "p1.1", "p1.2", "p0", "p0.1", "p0.2", "p0.3", "n1"]);
    expect(walk.scores.get("p0")).toBe(0.5);
    const plain = walkOf({ n0: 0.9, n1: 0.3 });
    expect(gathered(graph, plain, 1)).toBe(plain);
  });

  it("[PC14] [PC15] is as long as it may be, best first, without what was kept out", () => {
    const { graph } = graphOf(2, [3, 2]);
    const scores = { n0: 0.1, "p0.2": 0.5, "p1.1": 0.7, n1: 0.6 };
    expect(gathered(graph, walkOf(scores), 6).fired).toEqual(["p0", "p0.1", "p1", "p1.1", "p1.2", "n1"]);
    expect(gathered(graph, walkOf(scores, ["p0.1", "p1"]), null).fired).toEqual([
      ...["n0", "p0", "p0.2", "p0.3"],
      ...["p1.1", "p1.2", "n1"],
    ]);
  });

  it("[PC14] never fires more than it may, nothing twice, and each procedure from its beginning", () => {
    const Case = fc.record({
      sizes: fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 4 }),
      scores: fc.array(fc.tuple(fc.nat(), fc.double({ min: 0.01, max: 1, noNaN: true })), { maxLength: 8 }),
      most: fc.integer({ min: 1, max: 12 }),
    });
    fc.assert(
      fc.property(Case, ({ sizes, scores, most }) => {
        const { graph, ids } = graphOf(3, sizes);
        const fired = Object.fromEntries(scores.map(([index, score]) => [ids[index % ids.length], score]));
        if (Object.keys(fired).length > most) return;
        const walk = gathered(graph, walkOf(fired), most);
        expect(walk.fired.length).toBeLessThanOrEqual(most);
        expect(new Set(walk.fired).size).toBe(walk.fired.length);
        expect([...walk.scores.keys()].sort()).toEqual([...walk.fired].sort());
        for (const [index, size] of sizes.entries()) {
          const mine = walk.fired.filter((id) => id === `p${index}` || id.startsWith(`p${index}.`));
          const whole = [`p${index}`, ...Array.from({ length: size }, (_, step) => `p${index}.${step + 1}`)];
          expect(mine).toEqual(whole.slice(0, mine.length));
        }
      }),
    );
  });
});

describe("fixed edges", () => {
  const Case = fc.record({
    sizes: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 3 }),
    edges: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.double({ min: -1, max: 1, noNaN: true })), {
      maxLength: 20,
    }),
    fired: fc.array(fc.nat(), { minLength: 2, maxLength: 8 }),
    outcome: fc.constantFrom(-1, -0.4, 0.6, 1),
    knowsSteps: fc.boolean(),
  });

  it.each([
    ["product", PRODUCT],
    ["parity", PARITY],
  ] as const)("[PC16] stay as they are through lessons, fading and pruning (%s)", (_, settings) => {
    fc.assert(
      fc.property(Case, ({ sizes, edges, fired: picked, outcome, knowsSteps }) => {
        const { graph, ids } = graphOf(3, sizes, edges);
        const known = graph.edgeOf("p1", "p0");
        if (known >= 0) graph.removeEdge(known);
        graph.addEdge("p1", "p0", -1, SUPERSEDES);
        const draft = new Draft(graph, new ExactVectors(), NO_WORDS);
        const before = fixedOf(graph);
        const fired = picked.map((index) => ids[index % ids.length]);
        const steps = knowsSteps
          ? fired.slice(1).map((target, index) => ({ source: fired[index], target, hop: index + 1 }))
          : null;
        learnWalk(draft, { fired, steps }, outcome, settings);
        decayWeights(draft, { halfLife: 1, minWeight: 0.5 }, () => 1);
        pruneEdges(draft, 2, { ...settings.structure, pruneInhibitory: true });
        expect(fixedOf(graph)).toEqual(before);
      }),
    );
  });

  it("[PC16] are not what a lesson judges: a procedure that fired with its steps moves no other route of it", () => {
    const { graph } = graphOf(1, [2]);
    graph.addEdge("p0", "n0", 0.4, "sibling");
    const draft = new Draft(graph, new ExactVectors(), NO_WORDS);
    learnWalk(draft, { fired: ["p0", "p0.1", "p0.2"], steps: null }, 1, PRODUCT);
    expect(graph.weights[graph.edgeOf("p0", "n0")]).toBe(0.4);
    expect(graph.edgeOf("p0.1", "p0.2")).toBe(-1);
  });
});

describe("what can be reached", () => {
  it("[GT3] is what a plain search finds: each node once, by the fewest hops, within its bounds", () => {
    const Case = fc.record({
      sizes: fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 3 }),
      edges: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.double({ min: -1, max: 1, noNaN: true })), {
        maxLength: 40,
      }),
      start: fc.nat(),
      depth: fc.integer({ min: 1, max: 4 }),
      most: fc.integer({ min: 1, max: 30 }),
    });
    fc.assert(
      fc.property(Case, ({ sizes, edges, start, depth, most }) => {
        const { graph, ids } = graphOf(4, sizes, edges);
        const from = graph.positionOf(ids[start % ids.length]);
        const follows = (edge: number) => graph.weights[edge] >= 0;
        const bounds = { depth, most, edges: 1_000 };
        const { reached, complete } = reachedFrom(graph, [from], bounds, follows);
        const distances = naiveDistances(graph, from, depth, follows);
        expect(complete).toBe(distances.size <= most);
        expect(reached).toHaveLength(Math.min(most, distances.size));
        for (const { position, depth: at, route } of reached) {
          expect(distances.get(position)).toBe(at);
          expect(route).toHaveLength(at);
          expect(graph.sources[route[0]]).toBe(from);
          expect(graph.targets[route[route.length - 1]]).toBe(position);
        }
        const depths = reached.map((one) => one.depth);
        expect(depths).toEqual([...depths].sort((a, b) => a - b));
      }),
    );
  });

  it("[GT3] has steps in their order before anything else, and ends where it may look no further", () => {
    const { graph } = graphOf(2, [3]);
    graph.addEdge("p0", "n0", 0.2, "sibling");
    graph.addEdge("p0", "n1", 0.9, "sibling");
    const all = { depth: 1, most: 10, edges: 100 };
    const from = [graph.positionOf("p0")];
    const names = (edges: number) => {
      const { reached, complete } = reachedFrom(graph, from, { ...all, edges }, () => true);
      return [reached.map(({ position }) => graph.idAt(position)), complete];
    };
    expect(names(100)).toEqual([["p0.1", "p0.2", "p0.3", "n1", "n0"], true]);
    expect(names(2)).toEqual([["p0.1", "p0.2"], false]);
  });
});

function fixedOf(graph: RouteGraph): unknown[] {
  return [...graph.allEdges()]
    .filter((edge) => isFixed(graph, edge))
    .map((edge) => [graph.sources[edge], graph.targets[edge], graph.weights[edge], graph.edgeKindAt(edge)]);
}

function naiveDistances(
  graph: RouteGraph,
  from: number,
  depth: number,
  follows: (edge: number) => boolean,
): Map<number, number> {
  const distances = new Map<number, number>();
  for (let at = 1; at <= depth; at++) {
    for (const edge of graph.allEdges()) {
      const source = graph.sources[edge];
      const isAtLevel = at === 1 ? source === from : distances.get(source) === at - 1;
      const target = graph.targets[edge];
      if (isAtLevel && follows(edge) && target !== from && !distances.has(target)) distances.set(target, at);
    }
  }
  return distances;
}
