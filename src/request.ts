// What a request says besides its body: parameters, the key that makes a write safe to repeat, and the state it is meant for.

import type { Context } from "hono";
import type * as z from "zod";
import { takesBody } from "../wire/endpoints.ts";
import { Refusal } from "../wire/errors.ts";
import { LIMITS } from "../wire/limits.ts";
import { readJson, readJsonIfAny, requireUsableText } from "./body.ts";
import type { Environment } from "./environment.ts";

/** A path of the endpoint tables as the router reads it; the last parameter may hold slashes. */
export function routeOf(path: string): string {
  return path.replace(/\{(\w+)\}$/, ":$1{[\\s\\S]+}").replaceAll(/\{(\w+)\}/g, ":$1");
}

/**
 * The unparsed request of an endpoint: parameters of the path, with the body of a post or patch, or the query of anything
 * else. A body whose fields may all be left out may be left out too.
 */
export async function inputOf(c: Context<Environment>, request: z.ZodType): Promise<unknown> {
  if (!takesBody(c.req.method)) return parametersOf(c);
  const path = pathParametersOf(c);
  const body = await (request.safeParse(path).success ? readJsonIfAny : readJson)(c.req.raw);
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

/**
 * The tags of `If-Match` without their quotes, or null when none are sent. A weak tag counts as the strong one: what
 * compresses an answer on its way marks its tag as weak, and ours speak of a state, not of bytes. A bare number is a revision.
 */
export function ifMatchOf(c: Context<Environment>): string[] | null {
  const header = c.req.header("if-match");
  if (header === undefined) return null;
  const tags = header.split(",").map((part) => /^ *(?:W\/)?("?)([a-z0-9]+|\*)\1 *$/.exec(part)?.[2]);
  if (tags.length <= LIMITS.tags && tags.every((tag) => tag !== undefined)) {
    return tags.map((tag) => (/^\d+$/.test(tag) ? `r${tag}` : tag));
  }
  throw new Refusal(
    "invalid_request",
    `fix If-Match: send 1 to ${LIMITS.tags} tags as replies have them, such as "r12", or *`,
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
export function pathParametersOf(c: Context<Environment>): Record<string, string> {
  const { agent: _, ...path } = c.req.param() as Record<string, string>;
  for (const [name, value] of Object.entries(path)) requireUsableText(value, [name]);
  return path;
}
