// The entrance: from a request to somebody who may be here.

import type { Context } from "hono";
import { Refusal } from "../wire/errors.ts";
import type { Auth, Principal } from "./auth.ts";
import { Directory } from "./directory.ts";
import type { Environment } from "./environment.ts";
import { sameSecret } from "./secrets.ts";
import { SETTINGS } from "./settings.ts";

export interface Visit {
  readonly principal: Principal;
  /** The token as it was sent. */
  readonly bearer: string;
  readonly directory: Directory;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Lets the caller in, or refuses: `unauthorized`, `unavailable` when D1 fails, `not_configured` without an operator. */
export async function enter(c: Context<Environment>, auth: Auth): Promise<Visit> {
  const operatorToken = operatorTokenOf(c.env);
  const bearer = /^Bearer +(\S+) *$/i.exec(c.req.header("authorization") ?? "")?.[1] ?? null;
  const directory = new Directory(c.env.DB);
  const now = Date.now();
  if (bearer !== null && (await sameSecret(bearer, operatorToken))) {
    return { principal: { role: "operator" }, bearer, directory, now };
  }
  const principal = await auth.admit(bearer, directory, now, (work) => c.executionCtx.waitUntil(work));
  return { principal, bearer: bearer!, directory, now };
}

/** The operator's token; a Worker without a good one serves nobody. */
export function operatorTokenOf(env: Cloudflare.Env): string {
  const token = env.OPERATOR_TOKEN;
  if (token !== undefined && token.length >= SETTINGS.operatorTokenLength) return token;
  throw new Refusal(
    "not_configured",
    `set the secret OPERATOR_TOKEN to at least ${SETTINGS.operatorTokenLength} random characters: wrangler secret put OPERATOR_TOKEN`,
  );
}
