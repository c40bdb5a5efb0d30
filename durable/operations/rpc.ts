// openclawbrain's worker envelope: `{ id, method, params }` in, `{ id, result }` or `{ id, error }` out.
// A refusal is answered inside the envelope, and leaves the memory as it was like any other.

import { Refusal } from "../../wire/errors.ts";
import type { RpcReply, RpcRequest } from "../../wire/reading.ts";
import type { Json } from "../graph/records.ts";
import type { Operation } from "./memory.ts";
import type { Act } from "./rpc-method.ts";
import { METHODS } from "./rpc-methods.ts";
import { isObject, Params, refuse } from "./rpc-params.ts";

const UNKNOWN_METHOD = -32601;
const REFUSED = -1;

export const rpc: Operation<RpcRequest, RpcReply, Act> = {
  wait(memory, request, call) {
    const { method, params } = opened(request);
    return METHODS[method](new Params(params), memory, call);
  },

  act: (work, request, act) => ({ id: idOf(request), result: wire(act(work)) }),

  refused: (request, { code, message }) => ({
    id: idOf(request),
    error: { code: code === "method_not_allowed" ? UNKNOWN_METHOD : REFUSED, message },
  }),
};

/** What an envelope asks for. Refuses one that is none, and methods that do not exist. */
function opened(request: RpcRequest) {
  if (!isObject(request)) refuse("request must be a JSON object");
  const { method, params = {} } = request;
  if (!isObject(params)) refuse("params must be a JSON object");
  if (typeof method !== "string") refuse("method must be a string");
  if (!Object.hasOwn(METHODS, method)) throw new Refusal("method_not_allowed", `unknown method: ${method}`);
  return { method, params };
}

function idOf(request: RpcRequest) {
  return wire(isObject(request) ? (request.id ?? null) : null);
}

type WireJson = RpcReply["id"];

function wire(value: Json): WireJson {
  // SAFETY: both are JSON; the wire's type differs only in that it does not say read-only.
  return value as WireJson;
}
