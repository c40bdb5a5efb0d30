// Why a language model did not answer. Memory goes on without: no question and no write needs one.

import type { FailureReason } from "../remote/failure.ts";

export type ModelFailureReason = FailureReason;

/** Its message names no prompt, key or address, and quotes nothing that the provider said. */
export class ModelFailure extends Error {
  readonly reason: ModelFailureReason;
  /** Milliseconds after which trying again makes sense, where the provider said so. */
  readonly retryAfterMs: number | null;

  constructor(reason: ModelFailureReason, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.name = "ModelFailure";
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}
