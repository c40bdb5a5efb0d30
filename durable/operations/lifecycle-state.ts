// What health tells of the life of memories: the last run that changed something, when the alarm looked, and when it looks again.

import type { LifecycleState } from "../../wire/upkeep.ts";
import { PHASES } from "../graph/memories/lifecycle.ts";
import type { Memory } from "./memory.ts";
import { msUntilLifecycle } from "./upkeep-due.ts";

export function lifecycleStateOf(memory: Memory, now: number): LifecycleState {
  const { maintenance } = memory.store;
  const last = maintenance.lastLifecycle();
  const wait = msUntilLifecycle(memory, now);
  return {
    last_run: last ? lastRunOf(last, maintenance.holds(String(last.body.event), now)) : null,
    looked_at: maintenance.lifecycle.at || null,
    next_due: wait === null ? null : now + wait,
  };
}

function lastRunOf(
  { at, author, body }: NonNullable<ReturnType<Memory["store"]["maintenance"]["lastLifecycle"]>>,
  isHeld: boolean,
): LifecycleState["last_run"] {
  return {
    event_id: String(body.event),
    ...{ at, author },
    state: body.undone !== undefined ? "undone" : body.partly_undone !== undefined ? "partly_undone" : "done",
    can_be_undone: isHeld,
    closed: PHASES.reduce((sum, phase) => sum + Number(body[phase] ?? 0), 0),
    deleted: Number(body.deleted ?? 0),
  };
}
