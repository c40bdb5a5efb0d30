// Waiting first, then one breath on a draft: what it changed in memory, on disk and on its way to D1 is kept together, or
// nothing of it is.

import { Draft } from "../graph/draft.ts";
import type { EmbedderIdentity } from "../store/ports.ts";
import { findMissingVectors, noteMissingVectors } from "./awaiting-vectors.ts";
import type { Call, Memory, Operation, Work } from "./memory.ts";
import { mindOf } from "./mind.ts";
import { type ScreeningOptions, screenFor } from "./screening.ts";
import { indexAndTie } from "./tying.ts";

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
export async function waitFor<Request, Awaited>(
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
export function inOneBreath<T>(
  memory: Memory,
  call: Call,
  act: (work: Work) => T,
  options: ScreeningOptions = {},
): T {
  const screen = screenFor(memory, { ...call, at: call.now }, options);
  const draft = new Draft(memory.graph, memory.vectors, memory.store, screen);
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

/** Something went wrong after a change was kept. */
export class Kept extends Error {
  override readonly name = "Kept";
}

function readAnew(memory: Memory): void {
  try {
    const identity = memory.store.setting("embedder") as EmbedderIdentity | undefined;
    const embedder = (identity && memory.embedders?.identified(identity)) ?? memory.embedder;
    Object.assign(memory, { embedder }, mindOf({ ...memory, embedder }));
  } catch (cause) {
    throw new Kept("the memory could not be read after it was replaced", { cause });
  }
}
