// The one door to all operations: wait first, then think in one breath, then keep all of it or nothing.

import { ENDPOINTS, type EndpointName, type ReplyOf, type RequestOf } from "../../wire/endpoints.ts";
import { errorOf, Refusal, type Result } from "../../wire/errors.ts";
import type { Json } from "../graph/records.ts";
import { answerKey } from "./answer-key.ts";
import { requireReviewed } from "./capture-policy.ts";
import { requireReply } from "./erased-before.ts";
import { OPERATIONS } from "./index.ts";
import type { Call, Memory, Operation, Work } from "./memory.ts";
import { inOneBreath, Kept, waitFor } from "./one-breath.ts";
import { requireState } from "./preconditions.ts";
import { readableBy, withoutCapturedSecrets } from "./redaction.ts";
import { keptBackBy, refuseAttacks } from "./screening.ts";
import { sightOf } from "./sight.ts";

export { inOneBreath, Kept, performChore } from "./one-breath.ts";

/** What only owners can ask for: masked for nobody, it holds what must stay as it is, such as exports. */
const FOR_OWNERS: ReadonlySet<string> = new Set(
  Object.entries(ENDPOINTS as Record<string, { readonly role: string }>)
    .filter(([, { role }]) => role === "owner")
    .map(([name]) => name),
);

/** Performs one operation by name. Refusals come back as data; anything else that throws is a defect. */
export async function perform<Name extends EndpointName>(
  memory: Memory,
  name: Name,
  sent: RequestOf<Name>,
  call: Call,
): Promise<Result<ReplyOf<Name>>> {
  const operation = OPERATIONS[name] as Operation<RequestOf<Name>, ReplyOf<Name>, unknown>;
  const { key, digest } = answerKey(name, sent, call);
  const sight = sightOf(memory, call);
  const request = sight.asked(withoutCapturedSecrets(name, sent, call));
  const readable = (reply: ReplyOf<Name>) =>
    FOR_OWNERS.has(name) ? reply : readableBy(memory, sight.shown(reply), call);
  let isDone = false;
  try {
    const known = answered<ReplyOf<Name>>(memory, key, digest);
    if (known) return { ok: true, value: readable(known), revision: null };
    const awaited = await waitFor(operation, memory, request, call);
    isDone = operation.inSlices === true;
    let isKnown = false;
    const act = (work: Work) => {
      work.draft.hides = sight.hides;
      // Another delivery of the same request may have been answered while this one waited.
      const known = answered<ReplyOf<Name>>(memory, key, digest);
      isKnown = known !== undefined && !operation.inSlices;
      if (known) return known;
      if (!operation.inSlices) requireState(work, operation.about?.(request));
      const reply = withKeptBack(work, operation.act(work, request, awaited));
      if (!operation.decides) requireReviewed(work);
      if (!operation.decides && !operation.quotes && call.role !== "owner") refuseAttacks(work.draft);
      if (key !== null) memory.store.remember(key, digest, reply as Json, call.now);
      return reply;
    };
    const value = inOneBreath(memory, call, act, operation);
    // No other write comes between the answer and its revision: who names this one later has seen all before it.
    return { ok: true, value: readable(value), revision: isKnown ? null : memory.store.revision };
  } catch (error) {
    if (!(error instanceof Refusal)) {
      throw isDone ? new Kept("what was done could not be answered", { cause: error }) : error;
    }
    if (operation.refused) {
      return { ok: true, value: operation.refused(request, error), revision: memory.store.revision };
    }
    return { ok: false, error: errorOf(sight.refused(error)) };
  }
}

/** A reply says what of the change is kept back. */
function withKeptBack<Reply>({ graph, draft }: Work, reply: Reply): Reply {
  if (graph.quarantined.size === 0) return reply;
  const quarantined = keptBackBy(draft);
  return quarantined.length === 0 ? reply : { ...reply, quarantined };
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
