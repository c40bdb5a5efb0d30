// How answers leave: values, refusals and failures, each in the one shape of the wire.

import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { ERROR_STATUS, type ErrorReply, errorOf, Refusal } from "../wire/errors.ts";
import type { Environment } from "./environment.ts";
import { SETTINGS } from "./settings.ts";

/** The refusal as a response, with the headers its status asks for. */
export function refuse(c: Context<Environment>, error: ErrorReply["error"]): Response {
  const status = ERROR_STATUS[error.code];
  if (status === 401) c.header("WWW-Authenticate", 'Bearer realm="edgebrain"');
  if (status === 429 || status === 503) c.header("Retry-After", String(retryAfterOf(error)));
  return c.json({ error } satisfies ErrorReply, status as ContentfulStatusCode);
}

/** Seconds: what the refusal says itself, or a moment. */
function retryAfterOf({ details }: ErrorReply["error"]): number {
  const { retry_after_s } = (details ?? {}) as { retry_after_s?: number };
  return retry_after_s ?? SETTINGS.retryAfterSeconds;
}

/** The one door for everything thrown: refusals are answers, anything else is a defect of ours and stays inside. */
export function answerError(thrown: unknown, c: Context<Environment>): Response {
  if (thrown instanceof Refusal) {
    if (thrown.cause !== undefined) log(c, thrown.code, thrown.cause);
    return refuse(c, errorOf(thrown));
  }
  log(c, "internal", thrown);
  const message = `something failed on our side: report request ${c.get("requestId")} if it happens again`;
  return refuse(c, { code: "internal", message });
}

/** One line with what helps to find a failure. Messages of errors may quote content, so only names and frames are kept. */
function log(c: Context<Environment>, code: string, cause: unknown): void {
  const frames = cause instanceof Error ? (cause.stack ?? "").match(/^\s+at .*$/gm) : null;
  console.error(
    JSON.stringify({
      code,
      request_id: c.get("requestId"),
      method: c.req.method,
      error: cause instanceof Error ? cause.name : typeof cause,
      at: frames?.slice(0, 8).map((frame) => frame.trim()),
    }),
  );
}
