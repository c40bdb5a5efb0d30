// Undo: takes learning back, so that the memory is as if it had never been taught. Verdicts give their weights back
// exactly where lessons, injections and corrections lie between; across maintenance and syncs they are estimated.
// An undo can't be undone: what it removed is gone, and is taught again like anything else.

import { LIMITS } from "../../wire/limits.ts";
import type { UndoReply, UndoRequest } from "../../wire/undoing.ts";
import type { Json, Metadata } from "../graph/records.ts";
import type { JournalEntry } from "../store/ports.ts";
import { vectorsAtOnce } from "./embedding.ts";
import { removeAll } from "./erase.ts";
import { relinkedBy, type Unlearned, unlearn, type Vectors } from "./erase-history.ts";
import { withoutNames } from "./erased-names.ts";
import { unmark } from "./experience-nodes.ts";
import type { Operation, Work } from "./memory.ts";
import { logOf } from "./replay-progress.ts";
import { eventsOf, type UndoPlan, undoPlan } from "./undo-plan.ts";
import { lostQuestions, type Questions, type Retaught, reteach } from "./undo-questions.ts";

interface Awaited {
  readonly vectors: Vectors;
  readonly questions: Questions;
}

export const undo: Operation<UndoRequest, UndoReply, Awaited> = {
  async wait(memory, request, call) {
    const plan = undoPlan(memory, request, call);
    const ids = relinkedBy(memory, plan);
    const texts = ids.map((id) => memory.store.node(id)?.text ?? "");
    const vectors = await vectorsAtOnce(memory.embedder, texts).catch(() => null);
    const known = ids.map((id, index) => [id, vectors?.[index] ?? memory.vectors.vector(id, 0)] as const);
    return {
      vectors: new Map(known.flatMap(([id, vector]) => (vector ? [[id, vector] as const] : []))),
      questions: await lostQuestions(memory, plan),
    };
  },

  act(work, request, { vectors, questions }) {
    const { draft, store, call } = work;
    const plan = undoPlan(work, request, call);
    const unlearned = unlearn(work, plan, vectors);
    removeAll(draft, plan.names);
    unmark(draft, eventsOf(plan.meant));
    const retaught = reteach(work, plan, questions);
    const { edges, removedEdges } = draft.change();
    const told = replyOf(work, plan, unlearned, edges.length + removedEdges.length, retaught);
    if (request.dry_run || plan.meant.length === 0) {
      draft.rollback();
      return { ...told, event_id: null, dry_run: request.dry_run ?? false };
    }
    const stamp = { at: call.now, author: call.author };
    store.erasing.amend(amendedBy(work, plan, unlearned), call.now);
    for (const { seq, body } of plan.meant) {
      if (body.deferred !== undefined) store.pending.lessonEnds(body.node_id as string, seq);
    }
    // Without its lessons a log can be replayed again.
    const replay = request.source === undefined ? null : logOf(request.source);
    if (replay !== null) store.replays.forget(replay, call.now);
    const { total_ms: _, already_undone: _already, ...entry } = told;
    store.record("undo", { event: call.id, ...(entry as Metadata) }, stamp);
    store.audit.append(
      { kind: "undo", target: `undo:${call.id}`, detail: JSON.stringify(told.event_ids) },
      stamp,
    );
    return told;
  },
};

/** The entries that say something else from now on. */
function* amendedBy({ store, call }: Work, plan: UndoPlan, unlearned: Unlearned): Generator<JournalEntry> {
  const undone = (entry: JournalEntry) => ({ ...entry, body: { ...entry.body, undone: call.id } });
  for (const entry of store.erasing.journal()) {
    if (plan.entries.has(entry.seq)) yield undone(entry);
    else if (unlearned.entries.has(entry.seq)) yield unlearned.entries.get(entry.seq) ?? undone(entry);
    else if (entry.type === "inject" && entry.body.undone === undefined) {
      const left = withoutNames(entry.body, plan.names) as Metadata | undefined;
      const body = left && withEdges(left, plan, entry.seq);
      if (body && body !== entry.body) yield { ...entry, body };
    }
  }
}

/** What an injection laid besides, or did not lay, as its entry notes it. */
function withEdges(body: Metadata, { laidInstead, notLaid }: UndoPlan, seq: number): Metadata {
  const laid = laidInstead.get(seq) ?? [];
  const without = notLaid.get(seq) ?? [];
  if (laid.length + without.length === 0) return body;
  const noted = (body.edges_before ?? null) as Json[] | null;
  const others = new Set(without.flat());
  const left = (ids: Json | undefined) =>
    without.length === 0 ? (ids as string[]) : (ids as string[]).filter((id) => !others.has(id));
  return {
    ...body,
    connected_to: left(body.connected_to),
    suppresses: left(body.suppresses),
    ...(noted && {
      edges_before: [...noted, ...laid.map(({ source, target, kind }) => [source, target, null, kind])],
    }),
  };
}

function replyOf(
  { call }: Work,
  { meant, names, kept, already, entangled }: UndoPlan,
  { exact, estimated, faded }: Unlearned,
  edges: number,
  { forgotten, restored, lost }: Retaught,
): UndoReply {
  const events = [...eventsOf(meant)];
  // What faded to nothing, and what a correction would have corrected instead, can only be guessed.
  const certain = Math.max(0, exact - faded);
  return {
    event_id: call.id,
    dry_run: false,
    events: events.length,
    event_ids: events.slice(0, LIMITS.pageSize),
    already_undone: already,
    exact: certain,
    estimated: exact + estimated - certain + entangled,
    nodes_removed: [...names].slice(0, LIMITS.pageSize),
    nodes_removed_count: names.size,
    nodes_kept: [...kept].slice(0, LIMITS.pageSize).map(([id, because]) => ({ id, because })),
    edges_changed: edges,
    questions_forgotten: forgotten,
    questions_restored: restored,
    questions_lost: lost,
    total_ms: call.elapsed(),
  };
}
