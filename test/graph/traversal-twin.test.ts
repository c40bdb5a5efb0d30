// The walk beside its naive twin, on graphs made at random: circles, dangling edges, ties, negative weights.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PARITY, PRODUCT } from "../../durable/graph/profiles.ts";
import { AUTHORITIES } from "../../durable/graph/records.ts";
import type { TraversalSettings } from "../../durable/graph/settings.ts";
import { type Choose, traverse } from "../../durable/graph/traversal.ts";
import { type NaiveChoice, naiveTraverse } from "../support/naive-traversal.ts";
import { nodeRecord, roundNumber, smallGraph } from "../support/small-graph.ts";

const parity = PARITY.traversal;
const product = PRODUCT.traversal;

describe("the walk against its naive twin", () => {
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
    standIn: fc.boolean(),
    suppressByResemblance: fc.boolean(),
    keptScore: fc.constantFrom("last" as const, "best" as const),
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
        const like = config.suppressByResemblance ? (id: string) => (id.charCodeAt(0) % 7) / 8 : undefined;
        const walk = traverse(graph, seeds, config, top === null ? undefined : choose, {
          resemblance: like,
        });
        const twin = naiveTraverse(world, seeds, config, top === null ? undefined : choice, like);
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
