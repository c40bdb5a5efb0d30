// The one door to all operations: wait first, then think in one breath, then keep all of it or nothing.

import type { EndpointName, ReplyOf, RequestOf } from "../../wire/endpoints.ts";
import { errorOf, Refusal, type Result } from "../../wire/errors.ts";
import { Draft } from "../graph/draft.ts";
import type { Json } from "../graph/records.ts";
import type { EmbedderIdentity } from "../store/ports.ts";
import { digestOf } from "../text/digest.ts";
import { findMissingVectors, noteMissingVectors } from "./awaiting-vectors.ts";
import { requireReviewed } from "./capture-policy.ts";
import { requireReply } from "./erased-before.ts";
import { OPERATIONS } from "./index.ts";
import type { Call, Memory, Operation, Work } from "./memory.ts";
import { mindOf } from "./mind.ts";
import { requireState } from "./preconditions.ts";
import { indexAndTie } from "./tying.ts";

/** Performs one operation by name. Refusals come back as data; anything else that throws is a defect. */
export async function perform<Name extends EndpointName>(
  memory: Memory,
  name: Name,
  request: RequestOf<Name>,
  call: Call,
): Promise<Result<ReplyOf<Name>>> {
  const operation = OPERATIONS[name] as Operation<RequestOf<Name>, ReplyOf<Name>, unknown>;
  const key = call.idempotencyKey === null ? null : `${call.author} ${name} ${call.idempotencyKey}`;
  const digest = key === null ? "" : digestOf(JSON.stringify(request));
  try {
    const known = answered<ReplyOf<Name>>(memory, key, digest);
    if (known) return { ok: true, value: known, revision: null };
    const awaited = await waitFor(operation, memory, request, call);
    let isKnown = false;
    const value = inOneBreath(memory, call, (work) => {
      // Another delivery of the same request may have been answered while this one waited.
      const known = answered<ReplyOf<Name>>(memory, key, digest);
      isKnown = known !== undefined;
      if (known) return known;
      requireState(work, operation.about?.(request));
      const reply = operation.act(work, request, awaited);
      if (!operation.decides) requireReviewed(work);
      if (key !== null) memory.store.remember(key, digest, reply as Json, call.now);
      return reply;
    });
    // No other write comes between the answer and its revision: who names this one later has seen all before it.
    return { ok: true, value, revision: isKnown ? null : memory.store.revision };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (operation.refused) {
      return { ok: true, value: operation.refused(request, error), revision: memory.store.revision };
    }
    return { ok: false, error: errorOf(error) };
  }
}

/** Performs something that nobody asked for: the same two steps, without idempotency, preconditions and refusals as data. */
export async function performChore<Request, Reply, Awaited>(
  memory: Memory,
  operation: Operation<Request, Reply, Awaited>,
  request: Request,
  call: Call,
): Promise<Reply> {
  const awaited = (await waitFor(operation, memory, request, call)) as Awaited;
  return inOneBreath(memory, call, (work) => operation.act(work, request, awaited));
}

/** Vectors of an embedder that the memory changed from meanwhile are of no use: then it is waited for anew. */
async function waitFor<Request, Awaited>(
  { wait }: Operation<Request, unknown, Awaited>,
  memory: Memory,
  request: Request,
  call: Call,
): Promise<Awaited | undefined> {
  for (;;) {
    const { embedder } = memory;
    const awaited = await wait?.(memory, request, call);
    if (memory.embedder === embedder) return awaited;
  }
}

/** Runs `act` on a draft and commits it; if anything throws, memory and disk are as before. */
export function inOneBreath<T>(memory: Memory, call: Call, act: (work: Work) => T): T {
  const draft = new Draft(memory.graph, memory.vectors, memory.store);
  const { epoch } = memory.store;
  let reply: T;
  const drafts = [draft];
  try {
    reply = memory.store.transaction(() => {
      const reply = act({ ...memory, draft, call });
      const change = draft.change();
      memory.store.commit(change, { at: call.now, author: call.author });
      noteMissingVectors(memory, change, call);
      if (memory.store.epoch !== epoch) findMissingVectors(memory, call);
      // Rows that took the memory's place are to be loaded first; the alarm indexes them.
      if (memory.store.epoch === epoch) drafts.unshift(...indexAndTie(memory, change, call));
      else memory.store.lexicon.index(0);
      return reply;
    });
  } catch (error) {
    for (const done of drafts) done.rollback();
    throw error;
  }
  // Before anybody else gets to act: requests under way hold this very memory.
  if (memory.store.epoch !== epoch) readAnew(memory);
  return reply;
}

/** A change was kept, and memory could not be read anew after it. */
export class NotRead extends Error {
  override readonly name = "NotRead";
}

function readAnew(memory: Memory): void {
  try {
    const identity = memory.store.setting("embedder") as EmbedderIdentity | undefined;
    const embedder = (identity && memory.embedders?.identified(identity)) ?? memory.embedder;
    Object.assign(memory, { embedder }, mindOf({ ...memory, embedder }));
  } catch (cause) {
    throw new NotRead("the memory could not be read after it was replaced", { cause });
  }
}

function answered<Reply>(memory: Memory, key: string | null, digest: string): Reply | undefined {
  const known = key === null ? undefined : memory.store.answered(key);
  if (known && known.digest !== digest) {
    throw new Refusal(
      "idempotency_conflict",
      "this Idempotency-Key was used for another request: take a new key",
    );
  }
  if (known) requireReply(known.reply);
  return known?.reply as Reply | undefined;
}
