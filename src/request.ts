// What a request says besides its body: parameters, and the key that makes a write safe to repeat.

import type { Context } from "hono";
import { Refusal } from "../wire/errors.ts";
import { LIMITS } from "../wire/limits.ts";
import { readJson, requireUsableText } from "./body.ts";
import type { Environment } from "./environment.ts";

/** A path of the endpoint tables as the router reads it; the last parameter may hold slashes. */
export function routeOf(path: string): string {
  return path.replace(/\{(\w+)\}$/, ":$1{[\\s\\S]+}").replaceAll(/\{(\w+)\}/g, ":$1");
}

/** The unparsed request of an endpoint: the body of a post, the parameters of anything else. */
export function inputOf(c: Context<Environment>): Promise<unknown> | Record<string, string> {
  return c.req.method === "POST" ? readJson(c.req.raw) : parametersOf(c);
}

/** The `Idempotency-Key`, or null when none is sent. */
export function idempotencyKeyOf(c: Context<Environment>): string | null {
  const key = c.req.header("idempotency-key");
  if (key === undefined) return null;
  if (key.length <= LIMITS.idempotencyKey && /^[\x20-\x7e]+$/.test(key)) return key;
  throw new Refusal(
    "invalid_request",
    `fix Idempotency-Key: send 1 to ${LIMITS.idempotencyKey} printable ASCII characters`,
  );
}

function parametersOf(c: Context<Environment>): Record<string, string> {
  const parameters: Record<string, string> = {};
  const { agent: _, ...path } = c.req.param() as Record<string, string>;
  for (const [name, values] of Object.entries(c.req.queries())) {
    if (values.length > 1 || name in path) {
      throw new Refusal("invalid_request", "a query parameter is given more than once: send each once");
    }
    parameters[name] = values[0];
  }
  Object.assign(parameters, path);
  for (const [name, value] of Object.entries(parameters)) requireUsableText(value, [name]);
  return parameters;
}
