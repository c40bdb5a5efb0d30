// Looking at an agent without changing it: one node, what the agent is, how it is, what happened.

import { Refusal } from "../../wire/errors.ts";
import { LIMITS } from "../../wire/limits.ts";
import type { NodeReply } from "../../wire/query.ts";
import type { HealthReply, InfoReply, JournalReply, JournalRequest } from "../../wire/reading.ts";
import type { Draft } from "../graph/draft.ts";
import { healthOf, suppressionsOf } from "../graph/health.ts";
import { memoryOf } from "../graph/memory-use.ts";
import { isKeptBack } from "../graph/structure.ts";
import { tierOf } from "../graph/tier.ts";
import type { JournalEntry } from "../store/ports.ts";
import { captureHealthOf } from "./capture-progress.ts";
import { unknownNode } from "./changeable-node.ts";
import { lifecycleStateOf } from "./lifecycle-state.ts";
import { maintenanceStateOf } from "./maintenance-state.ts";
import type { Memory, Operation } from "./memory.ts";
import { nodeTag } from "./preconditions.ts";
import { embeddingStateOf } from "./reembed.ts";
import { expiringSoon } from "./retention.ts";

type Nothing = Record<string, never>;

const JOURNAL_PAGE = 50;

export const node: Operation<{ id: string }, NodeReply> = {
  act(work, { id }) {
    const { graph, store, call } = work;
    const isShown = !isKeptBack(graph, id) || call.role === "reviewer" || call.role === "owner";
    const stored = graph.has(id) && isShown ? store.storedNode(id) : undefined;
    if (!stored || work.draft.hides(id)) throw unknownNode(id);
    const position = graph.positionOf(id);
    const { kind, origin, authority, text, summary, file, chunk, metadata } = stored;
    return {
      id,
      kind,
      origin,
      authority,
      text,
      summary,
      file,
      chunk,
      // SAFETY: metadata is JSON; the wire's type differs only in that it does not say read-only.
      metadata: metadata as NodeReply["metadata"],
      created_at: stored.createdAt,
      updated_at: stored.updatedAt,
      author: stored.author,
      etag: nodeTag(stored),
      conflicts: conflictsOf(work, position),
      outgoing: routesOf(work, graph.outgoing(position), graph.targets),
      incoming: routesOf(work, graph.incoming(position), graph.sources),
      untrusted: true,
    };
  },
};

export const info: Operation<Nothing, InfoReply> = {
  act(work) {
    const { agent, profile, graph, store, call } = work;
    return {
      agent,
      profile,
      nodes: graph.nodeCount,
      edges: graph.edgeCount,
      embedder: embeddingStateOf(work, call.now),
      revision: store.revision,
      generation: store.feed.generation,
      total_ms: call.elapsed(),
    };
  },
};

export const health: Operation<Nothing, HealthReply> = {
  act(work) {
    const { graph, vectors, settings, store, call } = work;
    const { changes, oldest, failures, lastError } = store.backlog();
    const waiting = store.proposals.waiting(call.now);
    return {
      ...healthOf(graph, settings.health),
      inhibitory_edges: suppressionsOf(graph, settings.health),
      memory_bytes: memoryOf(graph, vectors),
      last_maintenance: lastMaintenance(store),
      maintenance: maintenanceStateOf(work, call.now),
      lifecycle: lifecycleStateOf(work, call.now),
      outbox: {
        changes,
        oldest_ms: ageOf(oldest, call.now),
        failures,
        last_error: lastError,
      },
      review: { waiting: waiting.count, oldest_ms: ageOf(waiting.oldestAt, call.now) },
      captures: captureHealthOf(work),
      quarantined: graph.quarantined.size,
      expiring: expiringSoon(work, call.now),
      unindexed: store.lexicon.waiting,
      embedder: embeddingStateOf(work, call.now),
      ...(work.far && { vectorize: vectorizeStateOf(work) }),
      revision: store.revision,
      total_ms: call.elapsed(),
    };
  },
};

function ageOf(since: number | null, now: number): number | null {
  return since === null ? null : Math.max(0, now - since);
}

function vectorizeStateOf({ store, vectors }: Memory): HealthReply["vectorize"] {
  const { lastError, ...state } = store.vectorized.health;
  return { ...state, in_memory: vectors.size, last_error: lastError };
}

export const journal: Operation<JournalRequest, JournalReply> = {
  act({ store, call, draft }, { limit = JOURNAL_PAGE, cursor, type }) {
    // One entry more than the page tells whether another page follows.
    const entries = store.journal(limit + 1, cursor === undefined ? undefined : seqOf(cursor), type);
    const page = entries.slice(0, limit);
    // What was written about a memory that the caller may not see did not happen.
    const isShown = ({ body }: JournalEntry) => !draft.hides(String(body.node_id ?? ""));
    return {
      entries: page.filter(isShown).map((entry) => ({
        ...entry,
        body: { ...entry.body, ...stepsIn(entry, draft) } as JournalReply["entries"][0]["body"],
      })),
      next_cursor: entries.length > limit ? String(page[limit - 1].seq) : null,
      total_ms: call.elapsed(),
    };
  },
};

/** Steps name nodes by their places among those that fired: where one of these is not shown they would name others. */
function stepsIn({ body: { steps, fired_ids: fired } }: JournalEntry, { hides }: Draft): { steps?: null } {
  return steps && (fired as string[]).some(hides) ? { steps: null } : {};
}

/** Time of the newest run among the journal's newest entries of maintenance; a run leaves a few, a dry run one. */
function lastMaintenance(store: Memory["store"]): number | null {
  const entries = store.journal(LIMITS.pageSize, undefined, "maintenance");
  return entries.find(({ body }) => body.dry_run !== true)?.at ?? null;
}

/** A cursor is the `seq` of the last entry of the page before. */
function seqOf(cursor: string): number {
  const seq = /^\d+$/.test(cursor) ? Number(cursor) : Number.NaN;
  if (Number.isSafeInteger(seq)) return seq;
  throw new Refusal("invalid_request", "cursor must be the next_cursor of an earlier page of the journal");
}

/** Corrections that suppress a node or are suppressed by it, as the edges say; those that suppress it come first. */
function conflictsOf({ graph }: Memory, position: number): NodeReply["conflicts"] {
  const against = (edges: readonly number[], ends: Int32Array, relation: "suppresses" | "suppressed") =>
    edges
      .filter((edge) => graph.weights[edge] < 0 && graph.kindAt(ends[edge]) === "correction")
      .map((edge) => ({ id: graph.idAt(ends[edge]), relation, weight: graph.weights[edge] }));
  return [
    ...against(graph.incoming(position), graph.sources, "suppresses"),
    ...against(graph.outgoing(position), graph.targets, "suppressed"),
  ].slice(0, LIMITS.pageSize);
}

/** The first edges of a list with the node at their other end, in edge order. */
function routesOf(memory: Memory, edges: readonly number[], otherEnds: Int32Array): NodeReply["outgoing"] {
  const { graph, settings } = memory;
  return edges.slice(0, LIMITS.pageSize).map((edge) => ({
    id: graph.idAt(otherEnds[edge]),
    weight: graph.weights[edge],
    kind: graph.edgeKindAt(edge),
    tier: tierOf(graph.weights[edge], settings.traversal),
  }));
}
