// The generated graph is the same everywhere, and walks of it cost the same at every size.

import { describe, expect, it } from "vitest";
import { draws, generate } from "../../bench/generator.ts";
import { generatedGraph } from "../../bench/memory.ts";
import { PARITY, UNLIMITED } from "../../durable/graph/profiles.ts";
import { traverse } from "../../durable/graph/traversal.ts";

const SIZES = [
  { nodes: 1_200, edges: 4_796, weight: 2308.4727238384, firedWithoutLimits: 176 },
  { nodes: 10_000, edges: 39_997, weight: 19100.2642918893, firedWithoutLimits: 187 },
  { nodes: 50_000, edges: 199_995, weight: 95105.2312443247, firedWithoutLimits: 194 },
];

describe("the generated graph", () => {
  it("[BN1] draws the same numbers everywhere", () => {
    const draw = draws(42);
    expect(Math.floor(draw() * 2 ** 32)).toBe((1664525 * 42 + 1013904223) % 2 ** 32);
  });

  for (const { nodes, edges, weight, firedWithoutLimits } of SIZES) {
    it(`[BN1] of ${nodes} nodes has ${edges} edges, all of them between two nodes`, () => {
      const generated = generate(nodes);
      expect(generated.edges).toHaveLength(edges);
      expect(generated.edges.reduce((sum, [, , weight]) => sum + weight, 0)).toBeCloseTo(weight, 8);
      expect(generated.edges.every(([source, target]) => source !== target && target < nodes)).toBe(true);
    });

    it(`[BN2] of ${nodes} nodes: 30 fire under the worker's limits, ${firedWithoutLimits} without any`, () => {
      const { graph, seeds } = generatedGraph(nodes);
      expect(traverse(graph, seeds, PARITY.traversal).fired).toHaveLength(30);
      const unlimited = traverse(graph, seeds, { ...PARITY.traversal, ...UNLIMITED });
      expect(unlimited.fired).toHaveLength(firedWithoutLimits);
    });
  }

  it("[BN3] a walk looks at no more edges when the graph is forty times as large", () => {
    const [small, , large] = SIZES.map(({ nodes }) => {
      const { graph, seeds } = generatedGraph(nodes);
      return traverse(graph, seeds, PARITY.traversal).work.edges;
    });
    expect(large).toBeLessThan(small * 1.5);
  });
});
