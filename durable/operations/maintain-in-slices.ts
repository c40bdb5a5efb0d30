// Maintenance that somebody asks for: slice after slice, with a breath between them in which others are served, until the
// run is over. If the caller goes away or the object ends meanwhile, the alarm goes on with it, and the same request,
// sent again, is answered with the same run.

import { Refusal } from "../../wire/errors.ts";
import type { MaintainReply, MaintainRequest } from "../../wire/upkeep.ts";
import { answerKey } from "./answer-key.ts";
import { maintain } from "./maintain.ts";
import { begin, maintenanceSlice } from "./maintenance-slice.ts";
import type { Call, Memory, Operation, Work } from "./memory.ts";
import { inOneBreath, Kept, performChore } from "./one-breath.ts";
import { requireState } from "./preconditions.ts";

/** What is left to do in the last breath: to answer, or all of a dry run. */
type Done = (work: Work) => MaintainReply;

export const maintainInSlices: Operation<MaintainRequest, MaintainReply, Done> = {
  inSlices: true,
  wait: runMaintenance,
  act: (work, _, done) => done(work),
};

export async function runMaintenance(memory: Memory, request: MaintainRequest, call: Call): Promise<Done> {
  if (request.dry_run) {
    const vectors = (await maintain.wait?.(memory, request, call)) ?? new Map();
    return (work) => {
      requireState(work, undefined);
      return maintain.act(work, request, vectors);
    };
  }
  const reply = await wholeRun(memory, request, call);
  return () => reply;
}

async function wholeRun(memory: Memory, request: MaintainRequest, call: Call): Promise<MaintainReply> {
  const { maintenance } = memory.store;
  const { key, digest } = answerKey("maintain", request, call);
  const isMine = () => key !== null && maintenance.job?.answer?.key === key;
  // A run that is under way is done first.
  while (maintenance.job && !isMine()) await slice(memory, call);
  const run = maintenance.job?.run ?? call.id;
  let reply = isMine()
    ? null
    : inOneBreath(memory, call, (work) => begin(work, request, key === null ? null : { key, digest }));
  try {
    while (reply === null && maintenance.job?.run === run) reply = await slice(memory, call);
  } catch (cause) {
    throw cause instanceof Refusal ? cause : new Kept("a run was cut off between two slices", { cause });
  }
  return reply ?? endedElsewhere(memory, run, call);
}

async function slice(memory: Memory, call: Call): Promise<MaintainReply | null> {
  await new Promise((resolve) => setTimeout(resolve));
  return performChore(memory, maintenanceSlice, null, call);
}

/** The alarm had the last slice of the run, or something ended it. */
function endedElsewhere({ store }: Memory, run: string, call: Call): MaintainReply {
  const body = store.maintenance.entryOf(run)?.body;
  if (body?.state === "done") {
    const { event, state: _, slices: _slices, ended_at: _at, revision: _revision, ...report } = body;
    const told = { ...report, notes: [], event_id: event, dry_run: false, total_ms: call.elapsed() };
    // SAFETY: `finish` wrote the rest of it from a report.
    return told as unknown as MaintainReply;
  }
  throw new Refusal(
    "unavailable",
    "the run ended before it was over, since the memory was replaced, restored, erased in part or embedded anew: send the request again",
  );
}
