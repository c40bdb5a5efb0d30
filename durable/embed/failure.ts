// Why an embedder could not embed: its provider failed, or its asset is missing. Memory goes on without: full text serves.

export type EmbedderFailureReason =
  | "unavailable"
  | "rate_limited"
  | "refused"
  | "bad_answer"
  | "timeout"
  | "budget"
  | "missing_asset";

export class EmbedderFailure extends Error {
  readonly reason: EmbedderFailureReason;
  /** Milliseconds after which trying again makes sense, where the provider said so. */
  readonly retryAfterMs: number | null;

  constructor(reason: EmbedderFailureReason, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.name = "EmbedderFailure";
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}

/** That an embedder fails, since when, and when it is tried again. Times are milliseconds since 1970. */
export interface Failing {
  readonly embedder: string;
  readonly reason: EmbedderFailureReason;
  readonly message: string;
  readonly since: number;
  /** In a row. */
  readonly failures: number;
  readonly retryAt: number;
}
