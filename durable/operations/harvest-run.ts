// What a harvest runs when everything is learned, and what of its report is kept.

import type { HarvestMaintenance } from "../../wire/replaying.ts";
import type { MaintainReply } from "../../wire/upkeep.ts";

export const HARVEST_TASKS = ["split", "merge", "prune", "connect", "scale"] as const;

export function maintenanceOf(report: MaintainReply): HarvestMaintenance {
  const { tasks_run, edges_before, edges_after, pruned_edges, pruned_nodes } = report;
  const { merges_proposed, merges_applied } = report;
  return {
    tasks_run,
    edges_before,
    edges_after,
    pruned_edges,
    pruned_nodes,
    merges_proposed,
    merges_applied,
  };
}
