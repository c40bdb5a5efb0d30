// What becomes of a write that the service did not take: tried again later, alone or with all that waits, or given up.

import { ClientError } from "../../../client/client-error.ts";
import { NotSetUp } from "../service.ts";

/** A write that is not sent under the present options; the message says why. */
export class Withheld extends Error {
  override readonly name = "Withheld";

  /** By its name: a process may hold several copies of this code, and an error of one reaches another. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "Withheld";
  }
}

export type Scope = "all" | "agent" | "endpoint";

export type Verdict =
  /** It has been done before. */
  | { readonly kind: "done" }
  /** It never will be; `keepsText` is false where the text is not to be kept anywhere. */
  | { readonly kind: "refused"; readonly keepsText: boolean }
  | {
      readonly kind: "later";
      /** What waits for it: everything, this agent's writes, or those of them that go to the same endpoint. */
      readonly scope: Scope;
      /** Until then nothing helps, as far as is known; null: as the back-off says. */
      readonly afterMs: number | null;
      /** Whether the server named that time; then even who wants to does not hurry. */
      readonly isTold: boolean;
      /** A defect of the service that may be about this very write. */
      readonly isSuspect: boolean;
    };

/** After this somebody may have given the token its rights, or made the agent. */
const RIGHTS_MS = 10 * 60_000;

const REFUSED: Verdict = { kind: "refused", keepsText: true };
/** Codes of 404 that are about the question, which will not come back. */
const GONE = new Set(["unknown_query", "unknown_chat"]);
/** What waits until somebody has reviewed what was proposed before. */
const REVIEWERS_TURN = new Set(["queue_full", "proposals_waiting"]);

export function verdictOn(error: unknown): Verdict {
  if (error instanceof NotSetUp) return later("all", RIGHTS_MS);
  if (error instanceof Withheld) return later("agent", RIGHTS_MS);
  if (!(error instanceof ClientError)) return REFUSED;
  const { kind, status, code, retryAfterMs = null } = error;
  const told = { isTold: retryAfterMs !== null };
  if (kind === "network" || kind === "timeout") return later("all", null);
  // An answer, but not of this service: a proxy, a login page, half a body. The address may be right again later.
  if (kind === "malformed") return later("all", retryAfterMs, told);
  if (status === undefined || status >= 500)
    return later("all", retryAfterMs, { ...told, isSuspect: status === 500 });
  if (status === 401) return later("all", RIGHTS_MS);
  if (code === "forbidden") return later("agent", RIGHTS_MS);
  if (code !== undefined && REVIEWERS_TURN.has(code)) return later("endpoint", RIGHTS_MS);
  if (status === 404) return GONE.has(code ?? "") ? REFUSED : later("agent", RIGHTS_MS);
  if (status === 408 || status === 429 || code === "busy") return later("all", retryAfterMs, told);
  if (code === "idempotency_conflict") return { kind: "done" };
  if (code === "erased_before") return { kind: "refused", keepsText: false };
  return REFUSED;
}

function later(scope: Scope, afterMs: number | null, { isTold = false, isSuspect = false } = {}): Verdict {
  return { kind: "later", scope, afterMs, isTold, isSuspect };
}
