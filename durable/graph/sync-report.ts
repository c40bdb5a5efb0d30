// A sync in numbers, counted from its plan, so that a dry run says what the sync would say.

import type { Authority } from "./records.ts";
import type { Arrival, SyncPlan } from "./sync-plan.ts";

export interface SyncNumbers {
  readonly added: number;
  readonly updated: number;
  readonly removed: number;
  readonly unchanged: number;
  /** Of the unchanged ones: those with another place or authority. */
  readonly moved: number;
  readonly authorities: Readonly<Partial<Record<Authority, number>>>;
}

export function numbersOf(plan: SyncPlan): SyncNumbers {
  const arrivals = plan.files.flatMap((file) => file.arrivals);
  const count = (counts: (arrival: Arrival) => boolean) => arrivals.filter(counts).length;
  const authorities: Partial<Record<Authority, number>> = {};
  for (const { old, covered, authority } of arrivals) {
    if (covered || authority === (old?.authority ?? "overlay")) continue;
    authorities[authority] = (authorities[authority] ?? 0) + 1;
  }
  return {
    added: count(({ old }) => old === null),
    updated: count(({ changed }) => changed),
    removed: plan.files.reduce((sum, { gone }) => sum + gone.length, plan.dissolved.size),
    unchanged: count(({ old, changed }) => old !== null && !changed),
    moved: count((arrival) => !arrival.changed && isMoved(arrival)),
    authorities,
  };
}

function isMoved({ old, fresh, covered, authority }: Arrival): boolean {
  return old !== null && (old.id !== fresh.id || (!covered && old.authority !== authority));
}
