// Which pairs of fired nodes gain weight, and after which outcomes.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Draft } from "../../durable/graph/draft.ts";
import { coFire } from "../../durable/graph/hebbian.ts";
import { learnWalk } from "../../durable/graph/learning.ts";
import { PARITY, PRODUCT } from "../../durable/graph/profiles.ts";
import { edgeRecord, emptyMemory, nodeRecord } from "../support/small-graph.ts";

function nodes(ids: readonly string[]): Draft {
  const { draft } = emptyMemory();
  for (const id of ids) draft.putNode(nodeRecord(id));
  return draft;
}

const pairsOf = ({ graph }: Draft) =>
  Array.from(graph.allEdges(), (edge) => graph.idAt(graph.sources[edge]) + graph.idAt(graph.targets[edge]));

describe("co-firing", () => {
  it("[LN11] the closest pairs of the order of firing gain, at most the cap", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 1, max: 5 }),
        (length, hebbianCap, promotionThreshold) => {
          const ids = Array.from({ length }, (_, index) => String.fromCharCode(97 + index));
          const draft = nodes(ids);
          const learning = { ...PARITY.learning, hebbianCap, promotionThreshold };
          coFire(draft, ids, { ...PARITY, learning });
          const naive = ids
            .flatMap((_, i) => ids.slice(i + 1).map((_, d) => [i, i + 1 + d] as const))
            .sort((a, b) => a[1] - a[0] - (b[1] - b[0]) || a[0] - b[0])
            .slice(0, hebbianCap)
            .filter(([i, j]) => j - i + 1 >= promotionThreshold)
            .map(([i, j]) => ids[i] + ids[j]);
          expect(pairsOf(draft).sort()).toEqual(naive.sort());
        },
      ),
      { seed: 9, numRuns: 300 },
    );
  });

  it("[LN12] only a positive outcome wires together, and only the nodes that helped", () => {
    const wired = (outcome: number, perNode?: Map<string, number>) => {
      const draft = nodes(["a", "b", "c"]);
      learnWalk(draft, { fired: ["a", "b", "c"], steps: [] }, outcome, PRODUCT, { perNode });
      return pairsOf(draft);
    };
    expect(wired(1)).toEqual(["ab", "ac", "bc"]);
    expect(wired(0)).toEqual([]);
    expect(wired(-1)).toEqual([]);
    expect(wired(1, new Map([["b", -1]]))).toEqual(["ac"]);
  });

  it("[LN13] a new pair is dormant, and a pair at the bound gains no more", () => {
    const draft = nodes(["a", "b", "c"]);
    draft.putEdge(edgeRecord(["a", "b", 0.98]));
    const changes = coFire(draft, ["a", "b", "c"], PRODUCT);
    const { graph } = draft;
    expect(graph.weights[graph.edgeOf("a", "b")]).toBe(1);
    expect(graph.weights[graph.edgeOf("b", "c")]).toBe(PRODUCT.learning.hebbianIncrement);
    expect([...changes].map(({ change }) => Number(change.toFixed(9)))).toEqual([0.02, 0.06, 0.06]);
  });
});
