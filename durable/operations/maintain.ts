// Maintenance in one breath: decay, structure and pruning in one change, with a report and journal entries. So a dry run
// says what a run would do, and what has its own change of the memory maintains it along with that.

import type { MaintainReply, MaintainRequest } from "../../wire/upkeep.ts";
import type { Draft } from "../graph/draft.ts";
import { halfLifeFrom } from "../graph/maintenance/homeostasis.ts";
import {
  DEFAULT_TASKS,
  type MaintenancePlan,
  type MaintenanceRun,
  runMaintenance,
} from "../graph/maintenance/run.ts";
import type { VectorOf } from "../graph/maintenance/text-tools.ts";
import type { Memory, Operation } from "./memory.ts";
import { rehearse, type Vectors } from "./rehearse.ts";
import { textToolsOf } from "./text-tools.ts";

/** Setting under which the adapted half-life is kept from run to run. */
export const DECAY_HALF_LIFE = "decay_half_life";

/** The tasks that make new texts, and what runs between them. Decay moves weights too little to matter here. */
const REHEARSED = ["split", "prune", "merge"];

export const maintain: Operation<MaintainRequest, MaintainReply, Vectors> = {
  async wait(memory, request) {
    const chosen: readonly string[] = request.tasks ?? DEFAULT_TASKS;
    const tasks = REHEARSED.filter((task) => chosen.includes(task));
    if (!tasks.includes("split") && !tasks.includes("merge")) return new Map();
    return rehearse(memory, (draft, vectorOf) =>
      run(memory, draft, { ...request, tasks: tasks as [] }, vectorOf),
    );
  },

  act(work, request, vectors) {
    const { draft, store, call } = work;
    const stamp = { at: call.now, author: call.author };
    const { report, entries, halfLife } = run(work, draft, request, (text) => vectors.get(text));
    const dryRun = request.dry_run ?? false;
    if (dryRun) {
      draft.rollback();
      store.record("maintenance", { task: "dry_run", tasks: report.tasks_run, dry_run: true }, stamp);
    } else {
      if (halfLife !== null) store.setSetting(DECAY_HALF_LIFE, halfLife);
      for (const { type, body } of entries) store.record(type, body, stamp);
    }
    return { ...report, event_id: null, dry_run: dryRun, total_ms: call.elapsed() };
  },
};

function run(memory: Memory, draft: Draft, request: MaintainRequest, vectorOf: VectorOf): MaintenanceRun {
  const { settings, store, embedder } = memory;
  const plan: MaintenancePlan = {
    tasks: request.tasks,
    dryRun: request.dry_run,
    maxMerges: request.max_merges,
    pruneBelow: request.prune_below,
    halfLife: halfLifeFrom(store.setting(DECAY_HALF_LIFE), settings),
    vectorOf: settings.structure.noSplitWith.includes(embedder.name) ? null : vectorOf,
  };
  return runMaintenance(draft, plan, settings, textToolsOf(settings.structure));
}
