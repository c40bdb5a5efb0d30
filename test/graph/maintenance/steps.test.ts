// Every maintenance step under the contract of all steps, in both profiles.

import { expect } from "vitest";
import type { StepName } from "../../../durable/graph/maintenance/run.ts";
import { STEP_ORDER } from "../../../durable/graph/maintenance/run.ts";
import { PROFILES } from "../../../durable/graph/profiles.ts";
import { maintenanceStep, type StepResult } from "../../contracts/maintenance-step.ts";

/** What the counts of each step say about its change. */
const AGREES: Readonly<Record<StepName, (result: StepResult) => void>> = {
  health({ change, report }) {
    expect(Object.values(change).flat()).toEqual([]);
    expect(report.health_after).toEqual(report.health_before);
  },
  decay({ change, counts, report }) {
    expect(change.edges).toHaveLength(counts.edges_decayed as number);
    expect(report.edges_after).toBe(report.edges_before);
  },
  scale({ change, counts }) {
    expect(new Set(change.edges.map(({ source }) => source)).size).toBe(counts.nodes_scaled);
  },
  split({ change, counts }) {
    expect(change.removedNodes).toHaveLength(counts.applied as number);
    expect(counts.applied as number).toBeLessThanOrEqual(counts.max_splits as number);
  },
  prune({ change, counts, report }) {
    expect(change.removedEdges).toHaveLength(counts.edges_removed as number);
    expect(change.removedNodes).toHaveLength(counts.nodes_removed as number);
    expect(report.pruned_edges).toBe(counts.edges_removed);
    expect(report.pruned_nodes).toBe(counts.nodes_removed);
  },
  merge({ change, counts, report }) {
    expect(change.removedNodes).toHaveLength(2 * (counts.applied as number));
    expect(change.nodes).toHaveLength(counts.applied as number);
    expect(report.merges_applied).toBe(counts.applied);
    expect(report.merges_proposed).toBeGreaterThanOrEqual(report.merges_applied);
  },
  connect({ counts, report }) {
    expect(report.edges_after - report.edges_before).toBe(counts.connected);
  },
};

for (const [profile, settings] of Object.entries(PROFILES)) {
  for (const task of STEP_ORDER) maintenanceStep(task, profile, settings, AGREES[task]);
}
