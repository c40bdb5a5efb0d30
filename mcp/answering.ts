// A call of a tool, answered: arguments checked, the endpoint called, its reply as text and as data. What goes wrong is an answer
// too, with a code and what to do. Nothing from memory stands outside of a fence, the words of a refusal included.

import type { CallToolResult } from "@modelcontextprotocol/server";
import * as z from "zod";
import { ClientError } from "../client/client-error.ts";
import type { CallOptions } from "../client/connection.ts";
import { controlsShown } from "../durable/text/control-signs.ts";
import { ENDPOINTS, takesBody } from "../wire/endpoints.ts";
import { LIMITS } from "../wire/limits.ts";
import { fenced } from "./fence.ts";
import { valueAt } from "./schemas.ts";
import type { Service } from "./service.ts";
import type { Tool } from "./tool.ts";

/** Name in a call's `_meta`: calls with the same value change memory once. */
export const IDEMPOTENCY_KEY = "edgebrain/idempotency-key";

export interface Call {
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
}

export async function answerTo(tool: Tool, service: Service, call: Call): Promise<CallToolResult> {
  const given = call.arguments ?? {};
  try {
    const problem = problemOf(tool, given);
    if (problem !== null) return refused("invalid_request", problem);
    return answered(tool, await tool.run(service, given, optionsOf(call)));
  } catch (error) {
    if (error instanceof ClientError) return failed(error);
    throw error;
  }
}

function optionsOf({ meta, signal }: Call): CallOptions {
  const key = meta?.[IDEMPOTENCY_KEY];
  const isUsable =
    typeof key === "string" && key.length <= LIMITS.idempotencyKey && /^[\x20-\x7e]+$/.test(key);
  return { signal, ...(isUsable && { idempotencyKey: key }) };
}

/** What the endpoint could not say so well: names it never sees, and values that no path or query can carry. */
function problemOf({ input, endpoint, own }: Tool, given: Readonly<Record<string, unknown>>): string | null {
  const { properties, required } = input();
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(properties, name));
  if (unknown !== undefined)
    return `unknown argument ${JSON.stringify(unknown.slice(0, LIMITS.name))}: remove it`;
  const missing = required.find((name) => given[name] === undefined);
  if (missing !== undefined) return `fix ${missing}: is missing`;
  const { method, path } = ENDPOINTS[endpoint];
  for (const [name, value] of Object.entries(given)) {
    const isInPath = path.includes(`{${name}}`);
    if (isInPath && (typeof value !== "string" || ["", ".", ".."].includes(value)))
      return `fix ${name}: must be an id, as an earlier answer gave it`;
    if (!takesBody(method) && !Object.hasOwn(own, name) && typeof value === "object")
      return `fix ${name}: must be no object and no list`;
  }
  const issue = z.strictObject(own).safeParse(pick(given, Object.keys(own))).error?.issues[0];
  return issue ? `fix ${issue.path.join(".")}: ${issue.message}` : null;
}

function pick(given: Readonly<Record<string, unknown>>, names: readonly string[]): object {
  return Object.fromEntries(names.filter((name) => name in given).map((name) => [name, given[name]]));
}

function answered(tool: Tool, reply: unknown): CallToolResult {
  const shown = tool.shows(reply);
  const { text: context, left } = typeof shown === "string" ? { text: shown, left: 0 } : fenced(shown);
  const text = controlsShown(context);
  const more = left === 0 ? "" : ` ${left} more did not fit: ask for fewer at a time.`;
  return {
    content: [
      { type: "text", text: [controlsShown(tool.says(reply)) + more, text].filter(Boolean).join("\n\n") },
    ],
    structuredContent: { ...(valueAt(reply, tool.places) as object), context: text },
  };
}

/** Codes whose sentences speak of the request and of nothing that memory holds. */
const OF_THE_REQUEST = new Set([
  "malformed_json",
  "invalid_request",
  "invalid_text",
  "input_rejected",
  "unauthorized",
  "forbidden",
  "not_found",
  "review_required",
  "unknown_query",
  "unknown_chat",
  "idempotency_conflict",
  "erased_before",
  "rejected_before",
  "agent_full",
  "too_large",
  "rate_limited",
  "budget_exceeded",
  "proposals_waiting",
  "queue_full",
  "internal",
  "not_configured",
  "unavailable",
]);

function failed({ kind, code, message, details, retryAfterMs }: ClientError): CallToolResult {
  if (kind === "refused" && code !== undefined) {
    const pause = retryAfterMs === undefined ? "" : ` Try again in ${Math.ceil(retryAfterMs / 1_000)} s.`;
    if (OF_THE_REQUEST.has(code)) return refused(code, `${problemsIn(details) ?? message}.${pause}`);
    // What it says may name what memory holds.
    const { text } = fenced([{ id: code, kind: "refusal", citation: null, text: message }]);
    return refused(code, `the service refused this, and says why:${pause}\n\n${text}`);
  }
  if (kind === "malformed")
    return refused(
      "malformed",
      `${message}: the address may lead to something else than an EdgeBrain service.`,
    );
  return refused(kind, `${message}: a write may or may not have happened, and can be sent again.`);
}

const Problems = z.array(z.object({ path: z.string(), message: z.string() })).min(2);

/** Each place to fix, where there are several. */
function problemsIn(details: unknown): string | undefined {
  const problems = Problems.safeParse(details).data;
  return problems?.map(({ path, message }) => `fix ${path}: ${message}`).join("; ");
}

function refused(code: string, sentence: string): CallToolResult {
  return { isError: true, content: [{ type: "text", text: controlsShown(`${code}: ${sentence}`) }] };
}
