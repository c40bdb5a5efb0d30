// Decay, half-life, scaling and health: what happens to weights, and how they are counted.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { healthOf, suppressionsOf } from "../../../durable/graph/health.ts";
import { decayWeights, scaleByAuthority } from "../../../durable/graph/maintenance/decay.ts";
import { adaptedHalfLife, halfLifeFrom } from "../../../durable/graph/maintenance/homeostasis.ts";
import { scaleWeights } from "../../../durable/graph/maintenance/scale.ts";
import { PARITY, PRODUCT } from "../../../durable/graph/profiles.ts";
import { type EdgeRow, edgeRecord, emptyMemory, nodeRecord, roundNumber } from "../../support/small-graph.ts";

function memoryOf(edges: readonly EdgeRow[], nodes = [] as Parameters<typeof nodeRecord>[]) {
  const memory = emptyMemory();
  for (const [id, more] of nodes) memory.draft.putNode(nodeRecord(id, more));
  for (const id of edges.flatMap(([source, target]) => [source, target] as const)) {
    if (!memory.graph.has(id)) memory.draft.putNode(nodeRecord(id));
  }
  for (const edge of edges) memory.draft.putEdge(edgeRecord(edge));
  const weightOf = (source: string, target: string) =>
    memory.graph.weights[memory.graph.edgeOf(source, target)];
  return { ...memory, weightOf };
}

const Weights = fc.array(roundNumber(-1, 1), { minLength: 1, maxLength: 12 });

describe("decay", () => {
  it("[MN6] as many runs as the half-life halve a weight, whatever its sign", () => {
    const { draft, weightOf } = memoryOf([
      ["a", "b", 0.8],
      ["b", "a", -0.8],
    ]);
    for (let run = 0; run < 7; run++) decayWeights(draft, { halfLife: 7, minWeight: 0.01 }, () => 1);
    expect(weightOf("a", "b")).toBeCloseTo(0.4, 12);
    expect(weightOf("b", "a")).toBeCloseTo(-0.4, 12);
  });

  it("[MN6] weights never grow or change sign, and small ones end at 0", () => {
    fc.assert(
      fc.property(Weights, fc.integer({ min: 1, max: 300 }), (weights, halfLife) => {
        const { draft, graph } = memoryOf(weights.map((weight, index) => ["s", `t${index}`, weight]));
        decayWeights(draft, { halfLife, minWeight: 0.01 }, () => 1);
        for (const [index, weight] of weights.entries()) {
          const faded = graph.weights[graph.edgeOf("s", `t${index}`)];
          expect(Math.abs(faded)).toBeLessThanOrEqual(Math.abs(weight));
          expect(faded === 0 || (Math.sign(faded) === Math.sign(weight) && Math.abs(faded) >= 0.01)).toBe(
            true,
          );
        }
      }),
      { seed: 1 },
    );
  });

  it("[MN7] constitutional sources keep their weights and canonical ones fade half as fast", () => {
    const { draft, graph, weightOf } = memoryOf(
      [
        ["law", "x", 0.5],
        ["rule", "x", 0.5],
        ["note", "law", 0.5],
      ],
      [
        ["law", { authority: "constitutional" }],
        ["rule", { authority: "canonical" }],
      ],
    );
    decayWeights(draft, { halfLife: 2, minWeight: 0 }, scaleByAuthority(graph, PARITY.decay));
    expect(weightOf("law", "x")).toBe(0.5);
    expect(weightOf("rule", "x")).toBeCloseTo(0.5 * 0.5 ** 0.25, 12);
    expect(weightOf("note", "law")).toBeCloseTo(0.5 * 0.5 ** 0.5, 12);
  });
});

describe("half-life", () => {
  it("[MN8] stays in its range and moves against the share of reflex edges", () => {
    fc.assert(
      fc.property(Weights, fc.double({ min: 1, max: 1000, noNaN: true }), (weights, current) => {
        const { graph } = memoryOf(weights.map((weight, index) => ["s", `t${index}`, weight]));
        const next = adaptedHalfLife(graph, current, PRODUCT.homeostasis, 0.6);
        const [low, high] = PRODUCT.homeostasis.halfLifeRange;
        expect(next).toBeGreaterThanOrEqual(low);
        expect(next).toBeLessThanOrEqual(high);
        const reflexShare = weights.filter((weight) => weight >= 0.6).length / weights.length;
        if (current > low && current < high) {
          if (reflexShare > 0.15) expect(next).toBeLessThan(current);
          else if (reflexShare < 0.05) expect(next).toBeGreaterThan(current);
          else expect(next).toBe(current);
        }
      }),
      { seed: 2 },
    );
  });

  it("[MN8] what was stored and is no positive number gives way to the configured half-life", () => {
    for (const stored of [undefined, null, "soon", 0, -3, true])
      expect(halfLifeFrom(stored, PARITY)).toBe(140);
    expect(halfLifeFrom(99.5, PARITY)).toBe(99.5);
    expect(halfLifeFrom("99.5", PARITY)).toBe(99.5);
  });
});

describe("scaling", () => {
  it("[MN9] repeated runs approach the budget from above and leave ratios and suppressions alone", () => {
    const { draft, weightOf } = memoryOf([
      ...Array.from({ length: 9 }, (_, index): EdgeRow => ["hub", `t${index}`, index < 8 ? 1 : 0.5]),
      ["hub", "wrong", -0.7],
    ]);
    let load = 8.5;
    for (let run = 0; run < 30; run++) {
      expect(scaleWeights(draft, { budget: 5, power: 0.25 }, () => false)).toBe(load > 5 ? 1 : 0);
      const next = 8 * weightOf("hub", "t0") + weightOf("hub", "t8");
      expect(next).toBeLessThanOrEqual(load);
      expect(next).toBeGreaterThan(5 - 1e-9);
      load = next;
    }
    expect(load).toBeCloseTo(5, 3);
    expect(weightOf("hub", "t8") / weightOf("hub", "t0")).toBeCloseTo(0.5, 12);
    expect(weightOf("hub", "wrong")).toBe(-0.7);
  });
});

describe("health", () => {
  it("[MN10] shares add up to 1 and agree with a count by hand", () => {
    fc.assert(
      fc.property(Weights, (weights) => {
        const { graph } = memoryOf(weights.map((weight, index) => ["s", `t${index}`, weight]));
        const health = healthOf(graph, PRODUCT.health);
        expect(health.reflex_pct + health.habitual_pct + health.dormant_pct).toBeCloseTo(1, 12);
        expect(health.reflex_pct).toBe(weights.filter((weight) => weight >= 0.6).length / weights.length);
        expect(health.orphan_nodes).toBe(0);
        expect(suppressionsOf(graph, PRODUCT.health)).toBe(weights.filter((w) => w <= -0.01).length);
      }),
      { seed: 3 },
    );
  });
});
