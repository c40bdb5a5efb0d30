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

/** The unparsed request of an endpoint: parameters of the path, with the body of a post or the query of anything else. */
export async function inputOf(c: Context<Environment>): Promise<unknown> {
  if (c.req.method !== "POST") return parametersOf(c);
  const path = pathParametersOf(c);
  const body = await readJson(c.req.raw);
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const twice = Object.keys(path).find((name) => name in body);
  if (twice !== undefined) {
    throw new Refusal("invalid_request", `${twice} is named by the path: leave it out of the body`);
  }
  return { ...body, ...path };
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
  const path = pathParametersOf(c);
  for (const [name, values] of Object.entries(c.req.queries())) {
    if (values.length > 1 || name in path) {
      throw new Refusal("invalid_request", "a query parameter is given more than once: send each once");
    }
    parameters[name] = values[0];
  }
  for (const [name, value] of Object.entries(parameters)) requireUsableText(value, [name]);
  return { ...parameters, ...path };
}

/** Parameters of the path; the agent is not among them, since it is where a request goes and no part of it. */
function pathParametersOf(c: Context<Environment>): Record<string, string> {
  const { agent: _, ...path } = c.req.param() as Record<string, string>;
  for (const [name, value] of Object.entries(path)) requireUsableText(value, [name]);
  return path;
}
