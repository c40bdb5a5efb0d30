// What an endpoint of an agent is.

import type * as z from "zod";
import type { Role } from "./directory.ts";

export interface Endpoint {
  readonly method: "get" | "post" | "patch" | "delete";
  /** Below `/v1/agents/{agent}`. */
  readonly path: string;
  /** Least role of a token. */
  readonly role: Role;
  /** True: it changes the agent's memory, so it takes an `Idempotency-Key` and an `If-Match`. */
  readonly writes: boolean;
  /** What it counts as in the tenant's usage, where that is not plain from `writes`. */
  readonly countsAs?: "queries" | "writes";
  /** True: done also when the tenant's budget is used up, since nobody may be kept from what is theirs. */
  readonly beyondBudget?: true;
  /** `request`: the field `lines` is the body as it is. `reply`: pages of text follow one another as a stream. */
  readonly ndjson?: "request" | "reply";
  /** Unless JSON is asked for, it answers with server-sent events. */
  readonly streams?: true;
  readonly summary: string;
  /** Body of a post or patch, with what its path names; path and query parameters of a get. */
  readonly request: z.ZodType;
  readonly reply: z.ZodType;
}

/** Whether requests of a method have a body; what their path names is then no part of it. */
export function takesBody(method: string): boolean {
  return ["post", "patch"].includes(method.toLowerCase());
}
