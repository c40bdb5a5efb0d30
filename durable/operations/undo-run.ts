// Undoing a maintenance run as one event: what it changed is as it was before, to the last bit, wherever nobody changed it
// since. What was changed since stays, and is told. A run that is still under way ends with that.

import { Refusal } from "../../wire/errors.ts";
import { LIMITS } from "../../wire/limits.ts";
import type { UndoReply, UndoRequest } from "../../wire/undoing.ts";
import type { Metadata } from "../graph/records.ts";
import type { JournalEntry, TakenBack } from "../store/ports.ts";
import type { Call, Memory, Operation, Work } from "./memory.ts";
import { undo } from "./undo.ts";

type Lessons = typeof undo extends Operation<UndoRequest, UndoReply, infer Awaited> ? Awaited : never;

/** Takes back what the request names: a run, or what was taught. */
export const undoEvent: Operation<UndoRequest, UndoReply, Lessons | null> = {
  wait: async (memory, request, call) =>
    runOf(memory, request) ? null : ((await undo.wait?.(memory, request, call)) ?? null),

  act(work, request, lessons) {
    const run = runOf(work, request);
    if (run) return undoRun(work, run, request.dry_run ?? false);
    return undo.act(work, request, lessons as Lessons);
  },
};

function runOf({ store }: Pick<Memory, "store">, { event_id: event }: UndoRequest): JournalEntry | undefined {
  return event === undefined ? undefined : store.maintenance.entryOf(event);
}

function undoRun(work: Work, entry: JournalEntry, isDry: boolean): UndoReply {
  const { store, call } = work;
  const run = entry.body.event as string;
  if (call.role !== "owner" && entry.author !== call.author)
    throw new Refusal("forbidden", "only an owner may take back what others ran or changed");
  if (isUndone(entry)) return replyOf(call, run, NOTHING, { isDry, already: 1 });
  if (!store.maintenance.holds(run, call.now) && !isUnderWay(work, run)) {
    throw new Refusal(
      "not_found",
      "what this changed is not known any more: it is kept for some weeks and for the last runs and changes, and until the memory is erased from, restored, replaced or embedded anew",
    );
  }
  const taken = store.maintenance.takeBack(run, call.now, untaughtSince(work), isDry);
  const told = replyOf(call, run, taken, { isDry, already: 0 });
  if (isDry) return told;
  const stamp = { at: call.now, author: call.author };
  const mark: Metadata = isWhole(taken) ? { undone: call.id } : { partly_undone: call.id };
  const own = [...store.erasing.journal(entry.at)].filter(({ body }) => body.event === run);
  const marked = own.map((one): JournalEntry => ({ ...one, body: { ...one.body, ...mark } }));
  store.erasing.amend(marked, call.now);
  const { total_ms: _, already_undone: _already, ...kept } = told;
  store.record("undo", { event: call.id, ...(kept as unknown as Metadata) }, stamp);
  store.audit.append({ kind: "undo", target: `undo:${call.id}`, detail: JSON.stringify([run]) }, stamp);
  return told;
}

/** Nodes of which all that taught them was taken back: they do not come back with what a run had made of them. */
function untaughtSince({ store }: Work): Set<string> {
  const stands = new Map<string, boolean>();
  for (const { type, body } of store.erasing.journal()) {
    if (type !== "inject") continue;
    const id = body.node_id as string;
    stands.set(id, stands.get(id) === true || body.undone === undefined);
  }
  return new Set([...stands].filter(([, isStanding]) => !isStanding).map(([id]) => id));
}

const NOTHING: TakenBack = { edges: 0, edgesKept: 0, restored: [], removed: [], kept: [] };

function isUndone({ body }: JournalEntry): boolean {
  return body.undone !== undefined || body.partly_undone !== undefined;
}

/** A run that has changed nothing yet leaves nothing to take back, and is ended all the same. */
function isUnderWay({ store }: Work, run: string): boolean {
  return store.maintenance.job?.run === run;
}

function isWhole({ edgesKept, kept }: TakenBack): boolean {
  return edgesKept === 0 && kept.length === 0;
}

function replyOf(
  call: Call,
  run: string,
  taken: TakenBack,
  { isDry, already }: { readonly isDry: boolean; readonly already: number },
): UndoReply {
  const events = already > 0 ? [] : [run];
  const exact = isWhole(taken) ? events.length : 0;
  return {
    event_id: isDry || already > 0 ? null : call.id,
    dry_run: isDry,
    events: events.length,
    event_ids: events,
    already_undone: already,
    exact,
    estimated: events.length - exact,
    nodes_removed: taken.removed.slice(0, LIMITS.pageSize),
    nodes_removed_count: taken.removed.length,
    nodes_kept: taken.kept.slice(0, LIMITS.pageSize).map((id) => ({ id, because: "changed" })),
    nodes_restored: taken.restored.slice(0, LIMITS.pageSize),
    nodes_restored_count: taken.restored.length,
    edges_changed: taken.edges,
    edges_kept: taken.edgesKept,
    questions_forgotten: 0,
    questions_restored: 0,
    questions_lost: 0,
    total_ms: call.elapsed(),
  };
}
