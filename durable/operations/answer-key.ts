// Under which name the reply to a request is remembered, and what tells the request from another under the same key.

import { digestOf } from "../text/digest.ts";
import type { Call } from "./memory.ts";

export interface AnswerKey {
  /** Null: the caller sent none. */
  readonly key: string | null;
  readonly digest: string;
}

export function answerKey(name: string, request: unknown, { author, idempotencyKey }: Call): AnswerKey {
  if (idempotencyKey === null) return { key: null, digest: "" };
  return { key: `${author} ${name} ${idempotencyKey}`, digest: digestOf(JSON.stringify(request)) };
}
