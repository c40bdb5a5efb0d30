// When the alarm maintains a memory: nobody asked or taught for a while, enough was written since the last run, and that
// one is some time ago. A run that is under way is always due.

import type { Memory } from "./memory.ts";

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
