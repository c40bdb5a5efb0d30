// How one request to a provider failed, and whether another attempt or smaller ones may succeed.

import { type FailureReason, ProviderFailure } from "./failure.ts";

/** again: the same request may succeed soon; smaller: it was too large; no: nothing of the kind. */
export type Remedy = "again" | "smaller" | "no";

export class RequestFault extends ProviderFailure {
  readonly remedy: Remedy;

  constructor(remedy: Remedy, reason: FailureReason, message: string, retryAfterMs: number | null = null) {
    super(reason, message, retryAfterMs);
    this.name = "RequestFault";
    this.remedy = remedy;
  }
}

const TOO_LARGE = /context.{0,3}length|too (long|large|many)|maximum.{0,40}(token|length|batch)|batch.?size/i;

/** True where an error's text says that the request was too long or had too many texts. */
export function saysTooLarge(text: string): boolean {
  return TOO_LARGE.test(text);
}
