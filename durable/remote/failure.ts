// Why a provider did not do what it was asked for. Rooms that speak with providers tell it in failures of their own.

export type FailureReason =
  | "unavailable"
  | "rate_limited"
  | "refused"
  | "bad_answer"
  | "timeout"
  /** The day's allowance is used up. */
  | "budget";

/** Its message is ours: it quotes neither what was sent nor what came back. */
export class ProviderFailure extends Error {
  readonly reason: FailureReason;
  /** Milliseconds after which trying again makes sense, where the provider said so. */
  readonly retryAfterMs: number | null;

  constructor(reason: FailureReason, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.name = "ProviderFailure";
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}
