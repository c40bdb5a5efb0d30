// What must survive any amount of maintenance, over generated memories.

import fc from "fast-check";
import { expect, it } from "vitest";
import { runMaintenance, STEP_ORDER } from "../../../durable/graph/maintenance/run.ts";
import { PRODUCT } from "../../../durable/graph/profiles.ts";
import type { NodeRecord } from "../../../durable/graph/records.ts";
import { openUpkeep, TOOLS, UpkeepMemory, vectorOf } from "../../support/upkeep-memory.ts";

const RUNS = 10;
/** The runner gives up after this; a busy machine needs more than its default. */
const PATIENCE_MS = 60_000;

it(
  "[MN5] ten runs of every task keep the workspace, the anchors and every suppression, and leave nothing dangling",
  () => {
    let structural = 0;
    let inherited = 0;
    fc.assert(
      fc.property(UpkeepMemory, (generated) => {
        const { graph, vectors, draft, nodes } = openUpkeep(generated);
        const anchored = edgesWhere((id) => authorityOf(id) === "constitutional");
        const suppressions = edgesWhere(() => true).filter(([source, , weight]) => {
          return weight < 0 && source.startsWith("correction::");
        });
        const workspace = nodes.filter(({ origin }) => origin === "workspace");

        const everSeen = new Map(nodes.map((node) => [node.id, node]));
        let halfLife = PRODUCT.decay.halfLife;
        for (let count = 0; count < RUNS; count++) {
          // Step by step, so that a node that comes and goes within one run is seen too.
          for (const task of STEP_ORDER) {
            const run = runMaintenance(draft, { tasks: [task], halfLife, vectorOf }, PRODUCT, TOOLS);
            halfLife = run.halfLife ?? halfLife;
            structural += run.report.merges_applied + run.report.pruned_edges + run.report.pruned_nodes;
            for (const [id] of graph.entries()) everSeen.set(id, draft.node(id) as NodeRecord);
          }
        }

        for (const node of workspace) expect(draft.node(node.id)).toEqual(node);
        for (const [source, target, weight] of anchored) {
          if (!graph.has(target) || !graph.has(source)) continue;
          const edge = graph.edgeOf(source, target);
          expect(edge).toBeGreaterThanOrEqual(0);
          if (authorityOf(source) === "constitutional") expect(graph.weights[edge]).toBe(weight);
        }
        const current = Array.from(graph.entries(), ([id]) => draft.node(id) as NodeRecord);
        for (const [source, target] of suppressions) {
          for (const heir of current.filter(({ id }) => descends(id, source, everSeen))) {
            for (const other of current.filter(({ id }) => descends(id, target, everSeen))) {
              const edge = graph.edgeOf(heir.id, other.id);
              expect(graph.weights[edge], `${heir.id} suppresses ${other.id}`).toBeLessThan(-0.4);
              expect(graph.edgeKindAt(edge)).toBe("inhibitory");
              inherited += Number(heir.id !== source || other.id !== target);
            }
          }
        }
        for (const id of vectors.ids()) expect(graph.has(id), `vector of ${id}`).toBe(true);
        for (const { id } of current) expect(vectors.vector(id, 0), `vector of ${id}`).toBeDefined();
        for (const edge of graph.allEdges()) {
          expect(graph.isNode[graph.sources[edge]] + graph.isNode[graph.targets[edge]]).toBe(2);
        }

        function authorityOf(id: string): string {
          return graph.authorityAt(graph.positionOf(id));
        }
        /** Edges with an end that is of interest. */
        function edgesWhere(isOfInterest: (id: string) => boolean): [string, string, number][] {
          return Array.from(graph.allEdges(), (edge): [string, string, number] => [
            graph.idAt(graph.sources[edge]),
            graph.idAt(graph.targets[edge]),
            graph.weights[edge],
          ]).filter(([source, target]) => isOfInterest(source) || isOfInterest(target));
        }
      }),
      { seed: 20_261_130, numRuns: 200 },
    );
    // The generated memories do exercise what is claimed.
    expect(structural).toBeGreaterThan(100);
    expect(inherited).toBeGreaterThan(100);
  },
  PATIENCE_MS,
);

/** True for the node itself, and for what it was merged into or split into, in any number of steps. */
function descends(id: string, ancestor: string, everSeen: ReadonlyMap<string, NodeRecord>): boolean {
  if (id === ancestor) return true;
  const { merged_from: pair, parent } = everSeen.get(id)?.metadata ?? {};
  const parents = Array.isArray(pair) ? (pair as string[]) : typeof parent === "string" ? [parent] : [];
  return parents.some((one) => descends(one, ancestor, everSeen));
}
