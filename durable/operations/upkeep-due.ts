// When the alarm maintains a memory: nobody asked or taught for a while, enough was written since the last run, and that
// one is some time ago. A run that is under way is always due. And when it sees to the life of memories, where there are any.

import type { Memory } from "./memory.ts";
import { MEMORY_PREFIX } from "./memory-rows.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Milliseconds until the next slice of a run may be done; null: nothing calls for one. */
export function msUntilRun(
  { store, settings }: Pick<Memory, "store" | "settings">,
  now: number,
): number | null {
  const { own } = settings.upkeep;
  const { maintenance } = store;
  if (maintenance.job) return 0;
  if (!own) return null;
  const last = maintenance.lastRun();
  if (store.revision - Number(last?.body.revision ?? 0) < own.leastChanges) return null;
  const idleFrom = (maintenance.lastAt ?? 0) + own.idleMinutes * MINUTE;
  const restedFrom = (last?.at ?? 0) + own.leastHours * HOUR;
  return Math.max(0, Math.max(idleFrom, restedFrom) - now);
}

/** Milliseconds until the life of memories may be seen to; null: nothing calls for it. */
export function msUntilLifecycle(
  { store, settings }: Pick<Memory, "store" | "settings">,
  now: number,
): number | null {
  const { lifecycle } = settings.upkeep;
  if (!lifecycle || !store.hasIdsFrom(MEMORY_PREFIX)) return null;
  const { maintenance } = store;
  const idleFrom = (maintenance.lastAt ?? 0) + lifecycle.idleMinutes * MINUTE;
  // What is new has nothing that is over yet.
  const restedFrom = (maintenance.lifecycle.at || (maintenance.firstAt ?? 0)) + lifecycle.leastHours * HOUR;
  return Math.max(0, Math.max(idleFrom, restedFrom) - now);
}
