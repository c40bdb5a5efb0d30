// One maintenance run: the chosen steps in their fixed order health, decay, scale, split, prune, merge, connect.
// Pruning comes before merging, so that dead edges stay out of the merge. Each step sees what the one before left.
// A run goes on slice by slice; where it is, is data. Everything happens on drafts; whether they are kept is the
// caller's affair. In one breath or in many: without changes in between the end is the same.

import type { Draft } from "../draft.ts";
import { type Health, healthOf } from "../health.ts";
import type { Metadata } from "../records.ts";
import type { Settings } from "../settings.ts";
import type { SliceLimits } from "../upkeep-settings.ts";
import { type MaintenanceOrder, type RunState, STEP_ORDER, type StepName } from "./run-state.ts";
import { Slice, UNBOUNDED } from "./slice.ts";
import { STEPS } from "./steps.ts";
import type { TextTools, VectorOf } from "./text-tools.ts";

export { type RunState, STEP_ORDER, type StepName } from "./run-state.ts";
export const DEFAULT_TASKS: readonly StepName[] = ["health", "decay", "merge", "prune"];

export interface MaintenancePlan extends MaintenanceOrder {
  readonly dryRun?: boolean;
  /** Vectors of the texts that splitting and merging make; null when nothing can embed. */
  readonly vectorOf: VectorOf | null;
}

/** Names as they are published. */
export interface MaintenanceReport {
  readonly health_before: Health;
  readonly health_after: Health;
  readonly tasks_run: string[];
  readonly decay_applied: boolean;
  readonly edges_before: number;
  readonly edges_after: number;
  readonly merges_proposed: number;
  readonly merges_applied: number;
  readonly pruned_edges: number;
  readonly pruned_nodes: number;
  readonly notes: string[];
}

export interface MaintenanceRun {
  readonly report: MaintenanceReport;
  /** What belongs into the journal, in order. */
  readonly entries: readonly { readonly type: "health" | "maintenance"; readonly body: Metadata }[];
  /** The half-life to keep for the next run; null when decay did not run. */
  readonly halfLife: number | null;
}

export function beginRun(
  { graph }: Draft,
  order: MaintenanceOrder,
  settings: Settings,
  { strip }: TextTools,
): RunState {
  const wanted = [...new Set((order.tasks ?? DEFAULT_TASKS).map(strip))];
  const isStep = (name: string): name is StepName => (STEP_ORDER as readonly string[]).includes(name);
  const unknown = wanted.filter((name) => !isStep(name));
  return {
    order,
    tasks: STEP_ORDER.filter((step) => wanted.includes(step)),
    done: 0,
    place: null,
    counts: {},
    notes: unknown.length > 0 ? [`Unknown tasks skipped: ${unknown.join(", ")}`] : [],
    halfLife: null,
    before: healthOf(graph, settings.health),
    after: null,
  };
}

/** Goes on with a run by one slice; the state that is handed in stays as it is. */
export function advance(
  draft: Draft,
  state: RunState,
  { vectorOf, isBegun = true }: { readonly vectorOf: VectorOf | null; readonly isBegun?: boolean },
  settings: Settings,
  tools: TextTools,
  limits: SliceLimits = UNBOUNDED,
): RunState {
  const run = JSON.parse(JSON.stringify(state)) as RunState;
  const slice = new Slice(limits);
  const all = draft.graph.nodeCount + draft.graph.edgeCount;
  // The health of the beginning was part of this breath.
  if (!isBegun) slice.read(all);
  while (run.done < run.tasks.length && !slice.isSpent) {
    const task = run.tasks[run.done];
    slice.place = run.place;
    if (task !== "health") {
      run.counts[task] ??= {};
      STEPS[task]({ draft, run, counts: run.counts[task], settings, tools, vectorOf }, slice);
    }
    run.place = slice.place;
    if (run.place === null) run.done++;
  }
  if (run.done === run.tasks.length && !slice.isSpent && slice.hasRoomFor(all))
    run.after = healthOf(draft.graph, settings.health);
  return run;
}

/** What a run that is over reports. */
export function concluded(run: RunState, dryRun: boolean): MaintenanceRun {
  const { tasks, counts, before } = run;
  const after = run.after as Health;
  const notes = dryRun ? [...run.notes, "dry_run=True; no state write performed"] : run.notes;
  const entries = tasks.map((task): MaintenanceRun["entries"][number] =>
    task === "health"
      ? { type: "health", body: { ...before } }
      : { type: "maintenance", body: { task, ...counts[task], dry_run: dryRun } },
  );
  const countOf = (task: StepName, name: string) => Number(counts[task]?.[name] ?? 0);
  const report: MaintenanceReport = {
    health_before: before,
    health_after: after,
    tasks_run: [...tasks],
    decay_applied: tasks.includes("decay") && !dryRun,
    edges_before: before.edges,
    edges_after: after.edges,
    merges_proposed: countOf("merge", "suggested"),
    merges_applied: countOf("merge", "applied"),
    pruned_edges: countOf("prune", "edges_removed"),
    pruned_nodes: countOf("prune", "nodes_removed"),
    notes,
  };
  return { report, entries: [...entries, { type: "health", body: { ...after } }], halfLife: run.halfLife };
}

/** A whole run in one breath. */
export function runMaintenance(
  draft: Draft,
  { vectorOf, dryRun = false, ...order }: MaintenancePlan,
  settings: Settings,
  tools: TextTools,
): MaintenanceRun {
  const begun = beginRun(draft, order, settings, tools);
  return concluded(advance(draft, begun, { vectorOf }, settings, tools), dryRun);
}
