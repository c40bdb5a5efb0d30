// What health tells of maintenance: the last run, the one under way, and when the next one comes.

import type { MaintenanceState } from "../../wire/upkeep.ts";
import type { RunState } from "../graph/maintenance/run.ts";
import type { Json } from "../graph/records.ts";
import type { JournalEntry, MaintenanceJob } from "../store/ports.ts";
import type { Memory } from "./memory.ts";
import { msUntilRun } from "./upkeep-due.ts";

export function maintenanceStateOf(memory: Memory, now: number): MaintenanceState {
  const { maintenance } = memory.store;
  const { job } = maintenance;
  const last = maintenance.lastRun();
  const wait = job ? null : msUntilRun(memory, now);
  return {
    last_run: last ? lastRunOf(last, job, maintenance.holds(eventOf(last), now)) : null,
    running: job && runningOf(job),
    next_due: wait === null ? null : now + wait,
  };
}

function lastRunOf(
  entry: JournalEntry,
  job: MaintenanceJob | null,
  isHeld: boolean,
): NonNullable<MaintenanceState["last_run"]> {
  const { at, author, body } = entry;
  const isUnderWay = job?.run === body.event;
  const numbers = isUnderWay ? {} : body;
  return {
    event_id: eventOf(entry),
    at,
    ended_at: numberOf(body.ended_at),
    author,
    state: isUnderWay ? "running" : stateOf(body),
    can_be_undone: isHeld,
    tasks: (body.tasks_run ?? body.tasks ?? []) as string[],
    slices: isUnderWay ? job.slices : Number(body.slices ?? 0),
    edges_before: numberOf(numbers.edges_before),
    edges_after: numberOf(numbers.edges_after),
    merges_applied: numberOf(numbers.merges_applied),
    pruned_edges: numberOf(numbers.pruned_edges),
    pruned_nodes: numberOf(numbers.pruned_nodes),
  };
}

function stateOf(body: JournalEntry["body"]): NonNullable<MaintenanceState["last_run"]>["state"] {
  if (body.undone !== undefined) return "undone";
  if (body.partly_undone !== undefined) return "partly_undone";
  return body.state === "done" ? "done" : "interrupted";
}

function runningOf({ run, slices, state }: MaintenanceJob): NonNullable<MaintenanceState["running"]> {
  const { tasks, done } = state as unknown as RunState;
  return { event_id: run, task: tasks[done] ?? null, steps_done: done, slices };
}

function eventOf({ body }: JournalEntry): string {
  return body.event as string;
}

function numberOf(value: Json | undefined): number | null {
  return typeof value === "number" ? value : null;
}
