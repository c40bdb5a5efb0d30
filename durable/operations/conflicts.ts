// Disputes: memories and facts that say otherwise of one thing. Both stand, until somebody who decides says who is right; then the
// others end, superseded, and one undo brings them back.

import { Refusal } from "../../wire/errors.ts";
import type {
  ConflictsReply,
  ConflictsRequest,
  ResolveConflictReply,
  ResolveConflictRequest,
} from "../../wire/knowledge.ts";
import { compareIds } from "../graph/code-points.ts";
import { SUPERSEDES, SUPERSEDES_WEIGHT, successorsOf } from "../graph/structure.ts";
import { asEvent } from "./as-event.ts";
import { knowledgeFor } from "./knowledge-sight.ts";
import { holdsNow } from "./knowledge-view.ts";
import type { Operation, Work } from "./memory.ts";
import { remark } from "./memory-marks.ts";
import { viewOf } from "./memory-shelf.ts";
import { requireReplaceable, supersede } from "./memory-storing.ts";
import { remarkFact } from "./placing-facts.ts";

const PAGE = 50;

interface Member {
  readonly id: string;
  readonly kind: "memory" | "fact";
  readonly author: string;
  readonly confidence: number;
  readonly validFrom: number | null;
  readonly createdAt: number;
}

export const conflicts: Operation<ConflictsRequest, ConflictsReply> = {
  act(work, { limit = PAGE, cursor = "" }) {
    const { store, call } = work;
    const open = [...disputesIn(work)].filter(([group]) => compareIds(group, cursor) > 0);
    const page = open.sort(([a], [b]) => compareIds(a, b)).slice(0, limit);
    return {
      conflicts: page.map(([group, members]) => ({
        group,
        kind: members[0].kind,
        members: members
          .toSorted((a, b) => b.createdAt - a.createdAt)
          .map(({ id, author, confidence, validFrom, createdAt }) => ({
            ...{ id, text: store.node(id)?.text ?? "", confidence, author },
            ...{ valid_from: validFrom, created_at: createdAt },
          })),
        untrusted: true,
      })),
      next_cursor: open.length > limit ? page[limit - 1][0] : null,
      total_ms: call.elapsed(),
    };
  },
};

export const resolveConflict: Operation<ResolveConflictRequest, ResolveConflictReply> = {
  decides: true,

  act(work, { group, winner }) {
    const { call, draft } = work;
    const members = disputesIn(work, "sensitive").get(group);
    if (!members) return { ...decidedBefore(work, group, winner), total_ms: call.elapsed() };
    if (!members.some(({ id }) => id === winner)) {
      const ids = members.map(({ id }) => id).join(", ");
      throw new Refusal("invalid_request", `winner must be one of ${ids}: ${winner} is no member`);
    }
    const losers = members.filter(({ id }) => id !== winner);
    for (const { id } of losers) requireReplaceable(work, id);
    const ended = losers.map(({ id }) => id);
    asEvent(work, { task: "resolve_conflict", nodes: [winner, ...ended] }, () => {
      const lost = { validTo: call.now, conflictStatus: "resolved" } as const;
      for (const { id, kind } of losers) {
        if (kind === "memory") {
          supersede(work, winner, id);
          remark(work, id, lost);
        } else remarkFact(work, id, { ...lost, isOverruled: true });
        const edge = { source: winner, target: id, weight: SUPERSEDES_WEIGHT, kind: SUPERSEDES };
        draft.putEdge({ ...edge, relevance: null, metadata: { decided: { of: group, event: call.id } } });
      }
      if (members[0].kind === "memory") remark(work, winner, { conflictStatus: "resolved" });
      else remarkFact(work, winner, { conflictStatus: "resolved" });
    });
    return { group, winner, ended, event_id: call.id, total_ms: call.elapsed() };
  },
};

/** What was decided of a dispute that is not open any more, where it was the same. */
function decidedBefore(work: Work, group: string, winner: string): Omit<ResolveConflictReply, "total_ms"> {
  const { graph, store } = work;
  const [view, plain, knowledge] = [
    viewOf(work, "sensitive"),
    viewOf(work),
    knowledgeFor(work, { ever: true }),
  ];
  const seen = (id: string) => view.seen(id) ?? plain.seen(id) ?? knowledge.fact(id);
  const lost = [...view.ids(), ...knowledge.factIds()].filter((id) => seen(id)?.conflictGroup === group);
  const decisions = lost.flatMap((id) =>
    successorsOf(graph, graph.positionOf(id)).flatMap((newer) => {
      const by = graph.idAt(newer);
      const { decided } = store.edgeMetadata(by, id);
      const { of, event } = (decided ?? {}) as { readonly of?: unknown; readonly event?: unknown };
      return of === group && typeof event === "string" && seen(by) ? [{ id, by, event }] : [];
    }),
  );
  if (decisions.length === 0)
    throw new Refusal("not_found", `there is no open conflict ${group}: GET /conflicts lists them`);
  const [{ by, event }] = decisions;
  if (by === winner) return { group, winner, ended: decisions.map(({ id }) => id), event_id: event };
  throw new Refusal(
    "superseded",
    `conflict ${group} is resolved, ${by} is right: undo event ${event} to open it again`,
    { superseded_by: by },
  );
}

/** Open disputes by group: those of which the caller sees two sides at least. */
export function disputesIn(work: Work, asked?: "sensitive"): Map<string, Member[]> {
  const { call } = work;
  const groups = new Map<string, Member[]>();
  const add = (group: string | null, member: Member) => {
    if (group !== null) groups.set(group, [...(groups.get(group) ?? []), member]);
  };
  const view = viewOf(work, asked);
  // What is sensitive is asked for beside what all may see.
  const plain = viewOf(work);
  for (const id of view.ids()) {
    const memory = view.seen(id) ?? plain.seen(id);
    if (memory?.conflictStatus !== "active" || memory.validTo !== null) continue;
    const { conflictGroup, confidence, validFrom, createdAt } = memory;
    const author = view.authorOf(id) ?? "";
    add(conflictGroup, { id, kind: "memory", author, confidence, validFrom, createdAt });
  }
  const knowledge = knowledgeFor(work, {});
  for (const id of knowledge.factIds()) {
    const fact = knowledge.fact(id);
    if (fact?.conflictStatus !== "active" || !holdsNow(fact, call.now)) continue;
    const { conflictGroup, confidence, validFrom, createdAt, author } = fact;
    add(conflictGroup, { id, kind: "fact", author, confidence, validFrom, createdAt });
  }
  for (const [group, members] of groups) if (members.length < 2) groups.delete(group);
  return groups;
}
