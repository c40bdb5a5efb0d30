// A maintenance run slice by slice: each is a transaction of its own and leaves on disk where the next one goes on, so a
// run that is cut off goes on, and whatever comes between two slices is served and stands. What a slice changes is noted,
// so that the run can be taken back.

import type { MaintainReply, MaintainRequest } from "../../wire/upkeep.ts";
import type { Draft } from "../graph/draft.ts";
import { halfLifeFrom } from "../graph/maintenance/homeostasis.ts";
import { advance, beginRun, concluded, type RunState } from "../graph/maintenance/run.ts";
import type { VectorOf } from "../graph/maintenance/text-tools.ts";
import type { Json, Metadata } from "../graph/records.ts";
import type { MaintenanceJob } from "../store/ports.ts";
import { DECAY_HALF_LIFE } from "./maintain.ts";
import type { Memory, Operation, Work } from "./memory.ts";
import { requireState } from "./preconditions.ts";
import { rehearse, type Vectors } from "./rehearse.ts";
import { textToolsOf } from "./text-tools.ts";
import { msUntilRun } from "./upkeep-due.ts";

interface Awaited {
  /** Which slice was prepared; null: there is no run. */
  readonly slice: string | null;
  readonly vectors: Vectors;
}

/** Goes on with the run that is under way; the reply is the run's, once it is over. */
export const maintenanceSlice: Operation<null, MaintainReply | null, Awaited> = {
  async wait(memory) {
    const { job } = memory.store.maintenance;
    if (!job || !needsVectors(stateOf(job))) return { slice: job && nameOf(job), vectors: new Map() };
    const vectors = await rehearse(memory, (draft, vectorOf) => {
      advanceBy(memory, draft, job, vectorOf);
    });
    return { slice: nameOf(job), vectors };
  },

  act(work, _, { slice, vectors }) {
    const { job } = work.store.maintenance;
    // It may have ended, or another slice been done, while texts were embedded.
    if (!job || nameOf(job) !== slice) return null;
    work.store.maintenance.record(job.run, { at: work.call.now, author: job.author });
    return goOn(
      work,
      job,
      advanceBy(work, work.draft, job, (text) => vectors.get(text)),
    );
  },
};

/** Begins a run that nobody asked for, if the time has come. */
export const ownRun: Operation<null, null> = {
  act(work) {
    const tasks = work.settings.upkeep.own?.tasks as MaintainRequest["tasks"];
    const isDue = work.store.maintenance.job === null && msUntilRun(work, work.call.now) === 0;
    if (isDue) begin(work, { tasks }, null);
    return null;
  },
};

/** Begins a run with its first slice; the reply is the run's where it is over with that. */
export function begin(
  work: Work,
  request: MaintainRequest,
  answer: MaintenanceJob["answer"],
): MaintainReply | null {
  const { draft, store, settings, call } = work;
  requireState(work, undefined);
  const stamp = { at: call.now, author: call.author };
  store.maintenance.record(call.id, stamp);
  const order = {
    tasks: request.tasks,
    maxMerges: request.max_merges,
    pruneBelow: request.prune_below,
    halfLife: halfLifeFrom(store.setting(DECAY_HALF_LIFE), settings),
  };
  const state = beginRun(draft, order, settings, textToolsOf(settings.structure));
  const seq = store.record("run", { event: call.id, state: "running", tasks: state.tasks }, stamp);
  const job = { run: call.id, ...stamp, seq, slices: 0, state: state as unknown as Json, answer };
  return goOn(work, job, advanceBy(work, draft, job, null));
}

function advanceBy(
  { settings, embedder }: Memory,
  draft: Draft,
  job: MaintenanceJob,
  vectorOf: VectorOf | null,
): RunState {
  const { structure, upkeep } = settings;
  const embeds = !structure.noSplitWith.includes(embedder.name);
  const more = { vectorOf: embeds ? (vectorOf ?? NO_VECTOR) : null, isBegun: job.slices > 0 };
  return advance(draft, stateOf(job), more, settings, textToolsOf(structure), upkeep.slice);
}

const NO_VECTOR: VectorOf = () => undefined;

function goOn(work: Work, job: MaintenanceJob, state: RunState): MaintainReply | null {
  const next = { ...job, slices: job.slices + 1, state: state as unknown as Json };
  if (state.after !== null) return finish(work, next, state);
  work.store.maintenance.set(next);
  return null;
}

function finish({ store, call }: Work, job: MaintenanceJob, state: RunState): MaintainReply {
  const { run, author, at, seq, slices, answer } = job;
  const stamp = { at: call.now, author };
  const { report, entries, halfLife } = concluded(state, false);
  if (halfLife !== null) store.setSetting(DECAY_HALF_LIFE, halfLife);
  // What others taught meanwhile lies before some slices and behind others.
  const mixed = store.maintenance.isFollowed(seq) ? { mixed: true } : {};
  for (const { type, body } of entries)
    store.record(type, { ...body, ...(body.task === "decay" ? mixed : {}), event: run } as Metadata, stamp);
  const { notes: _, ...kept } = report;
  const told = { event: run, state: "done", slices, ended_at: call.now, revision: store.revision, ...kept };
  const body = told as unknown as Metadata;
  store.erasing.amend([{ seq, at, type: "run", author, body }], call.now);
  store.maintenance.end();
  const reply = { ...report, event_id: run, dry_run: false, total_ms: call.elapsed() };
  if (answer) store.remember(answer.key, answer.digest, reply as unknown as Json, call.now);
  return reply;
}

function stateOf(job: MaintenanceJob): RunState {
  return job.state as unknown as RunState;
}

function nameOf({ run, slices }: MaintenanceJob): string {
  return `${run} ${slices}`;
}

/** Whether the next slice makes texts. */
function needsVectors({ tasks, done, place }: RunState): boolean {
  const at = place as { readonly left?: Json; readonly isFound?: boolean } | null;
  return (tasks[done] === "split" && !!at?.left) || (tasks[done] === "merge" && at?.isFound === true);
}
