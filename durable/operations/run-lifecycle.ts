// The life of memories, written down: what is over is closed, of what is told twice the surer one stays, and disputes are settled.
// Like a maintenance run it is one event that can be taken back.

import { LIMITS } from "../../wire/limits.ts";
import type { LifecycleReply, LifecycleRequest } from "../../wire/memories.ts";
import { type LifePlan, lifePlan, type Pairs, reportOf } from "../graph/memories/lifecycle.ts";
import type { Metadata } from "../graph/records.ts";
import type { Operation, Work } from "./memory.ts";
import { remark } from "./memory-marks.ts";
import { viewOf } from "./memory-shelf.ts";
import { supersede } from "./memory-storing.ts";
import { sayTheSame } from "./placing-memory.ts";

/** Others that one memory is compared with, nearest first. */
const NEAREST = 10;

export const runLifecycle: Operation<LifecycleRequest, LifecycleReply> = {
  act(work, { dry_run: isDry = false }) {
    const { store, call, graph } = work;
    const view = viewOf(work);
    const all = [...view.ids()].flatMap((id) => view.stored(id) ?? []);
    // What is anchored stays as it is.
    const memories = all.filter(({ id }) => graph.authorityAt(graph.positionOf(id)) === "overlay");
    const told = doublesIn(work);
    const plan = lifePlan(memories, call.now, told.pairs);
    const changes = plan.closings.length + plan.settled.length;
    const report = {
      ...reportOf(plan),
      compared: told.compared(),
      closed: plan.closings.slice(0, LIMITS.pageSize).map(({ id, because, supersededBy }) => {
        return { id, because, superseded_by: supersededBy };
      }),
    };
    const event = isDry || changes === 0 ? null : call.id;
    if (event !== null) {
      const stamp = { at: call.now, author: call.author };
      store.maintenance.record(event, stamp);
      settle(work, plan);
      const { closed: _, ...counts } = report;
      const entry = { event, state: "done", tasks: ["lifecycle"], slices: 1, ended_at: call.now };
      store.record("run", { ...entry, revision: store.revision, ...counts } as Metadata, stamp);
    }
    return { ...report, event_id: event, dry_run: isDry, total_ms: call.elapsed() };
  },
};

function settle(work: Work, { closings, settled }: LifePlan): void {
  for (const { id, because, supersededBy } of closings) {
    if (supersededBy !== null) supersede(work, supersededBy, id);
    const isLost = because === "conflicts_resolved";
    remark(work, id, { validTo: work.call.now, ...(isLost && { conflictStatus: "resolved" as const }) });
  }
  for (const id of settled) remark(work, id, { conflictStatus: "resolved" });
}

/** Pairs of memories that say the same, of the newest ones. */
function doublesIn({ vectors, store }: Work): { readonly pairs: Pairs; readonly compared: () => number } {
  let compared = 0;
  const textOf = (id: string) => store.node(id)?.text ?? "";
  return {
    compared: () => compared,
    *pairs(ids, above) {
      const place = new Map(ids.map((id, at) => [id, at]));
      const newest = ids.slice(-LIMITS.memoriesCompared);
      compared = newest.length;
      for (const id of newest) {
        const own = vectors.vector(id, 0);
        if (!own) continue;
        const near = vectors.search(own, NEAREST, 2, (other) => other !== id && place.has(other));
        for (const [other, similarity] of near) {
          if (similarity <= above || !sayTheSame(textOf(id), textOf(other))) continue;
          yield (place.get(other) as number) < (place.get(id) as number) ? [other, id] : [id, other];
        }
      }
    },
  };
}
