// Re-embedding: all texts are read by another embedder in the background, while the memory serves with the vectors it has.

import type { EmbeddingState, ReembedReply, ReembedRequest } from "../../wire/embedding.ts";
import { Refusal } from "../../wire/errors.ts";
import type { EmbedderIdentity, ReembedJob } from "../store/ports.ts";
import type { Memory, Operation, Work } from "./memory.ts";
import { counted } from "./reembed-slice.ts";

type Nothing = Record<string, never>;

export const reembed: Operation<ReembedRequest, ReembedReply> = {
  act(work, { embedder, dry_run: dryRun = false, cancel = false }) {
    if (cancel && (embedder !== undefined || dryRun)) {
      throw new Refusal("invalid_request", "cancel stands alone: leave embedder and dry_run out");
    }
    if (cancel) return cancelled(work);
    const to = targetOf(work, embedder);
    if (dryRun) return rehearsed(work, to);
    begin(work, to);
    return statusOf(work);
  },
};

export const reembedStatus: Operation<Nothing, ReembedReply> = {
  act: (work) => statusOf(work),
};

/** The one that was asked for, or the one that new memories take. Refuses what this server does not have. */
function targetOf({ embedders, profile }: Work, wanted: string | undefined): EmbedderIdentity {
  if (!embedders) throw new Refusal("not_configured", "this memory has one embedder and no other");
  const name = wanted ?? embedders.defaultNameOf(profile);
  const embedder = embedders.named(name);
  if (embedder) return { name: embedder.name, dimension: embedder.dimension };
  throw new Refusal(
    "invalid_request",
    `this server has no embedder ${JSON.stringify(name)}: docs/embedders.md names those that there are, and how to configure one`,
  );
}

function begin(work: Work, to: EmbedderIdentity): void {
  const { store, embedder, call } = work;
  const { job } = store.reembedding;
  if (job?.state === "running") {
    if (isSame(job.to, to)) return;
    throw new Refusal(
      "busy",
      `this agent is being embedded anew with ${job.to.name}: wait for that, or call it off with { "cancel": true }`,
      progressOf(job, call.now),
    );
  }
  const current = store.imports.current(call.now);
  if (current) {
    throw new Refusal(
      "busy",
      `the import ${current.id} is under way, and its vectors would be of the former embedder: finish it, or call it off`,
      { id: current.id },
    );
  }
  // What the embedder refused may be taken now; anything else is as it should be.
  if (isSame(embedder, to)) {
    store.pending.retry();
    return;
  }
  store.reembedding.clear();
  const from = { name: embedder.name, dimension: embedder.dimension };
  const { lost } = store.reembedding.total();
  store.reembedding.set({
    state: "running",
    from,
    to,
    startedAt: call.now,
    endedAt: null,
    author: call.author,
    ...counted(work),
    questionsDropped: lost,
    cursor: "",
    rounds: 0,
    error: null,
  });
  store.record(
    "reembed",
    { from: from.name, to: to.name, begun: true },
    { at: call.now, author: call.author },
  );
}

function cancelled(work: Work): ReembedReply {
  const { store, call } = work;
  const { job } = store.reembedding;
  if (job?.state === "running") {
    store.reembedding.set({ ...job, ...counted(work), state: "cancelled", endedAt: call.now });
    store.reembedding.clear();
    const body = { from: job.from.name, to: job.to.name, cancelled: true };
    store.record("reembed", body, { at: call.now, author: call.author });
  }
  return statusOf(work);
}

function rehearsed({ store, embedder, call }: Work, to: EmbedderIdentity): ReembedReply {
  const { texts, questions, lost, characters } = store.reembedding.total();
  const isNeeded = !isSame(embedder, to);
  return {
    ...progressOf(null, call.now),
    from: { name: embedder.name, dimension: embedder.dimension },
    to,
    total: isNeeded ? texts + questions : 0,
    questions_dropped: isNeeded ? lost : 0,
    characters: isNeeded ? characters : 0,
    dry_run: true,
    total_ms: call.elapsed(),
  };
}

function statusOf({ store, call }: Pick<Work, "store" | "call">): ReembedReply {
  return { ...progressOf(store.reembedding.job, call.now), dry_run: false, total_ms: call.elapsed() };
}

/** A job as callers see it. */
export function progressOf(job: ReembedJob | null, now: number): EmbeddingState["reembed"] {
  if (!job) {
    const nothing = { done: 0, total: 0, set_aside: 0, questions_dropped: 0 };
    const never = { started_at: null, ended_at: null, error: null, eta_ms: null };
    return { state: "none", from: null, to: null, ...nothing, ...never };
  }
  const { state, from, to, done, total, setAside, questionsDropped, startedAt, endedAt, error } = job;
  const left = Math.max(0, total - done - setAside);
  const pace = (now - startedAt) / Math.max(1, done + setAside);
  return {
    state,
    from,
    to,
    done,
    total,
    set_aside: setAside,
    questions_dropped: questionsDropped,
    started_at: startedAt,
    ended_at: endedAt,
    error,
    eta_ms: state === "running" && done > 0 ? Math.round(pace * left) : null,
  };
}

/** How the embedder of a memory does, and what waits for it. */
export function embeddingStateOf(memory: Memory, now: number): EmbeddingState {
  const { embedder, embedders, store, profile } = memory;
  const failing = embedder.failing ?? null;
  const { pending, oldest, setAside } = store.pending.counts();
  const isMissing = failing?.reason === "missing_asset" || embedder.isMissing === true;
  return {
    name: embedder.name,
    dimension: embedder.dimension,
    state: isMissing ? "missing" : failing ? "failing" : "ok",
    reason: failing?.reason ?? null,
    message: failing?.message ?? null,
    failing_since: failing?.since ?? null,
    retry_at: failing?.retryAt ?? null,
    pending,
    oldest_pending_ms: oldest === null ? null : Math.max(0, now - oldest),
    set_aside: setAside,
    deployment_default: embedders?.defaultNameOf(profile) ?? embedder.name,
    reembed: progressOf(store.reembedding.job, now),
  };
}

function isSame(one: EmbedderIdentity, other: EmbedderIdentity): boolean {
  return one.name === other.name && one.dimension === other.dimension;
}
