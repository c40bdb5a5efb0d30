// `/mcp`: let in, find the agent, read the message, and hand it to the MCP server, whose tools come back to this very app
// as requests of the same caller: rights, rates, budgets and idempotency are those of the endpoints. The server's code
// is loaded with the first message, so that nobody else pays for it.

import type { Context, Hono } from "hono";
import type { ServiceOptions } from "../../mcp/service.ts";
import { Refusal } from "../../wire/errors.ts";
import { LIMITS } from "../../wire/limits.ts";
import { type Auth, requireTenantToken, type TokenPrincipal } from "../auth.ts";
import { readJson } from "../body.ts";
import type { Directory } from "../directory.ts";
import { enter } from "../enter.ts";
import type { Environment } from "../environment.ts";
import { SETTINGS } from "../settings.ts";

export const MCP_PATHS = ["/mcp", "/mcp/:agent"];

/** What a request within the app brings along of the one that caused it. */
const CARRIED = ["authorization", "cf-access-jwt-assertion", "cf-connecting-ip", "edgebrain-tenant"];
/** Nobody is asked there: a request within the app needs a whole address. */
const WITHIN = "https://edgebrain.internal";
/** Messages that may become requests to endpoints, which are counted there. */
const PASSED_ON = ["tools/call", "resources/list", "resources/read"];

export function mountMcp(app: Hono<Environment>, auth: Auth): void {
  for (const path of MCP_PATHS) app.post(path, (c) => serve(c, app, auth));
}

async function serve(c: Context<Environment>, app: Hono<Environment>, auth: Auth): Promise<Response> {
  requireOwnOrigin(c.req.raw);
  const { principal: anybody, directory, now } = await enter(c, auth);
  const principal = requireTenantToken(anybody);
  const name = agentNamed(c) ?? (await onlyAgentOf(principal, directory));
  const { id } = await auth.agentFor(principal, name, directory, now);
  c.set("agentId", id);
  // Texts are refused by the endpoint that they are for, so that this is an answer of the tool.
  const messages = await readJson(c.req.raw, () => undefined);
  const pace = () => c.get("rates").requirePace(c.env, "reads", principal.tokenId, now);
  const mayPassOn = passesOn(messages);
  if (!mayPassOn) await pace();
  let passedOn = 0;
  const options: ServiceOptions = {
    baseUrl: WITHIN,
    token: null,
    agent: name,
    timeoutMs: SETTINGS.mcpTimeoutMs,
    role: async () => principal.role,
    fetch: async (request) => {
      passedOn++;
      const reply = app.fetch(within(c, request), c.env, c.executionCtx);
      return Promise.race([reply, endOf(request.signal)]);
    },
  };
  const { answerMcp } = await import("../../mcp/http.ts");
  const answer = await answerMcp(c.req.raw, messages, options);
  // A call of no tool, or with arguments that are none, became no request.
  if (mayPassOn && passedOn === 0) await pace();
  return answer;
}

/** Fails when a request has lasted too long or was cancelled: the app itself would not notice. */
function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** The request as the caller's own. */
function within(c: Context<Environment>, request: Request): Request {
  for (const header of CARRIED) {
    const value = c.req.header(header);
    if (value !== undefined) request.headers.set(header, value);
  }
  request.headers.set("X-Request-Id", c.get("requestId"));
  return request;
}

/**
 * A page of another site could reach a worker on this machine under a name of its own (DNS rebinding): only pages of
 * this very address get in, and over plain HTTP only where its name is this machine's.
 */
function requireOwnOrigin({ headers, url }: Request): void {
  const origin = headers.get("origin");
  if (origin === null) return;
  const { origin: own, protocol, hostname } = new URL(url);
  const isLocal = hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
  if (origin === own && (protocol === "https:" || isLocal)) return;
  throw new Refusal(
    "forbidden",
    "pages of other sites are not let in: call /mcp from a program, without Origin",
  );
}

/** The agent that path, parameter or header names. */
function agentNamed(c: Context<Environment>): string | undefined {
  const names = [c.req.param("agent"), ...(c.req.queries("agent") ?? []), c.req.header("x-edgebrain-agent")];
  const [name, ...others] = new Set(names.filter((one) => one !== undefined));
  if (others.length === 0) return name;
  throw new Refusal(
    "invalid_request",
    "path, parameter and header name different agents: name the agent once",
  );
}

async function onlyAgentOf({ agents, tenant }: TokenPrincipal, directory: Directory): Promise<string> {
  const names = agents ?? (await directory.agentsOf(tenant.id, null, 2)).map(({ name }) => name);
  if (names.length === 1) return names[0];
  throw new Refusal(
    "invalid_request",
    names.length === 0
      ? "the tenant has no agent yet: let its owner create one with POST /v1/agents"
      : "which agent? This token may enter several: name one as /mcp/NAME, ?agent=NAME or X-EdgeBrain-Agent: NAME",
  );
}

/** Whether anything of it is counted where it arrives. Refuses more messages than are taken at once. */
function passesOn(messages: unknown): boolean {
  const all = Array.isArray(messages) ? messages : [messages];
  if (all.length > LIMITS.mcpMessages) {
    throw new Refusal("too_large", `a batch has at most ${LIMITS.mcpMessages} messages: send several`);
  }
  return all.some((message) => PASSED_ON.includes((message as { method?: string } | null)?.method ?? ""));
}
