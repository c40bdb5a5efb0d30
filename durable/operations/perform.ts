// The one door to all operations: wait first, then think in one breath, then keep all of it or nothing.

import type { EndpointName, ReplyOf, RequestOf } from "../../wire/endpoints.ts";
import { errorOf, Refusal, type Result } from "../../wire/errors.ts";
import { Draft } from "../graph/draft.ts";
import type { Json } from "../graph/records.ts";
import { digestOf } from "../text/digest.ts";
import { OPERATIONS } from "./index.ts";
import type { Call, Memory, Operation, Work } from "./memory.ts";

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
    if (known) return { ok: true, value: known };
    const awaited = await operation.wait?.(memory, request, call);
    return {
      ok: true,
      value: inOneBreath(memory, call, (work) => {
        // Another delivery of the same request may have been answered while this one waited.
        const known = answered<ReplyOf<Name>>(memory, key, digest);
        if (known) return known;
        const reply = operation.act(work, request, awaited);
        if (key !== null) memory.store.remember(key, digest, reply as Json, call.now);
        return reply;
      }),
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (operation.refused) return { ok: true, value: operation.refused(request, error) };
    return { ok: false, error: errorOf(error) };
  }
}

/** Runs `act` on a draft and commits it; if anything throws, memory and disk are as before. */
export function inOneBreath<T>(memory: Memory, call: Call, act: (work: Work) => T): T {
  const draft = new Draft(memory.graph, memory.vectors, memory.store);
  try {
    return memory.store.transaction(() => {
      const reply = act({ ...memory, draft, call });
      memory.store.commit(draft.change(), { at: call.now, author: call.author });
      return reply;
    });
  } catch (error) {
    draft.rollback();
    throw error;
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
  return known?.reply as Reply | undefined;
}
