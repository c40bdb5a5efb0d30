// Learning against a naive twin: what a decision moves, what stays conserved, what may never happen.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Draft } from "../../durable/graph/draft.ts";
import { learnWalk } from "../../durable/graph/learning.ts";
import { decisionsOf } from "../../durable/graph/learning-path.ts";
import { policyGradient } from "../../durable/graph/policy-gradient.ts";
import { PARITY, PRODUCT } from "../../durable/graph/profiles.ts";
import type { Settings } from "../../durable/graph/settings.ts";
import { type EdgeRow, edgeRecord, emptyMemory, nodeRecord, roundNumber } from "../support/small-graph.ts";

const IDS = ["a", "b", "c", "d", "e"];
const Id = fc.constantFrom(...IDS);
const Outcome = roundNumber(-1, 1, 1);
const Step = fc.record({ source: Id, target: Id, hop: fc.integer({ min: 1, max: 4 }) });
const Relevance: fc.Arbitrary<number | null> = fc.option(roundNumber(-1, 1, 1));
const SMALL = 1e-12;

interface Sketch {
  readonly edges: readonly (readonly [...EdgeRow, relevance: number | null])[];
  readonly stops: readonly number[];
}

const sketchWithin = (bound: number): fc.Arbitrary<Sketch> =>
  fc.record({
    edges: fc.uniqueArray(fc.tuple(Id, Id, roundNumber(-bound, bound), Relevance), {
      selector: ([source, target]) => source + target,
      maxLength: 16,
    }),
    stops: fc.array(roundNumber(-bound, bound), { minLength: IDS.length, maxLength: IDS.length }),
  });

function drawn({ edges, stops }: Sketch): Draft {
  const { draft } = emptyMemory();
  for (const id of IDS) draft.putNode(nodeRecord(id));
  for (const [source, target, weight, relevance] of edges) {
    draft.putEdge(edgeRecord([source, target, weight], { relevance }));
  }
  for (const [index, weight] of stops.entries()) draft.setStop(draft.graph.positionOf(IDS[index]), weight);
  return draft;
}

const weightOf = ({ graph }: Draft, source: string, target: string) =>
  graph.weights[graph.edgeOf(source, target)];

function totalOf({ graph }: Draft, id: string): number {
  const position = graph.positionOf(id);
  return graph
    .outgoing(position)
    .reduce((sum, edge) => sum + graph.weights[edge], graph.stopWeights[position]);
}

function withLearning(settings: Settings, learning: Partial<Settings["learning"]>): Settings {
  return { ...settings, learning: { ...settings.learning, ...learning } };
}

/** One update of one node, written down as the formula reads. */
function naiveUpdate(
  weights: Map<string, number>,
  logits: Map<string, number>,
  chosen: Set<string>,
  g: number,
) {
  const sum = (keys: Iterable<string>) => [...keys].reduce((s, key) => s + Math.exp(logits.get(key) ?? 0), 0);
  const all = sum(logits.keys());
  const taken = sum([...logits.keys()].filter((key) => chosen.has(key)));
  return new Map(
    Array.from(weights.keys(), (key) => {
      const power = Math.exp(logits.get(key) ?? 0);
      return [key, g * ((chosen.has(key) ? power / taken : 0) - power / all)];
    }),
  );
}

describe("policy gradient", () => {
  it("[LN1] moves every choice of a deciding node by the gradient, whatever the graph", () => {
    fc.assert(
      fc.property(
        sketchWithin(0.8),
        Id,
        fc.uniqueArray(Id, { minLength: 1, maxLength: 3 }),
        Outcome,
        fc.integer({ min: 0, max: 4 }),
        (sketch, source, targets, outcome, depth) => {
          const draft = drawn(sketch);
          const out = sketch.edges.filter(([from]) => from === source);
          const stop = sketch.stops[IDS.indexOf(source)];
          const weights = new Map([["STOP", stop], ...out.map(([, to, weight]) => [to, weight] as const)]);
          const logits = new Map([
            ["STOP", stop],
            ...out.map(([, to, weight, relevance]) => [to, weight + (relevance ?? 0)] as const),
          ]);
          const g = 0.1 * outcome * 0.95 ** depth;
          const moves = naiveUpdate(weights, logits, new Set(targets), g);
          const changes = [...policyGradient(draft, [{ source, targets, depth }], outcome, PRODUCT)];
          expect(changes.length).toBe(out.length === 0 ? 0 : out.length + 1);
          if (!out.some(([, to]) => targets.includes(to))) return;
          for (const { target, change } of changes) {
            expect(change).toBeCloseTo(moves.get(target ?? "STOP") as number, 12);
            if (target)
              expect(weightOf(draft, source, target)).toBe((weights.get(target) as number) + change);
          }
        },
      ),
      { seed: 1, numRuns: 400 },
    );
  });

  it("[LN2] the updates of each visited node sum to zero, STOP counted, while nothing is clipped", () => {
    fc.assert(
      fc.property(
        sketchWithin(0.8),
        fc.array(Step, { minLength: 1, maxLength: 8 }),
        Outcome,
        fc.constantFrom("gradient" as const, "conserving" as const),
        (sketch, steps, outcome, rule) => {
          const draft = drawn(sketch);
          const taken = steps.filter(({ source, target }) => draft.graph.edgeOf(source, target) >= 0);
          const settings = withLearning(PRODUCT, { rule, coFire: "never" });
          const { learned } = learnWalk(draft, { fired: IDS, steps: taken }, outcome, settings);
          for (const id of IDS) {
            const mine = [...learned].filter(({ source }) => source === id);
            expect(Math.abs(mine.reduce((sum, { change }) => sum + change, 0))).toBeLessThan(SMALL);
          }
        },
      ),
      { seed: 2, numRuns: 400 },
    );
  });

  it("[LN3] conserving: a node's total weight, STOP counted, is kept even where weights are clipped", () => {
    fc.assert(
      fc.property(
        sketchWithin(1),
        fc.array(Step, { maxLength: 8 }),
        fc.integer({ min: -50, max: 50 }),
        (sketch, steps, outcome) => {
          const draft = drawn(sketch);
          const before = IDS.map((id) => totalOf(draft, id));
          const settings = withLearning(PRODUCT, { coFire: "never" });
          learnWalk(draft, { fired: IDS, steps }, outcome, settings);
          IDS.forEach((id, index) => {
            expect(Math.abs(totalOf(draft, id) - before[index])).toBeLessThan(1e-11);
          });
        },
      ),
      { seed: 3, numRuns: 400 },
    );
  });

  it("[LN4] no weight ever leaves −1…1", () => {
    fc.assert(
      fc.property(
        sketchWithin(1),
        fc.array(Step, { maxLength: 8 }),
        fc.integer({ min: -50, max: 50 }),
        fc.constantFrom(PARITY, PRODUCT),
        (sketch, steps, outcome, settings) => {
          const draft = drawn(sketch);
          learnWalk(draft, { fired: IDS, steps }, outcome, settings);
          for (const edge of draft.graph.allEdges()) {
            expect(Math.abs(draft.graph.weights[edge])).toBeLessThanOrEqual(1);
          }
        },
      ),
      { seed: 4, numRuns: 400 },
    );
  });

  it("[LN5] a −1 lowers every route that was taken and a +1 raises it, however the walk branched", () => {
    fc.assert(
      fc.property(
        sketchWithin(0.8),
        fc.array(Step, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(-1, 1),
        (sketch, steps, outcome) => {
          const draft = drawn(sketch);
          const taken = steps.filter(({ source, target }) => draft.graph.edgeOf(source, target) >= 0);
          const before = taken.map(({ source, target }) => weightOf(draft, source, target));
          learnWalk(draft, { fired: IDS, steps: taken }, outcome, PRODUCT);
          taken.forEach(({ source, target }, index) => {
            expect(Math.sign(weightOf(draft, source, target) - before[index])).toBe(outcome);
          });
        },
      ),
      { seed: 5, numRuns: 400 },
    );
  });

  it("[LN6] no edge is ever made to or from an id that is no node; such ids are told", () => {
    const Fired = fc.array(fc.constantFrom(...IDS, "ghost", "phantom"), { maxLength: 8 });
    fc.assert(
      fc.property(sketchWithin(1), Fired, Outcome, (sketch, fired, outcome) => {
        const draft = drawn(sketch);
        const { unknownIds } = learnWalk(draft, { fired, steps: null }, outcome, PRODUCT);
        expect(draft.graph.anyPositionOf("ghost")).toBe(-1);
        expect(draft.graph.anyPositionOf("phantom")).toBe(-1);
        expect(new Set(unknownIds)).toEqual(new Set(fired.filter((id) => !IDS.includes(id))));
      }),
    );
  });

  it("[LN7] the kind of an edge changes only when its weight changes sign", () => {
    const learnt = (kind: string, weight: number, outcome: number) => {
      const draft = drawn({ edges: [], stops: [] });
      draft.putEdge(edgeRecord(["a", "b", weight], { kind }));
      policyGradient(draft, [{ source: "a", targets: ["b"], depth: 0 }], outcome, PRODUCT);
      return draft.graph.edgeKindAt(draft.graph.edgeOf("a", "b"));
    };
    expect(learnt("cross_file", 0.5, -1)).toBe("cross_file");
    expect(learnt("cross_file", 0.01, -1)).toBe("inhibitory");
    expect(learnt("inhibitory", -0.02, 1)).toBe("sibling");
    expect(learnt("inhibitory", -0.5, 1)).toBe("inhibitory");
  });

  it("[LN8] learning follows the walk's steps between fired nodes, not the order of firing", () => {
    const draft = drawn({ edges: [], stops: [] });
    for (const [source, target] of ["ab", "ac", "bd", "be"]) draft.putEdge(edgeRecord([source, target, 0.5]));
    const steps = [
      { source: "a", target: "b", hop: 1 },
      { source: "a", target: "c", hop: 1 },
      { source: "b", target: "d", hop: 2 },
      { source: "b", target: "e", hop: 2 },
      { source: "a", target: "b", hop: 3 },
    ];
    const path = { fired: ["a", "b", "c", "d"], steps };
    expect(decisionsOf(draft.graph, path, PRODUCT.learning)).toEqual([
      { source: "a", targets: ["b", "c"], depth: 1 },
      { source: "b", targets: ["d"], depth: 2 },
    ]);
  });

  it("[LN9] where only fired ids are known, neighbours without an edge between them are no route", () => {
    const draft = drawn({ edges: [], stops: [] });
    for (const [source, target] of ["ab", "bd", "cd"]) draft.putEdge(edgeRecord([source, target, 0.5]));
    const path = { fired: ["a", "b", "c", "d"], steps: null };
    const sources = (settings: Settings) =>
      decisionsOf(draft.graph, path, settings.learning).map(({ source, depth }) => [source, depth]);
    expect(sources(PRODUCT)).toEqual([["a", 0], ["c", 2]]); // biome-ignore format: one line reads better
    expect(sources(PARITY)).toEqual([["a", 0], ["b", 1], ["c", 2]]); // biome-ignore format: the same
  });

  it("[LN10] a caller's temperature and baseline count before the settings'", () => {
    const change = (settings: Settings, given = {}) => {
      const draft = drawn({ edges: [["a", "b", 0.5, null]], stops: [] });
      return policyGradient(draft, [{ source: "a", targets: ["b"], depth: 0 }], 1, settings, given).largest();
    };
    const tuned = withLearning(PRODUCT, { temperature: 0.5, baseline: 0.4 });
    expect(change(tuned)).toBeCloseTo(change(PRODUCT, { temperature: 0.5, baseline: 0.4 }), 12);
    expect(change(tuned, { temperature: 1, baseline: 0 })).toBeCloseTo(change(PRODUCT), 12);
    expect(change(tuned)).not.toBeCloseTo(change(PRODUCT), 3);
  });
});
