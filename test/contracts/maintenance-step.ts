// What every maintenance step keeps to, whatever it does. One suite, run for each step and profile.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Draft } from "../../durable/graph/draft.ts";
import {
  type MaintenanceReport,
  runMaintenance,
  type StepName,
} from "../../durable/graph/maintenance/run.ts";
import type { GraphChange, Metadata } from "../../durable/graph/records.ts";
import type { Settings } from "../../durable/graph/settings.ts";
import { dumpOf } from "../support/graph-dump.ts";
import { emptyMemory } from "../support/small-graph.ts";
import { openUpkeep, TOOLS, UpkeepMemory, vectorOf } from "../support/upkeep-memory.ts";

const SEED = 20_261_130;

export interface StepResult {
  readonly change: GraphChange;
  readonly report: MaintenanceReport;
  /** The counts of the step. */
  readonly counts: Metadata;
}

/** `agrees` says what the counts of this step mean for its change. */
export function maintenanceStep(
  task: StepName,
  profile: string,
  settings: Settings,
  agrees: (result: StepResult) => void,
): void {
  const run = (draft: Draft) =>
    runMaintenance(draft, { tasks: [task], halfLife: 100, pruneBelow: 0.05, vectorOf }, settings, TOOLS);
  const onGenerated = (check: (memory: ReturnType<typeof openUpkeep>) => void) =>
    fc.assert(
      fc.property(UpkeepMemory, (generated) => check(openUpkeep(generated))),
      { seed: SEED, numRuns: 40 },
    );

  describe(`maintenance step ${task}, ${profile}`, () => {
    it("[MN1] changes nothing in an empty graph", () => {
      const { draft } = emptyMemory();
      run(draft);
      expect(Object.values(draft.change()).flat()).toEqual([]);
    });

    it("[MN2] leaves constitutional nodes and the weights of their routes as they are", () => {
      onGenerated(({ graph, vectors, draft: words, nodes }) => {
        const anchors = nodes.filter(({ authority }) => authority === "constitutional");
        const before = anchors.map(({ id }) => weightsFrom(graph, id));
        run(new Draft(graph, vectors, words));
        anchors.forEach(({ id }, index) => {
          expect(graph.has(id)).toBe(true);
          const after = weightsFrom(graph, id);
          for (const [target, weight] of before[index]) {
            if (graph.has(target)) expect(after.get(target)).toBe(weight);
          }
        });
      });
    });

    it("[MN3] reports what it changed", () => {
      onGenerated(({ graph, vectors, draft: words }) => {
        const known = new Set(Array.from(graph.entries(), ([id]) => id));
        const draft = new Draft(graph, vectors, words);
        const { report, entries } = run(draft);
        const change = draft.change();
        const added = change.nodes.filter(({ id }) => !known.has(id)).length;
        const removed = change.removedNodes.filter((id) => known.has(id)).length;
        expect(report.health_after.nodes - report.health_before.nodes).toBe(added - removed);
        expect(report.edges_after).toBe(graph.edgeCount);
        agrees({ change, report, counts: entries[0].body });
      });
    });

    it("[MN4] leaves the graph as it was when the draft is taken back", () => {
      onGenerated(({ graph, vectors, draft: words }) => {
        const before = dumpOf(graph, vectors);
        const draft = new Draft(graph, vectors, words);
        run(draft);
        draft.rollback();
        expect(dumpOf(graph, vectors)).toEqual(before);
        expect(Object.values(draft.change()).flat()).toEqual([]);
      });
    });
  });
}

function weightsFrom(graph: Draft["graph"], id: string): Map<string, number> {
  return new Map(
    graph
      .outgoing(graph.positionOf(id))
      .map((edge) => [graph.idAt(graph.targets[edge]), graph.weights[edge]]),
  );
}
