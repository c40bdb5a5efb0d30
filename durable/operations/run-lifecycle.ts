// The life of memories, written down: what is over is closed, of what is told twice the surer one stays, disputes are settled, and
// what had its time long ago goes. Like a maintenance run it is one event that can be taken back, whoever had it run: the alarm
// does so by itself.

import { LIMITS } from "../../wire/limits.ts";
import type { LifecycleReply, LifecycleRequest } from "../../wire/memories.ts";
import { type LifePlan, lifePlan, type Pairs, reportOf } from "../graph/memories/lifecycle.ts";
import type { Metadata } from "../graph/records.ts";
import { predecessorOf, successorOf } from "../graph/structure.ts";
import { removeAll } from "./erase.ts";
import type { Operation, Work } from "./memory.ts";
import { remark } from "./memory-marks.ts";
import { viewOf } from "./memory-shelf.ts";
import { supersede } from "./memory-storing.ts";
import { sayTheSame } from "./placing-memory.ts";

/** Others that one memory is compared with, nearest first. */
const NEAREST = 10;
const DAY_MS = 24 * 3_600_000;

export const runLifecycle: Operation<LifecycleRequest, LifecycleReply> = {
  act: (work, { dry_run: isDry = false }) =>
    lived(work, isDry, (ids) => ids.slice(-LIMITS.memoriesCompared)).reply,
};

/** As the alarm does it: doubles are looked for among what is new since, a part at a time. */
export const ownLifecycle: Operation<null, null> = {
  act(work) {
    const { maintenance } = work.store;
    const { comparedTo } = maintenance.lifecycle;
    const most = work.settings.upkeep.lifecycle?.compared ?? 0;
    const view = viewOf(work);
    const createdAt = (id: string) => view.stored(id)?.createdAt ?? 0;
    const { compared } = lived(work, false, (ids) => {
      const fresh = ids.filter((id) => createdAt(id) > comparedTo);
      return fresh.sort((a, b) => createdAt(a) - createdAt(b)).slice(0, most);
    });
    const isMore = compared.length === most && most > 0;
    maintenance.setLifecycle({
      at: work.call.now,
      comparedTo: isMore ? createdAt(compared[most - 1]) : work.call.now,
    });
    return null;
  },
};

type Chosen = (ids: readonly string[]) => string[];

/** `choose`: which memories are compared with all of them. */
function lived(
  work: Work,
  isDry: boolean,
  choose: Chosen,
): { readonly reply: LifecycleReply; readonly compared: readonly string[] } {
  const { store, call, graph, settings } = work;
  const view = viewOf(work);
  const all = [...view.ids()].flatMap((id) => view.stored(id) ?? []);
  // What is anchored stays as it is.
  const memories = all.filter(({ id }) => graph.authorityAt(graph.positionOf(id)) === "overlay");
  const compared: string[] = [];
  const graceDays = settings.upkeep.lifecycle?.graceDays ?? null;
  const pairs = doublesIn(work, (ids) => {
    compared.push(...choose(ids));
    return compared;
  });
  const plan = lifePlan(memories, call.now, pairs, graceDays === null ? null : graceDays * DAY_MS);
  const gone = goneWith(work, plan.gone);
  const report = {
    ...reportOf(plan),
    deleted: gone.size,
    compared: compared.length,
    closed: plan.closings.slice(0, LIMITS.pageSize).map(({ id, because, supersededBy }) => {
      return { id, because, superseded_by: supersededBy };
    }),
    deleted_ids: [...gone].slice(0, LIMITS.pageSize),
  };
  const changes = plan.closings.length + plan.settled.length + gone.size;
  const event = isDry || changes === 0 ? null : call.id;
  if (event !== null) {
    const stamp = { at: call.now, author: call.author };
    store.maintenance.record(event, stamp);
    settle(work, plan);
    removeAll(work.draft, gone);
    const { closed: _, ...counts } = report;
    const entry = { event, state: "done", tasks: ["lifecycle"], slices: 1, ended_at: call.now };
    store.record("run", { ...entry, revision: store.revision, ...counts } as Metadata, stamp);
  }
  return { reply: { ...report, event_id: event, dry_run: isDry, total_ms: call.elapsed() }, compared };
}

/** Memories whose time is long over, with the versions before them, which would hold again without them. */
function goneWith({ graph }: Work, ids: readonly string[]): Set<string> {
  const gone = new Set<string>();
  for (const id of ids) {
    let position = graph.positionOf(id);
    // An earlier version goes with what took its place, or stays with it.
    if (successorOf(graph, position) >= 0) continue;
    for (; position >= 0; position = predecessorOf(graph, position)) gone.add(graph.idAt(position));
  }
  return gone;
}

function settle(work: Work, { closings, settled }: LifePlan): void {
  for (const { id, because, supersededBy } of closings) {
    if (supersededBy !== null) supersede(work, supersededBy, id);
    const isLost = because === "conflicts_resolved";
    remark(work, id, { validTo: work.call.now, ...(isLost && { conflictStatus: "resolved" as const }) });
  }
  for (const id of settled) remark(work, id, { conflictStatus: "resolved" });
}

/** Pairs of memories that say the same. */
function doublesIn({ vectors, store }: Work, choose: Chosen): Pairs {
  const textOf = (id: string) => store.node(id)?.text ?? "";
  return function* (ids, above) {
    const place = new Map(ids.map((id, at) => [id, at]));
    for (const id of choose(ids)) {
      const own = vectors.vector(id, 0);
      if (!own) continue;
      const near = vectors.search(own, NEAREST, 2, (other) => other !== id && place.has(other));
      for (const [other, similarity] of near) {
        if (similarity <= above || !sayTheSame(textOf(id), textOf(other))) continue;
        yield (place.get(other) as number) < (place.get(id) as number) ? [other, id] : [id, other];
      }
    }
  };
}
