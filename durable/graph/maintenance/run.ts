// One maintenance run: the chosen steps in their fixed order health, decay, scale, split, prune, merge, connect.
// Pruning comes before merging, so that dead edges stay out of the merge. Each step sees what the one before left.
// Everything happens on the draft; whether it is kept is the caller's affair.

import type { Draft } from "../draft.ts";
import { type Health, healthOf } from "../health.ts";
import type { Metadata } from "../records.ts";
import type { Settings } from "../settings.ts";
import { connectLearningNodes, learningNodesOf } from "./connect.ts";
import { decayWeights, scaleByAuthority } from "./decay.ts";
import { adaptedHalfLife } from "./homeostasis.ts";
import { isMergeable, mergePair, suggestMerges } from "./merge.ts";
import { pruneEdges, pruneOrphans } from "./prune.ts";
import { scaleWeights } from "./scale.ts";
import { partsOf, splitNode, suggestSplits } from "./split.ts";
import type { TextTools, VectorOf } from "./text-tools.ts";

/** The steps, in the order in which they run. */
export const STEP_ORDER = ["health", "decay", "scale", "split", "prune", "merge", "connect"] as const;
export type StepName = (typeof STEP_ORDER)[number];
export const DEFAULT_TASKS: readonly StepName[] = ["health", "decay", "merge", "prune"];

export interface MaintenancePlan {
  /** Names of steps; repeats count once, unknown names become a note. */
  readonly tasks?: readonly string[];
  readonly dryRun?: boolean;
  readonly maxMerges?: number;
  readonly pruneBelow?: number;
  /** The half-life as the last run left it. */
  readonly halfLife: number;
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

export function runMaintenance(
  draft: Draft,
  plan: MaintenancePlan,
  settings: Settings,
  tools: TextTools,
): MaintenanceRun {
  const { graph } = draft;
  const dryRun = plan.dryRun ?? false;
  const before = healthOf(graph, settings.health);
  const { tasks, unknown } = chosenTasks(plan.tasks ?? DEFAULT_TASKS, tools);
  const run: Run = { draft, plan, settings, tools, notes: [], halfLife: null };
  if (unknown.length > 0) run.notes.push(`Unknown tasks skipped: ${unknown.join(", ")}`);

  const entries: { type: "health" | "maintenance"; body: Metadata }[] = [];
  const counts: Record<string, Metadata> = {};
  for (const task of tasks) {
    if (task === "health") {
      entries.push({ type: "health", body: { ...before } });
      continue;
    }
    counts[task] = STEPS[task](run);
    entries.push({ type: "maintenance", body: { task, ...counts[task], dry_run: dryRun } });
  }
  if (dryRun) run.notes.push("dry_run=True; no state write performed");
  const after = healthOf(graph, settings.health);
  entries.push({ type: "health", body: { ...after } });

  const countOf = (task: StepName, name: string) => Number(counts[task]?.[name] ?? 0);
  const report: MaintenanceReport = {
    health_before: before,
    health_after: after,
    tasks_run: tasks,
    decay_applied: tasks.includes("decay") && !dryRun,
    edges_before: before.edges,
    edges_after: after.edges,
    merges_proposed: countOf("merge", "suggested"),
    merges_applied: countOf("merge", "applied"),
    pruned_edges: countOf("prune", "edges_removed"),
    pruned_nodes: countOf("prune", "nodes_removed"),
    notes: run.notes,
  };
  return { report, entries, halfLife: run.halfLife };
}

interface Run {
  readonly draft: Draft;
  readonly plan: MaintenancePlan;
  readonly settings: Settings;
  readonly tools: TextTools;
  readonly notes: string[];
  halfLife: number | null;
}

/** What each step does; it returns its counts, named as they are published. */
const STEPS: Record<Exclude<StepName, "health">, (run: Run) => Metadata> = {
  decay(run) {
    const { draft, plan, settings } = run;
    const { reflexThreshold } = settings.health;
    run.halfLife = adaptedHalfLife(draft.graph, plan.halfLife, settings.homeostasis, reflexThreshold);
    const decay = { halfLife: Math.trunc(run.halfLife), minWeight: settings.decay.minWeight };
    const decayed = decayWeights(draft, decay, scaleByAuthority(draft.graph, settings.decay));
    return { decay_half_life: run.halfLife, edges_decayed: decayed };
  },

  scale({ draft, settings }) {
    const isExempt = (position: number) => draft.graph.authorityAt(position) === "constitutional";
    return { nodes_scaled: scaleWeights(draft, settings.scaling, isExempt) };
  },

  split({ draft, plan, settings: { structure }, tools, notes }) {
    const suggested = suggestSplits(draft.graph, structure).filter((node) => !node.needsConfirmation);
    let applied = 0;
    if (plan.vectorOf === null) notes.push("split skipped: embed_fn is required for split_node");
    else {
      for (const { id } of suggested) {
        if (applied === structure.splitsPerRun) break;
        const parts = partsOf(draft.node(id)?.text ?? "", structure, tools);
        if (parts.length < structure.splitMinParts || parts.length === 0) continue;
        if (splitNode(draft, id, parts, plan.vectorOf, structure, tools)) applied++;
        else notes.push(`split skipped for ${id}: the vector of a part is not at hand`);
      }
    }
    return { suggested: suggested.length, applied, max_splits: structure.splitsPerRun };
  },

  prune({ draft, plan, settings: { structure } }) {
    const edges = pruneEdges(draft, plan.pruneBelow ?? structure.pruneBelow, structure);
    return { edges_removed: edges, nodes_removed: pruneOrphans(draft, structure) };
  },

  merge({ draft, plan, settings: { structure }, tools, notes }) {
    const { graph } = draft;
    const limit = plan.maxMerges ?? structure.mergesPerRun;
    const pairs = suggestMerges(graph, structure).filter((pair) => isMergeable(draft, pair, structure));
    let applied = 0;
    for (const pair of pairs) {
      if (applied === limit) break;
      if (!pair.every((id) => graph.has(id))) continue;
      if (mergePair(draft, pair, plan.vectorOf ?? NO_VECTOR, structure, tools)) applied++;
      else notes.push(`merge skipped for ${pair.join(" and ")}: the vector of their text is not at hand`);
    }
    return { suggested: pairs.length, applied, max_merges: limit };
  },

  connect({ draft, settings: { structure }, notes }): Metadata {
    if (learningNodesOf(draft.graph, structure).length === 0) {
      notes.push("connect skipped: no learning nodes found");
      return { connected: 0, reason: "no learning nodes found" };
    }
    return { connected: connectLearningNodes(draft, structure) };
  },
};

const NO_VECTOR: VectorOf = () => undefined;

function chosenTasks(names: readonly string[], { strip }: TextTools) {
  const wanted = [...new Set(names.map(strip))];
  const isStep = (name: string): name is StepName => (STEP_ORDER as readonly string[]).includes(name);
  return {
    tasks: STEP_ORDER.filter((step) => wanted.includes(step)),
    unknown: wanted.filter((name) => !isStep(name)),
  };
}
