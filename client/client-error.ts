// What can go wrong with a call, told apart by what the caller can do about it.

export type ClientErrorKind = "refused" | "timeout" | "network" | "malformed";

interface Facts {
  readonly code?: string;
  readonly status?: number;
  readonly requestId?: string;
  readonly details?: unknown;
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
}

/**
 * - `refused`: the server understood and said no; `code` says why, the message what to do.
 * - `timeout`: no whole answer in time, or the caller's signal ended the call; a write may or may not have happened.
 * - `network`: no connection, or it broke; the same holds.
 * - `malformed`: an answer came, but not one of this API: most likely the base URL leads elsewhere.
 */
export class ClientError extends Error {
  override readonly name = "ClientError";
  readonly kind: ClientErrorKind;
  readonly code: string | undefined;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly details: unknown;
  /** Milliseconds until the server wants to be asked again, where it says so. */
  readonly retryAfterMs: number | undefined;

  /** By its name: a process may hold several copies of this code, and an error of one reaches another. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "ClientError";
  }

  constructor(kind: ClientErrorKind, message: string, facts: Facts = {}) {
    super(message, { cause: facts.cause });
    this.kind = kind;
    this.code = facts.code;
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.details = facts.details;
    this.retryAfterMs = facts.retryAfterMs;
  }
}
