// Every way a request can be refused: a stable code, its status, and the error as the wire carries it.

import * as z from "zod";

/** The one table from code to HTTP status. */
export const ERROR_STATUS = {
  malformed_json: 400,
  invalid_request: 400,
  invalid_text: 400,
  input_rejected: 400,
  invalid_import: 400,
  unsupported_version: 400,
  digest_mismatch: 400,
  dangling_rows: 400,
  decision_rule_malformed: 400,
  unauthorized: 401,
  forbidden: 403,
  review_required: 403,
  own_proposal: 403,
  not_found: 404,
  unknown_query: 404,
  unknown_chat: 404,
  method_not_allowed: 405,
  duplicate_id: 409,
  idempotency_conflict: 409,
  erased_before: 409,
  embedder_mismatch: 409,
  protected_node: 409,
  superseded: 409,
  name_taken: 409,
  agent_full: 409,
  busy: 409,
  agent_not_empty: 409,
  another_agent: 409,
  part_order: 409,
  import_incomplete: 409,
  import_finished: 409,
  proposal_decided: 409,
  proposal_expired: 409,
  proposal_changed: 409,
  rejected_before: 409,
  queue_full: 409,
  cursor_expired: 410,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  budget_exceeded: 429,
  proposals_waiting: 429,
  internal: 500,
  not_configured: 503,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;
export const ERROR_CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

export const ErrorReply = z.object({
  error: z.object({
    code: z.enum(ERROR_CODES),
    message: z.string().describe("What was wrong and what to do about it."),
    details: z.unknown().optional(),
  }),
});
export type ErrorReply = z.infer<typeof ErrorReply>;

/** A refusal that a caller can expect. Thrown inside a room, turned into a `Result` at its door. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: ErrorCode;
  readonly details: unknown;

  constructor(code: ErrorCode, message: string, details?: unknown) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** The same words whatever was wrong with what was sent, and whoever found it. */
export function notLetIn(): Refusal {
  return new Refusal(
    "unauthorized",
    "the token is missing or not valid: send a valid one as Authorization: Bearer",
  );
}

/** What an object answers: errors thrown through RPC would lose their code, so a refusal is data. */
export type Result<T> =
  | {
      readonly ok: true;
      readonly value: T;
      /** Of the memory as this answer leaves or finds it; null for an answer that is given again. */
      readonly revision: number | null;
    }
  | { readonly ok: false; readonly error: ErrorReply["error"] };

/** The refusal as the wire carries it. */
export function errorOf(refusal: Refusal): ErrorReply["error"] {
  const { code, message, details } = refusal;
  return details === undefined ? { code, message } : { code, message, details };
}
