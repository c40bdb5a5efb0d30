// The endpoints of an agent, mounted from their table: let in, find the agent, check, hand to its object, answer.

import type { Context, Hono } from "hono";
import type { Caller } from "../../durable/brain.ts";
import { ENDPOINTS, type Endpoint, type EndpointName } from "../../wire/endpoints.ts";
import { ERROR_STATUS, Refusal, type Result } from "../../wire/errors.ts";
import { LIMITS } from "../../wire/limits.ts";
import type { Spent } from "../../wire/usage.ts";
import { type Auth, requireRole, requireTenantToken } from "../auth.ts";
import type { AgentRow } from "../directory.ts";
import { enter } from "../enter.ts";
import type { Environment } from "../environment.ts";
import { countsAs, spendingOf } from "../metering.ts";
import { parsed } from "../parsed.ts";
import { refuse } from "../reply.ts";
import { idempotencyKeyOf, ifMatchOf, inputOf, routeOf } from "../request.ts";
import { serverTimingOf } from "../server-timing.ts";

export const AGENT_PATH = "/v1/agents/{agent}";

/** How an agent's object is called; by name, so that the table of endpoints is the only list of them. */
interface Brain {
  perform(
    name: EndpointName,
    request: unknown,
    caller: Caller,
  ): Promise<Result<unknown> & { readonly spent: Spent }>;
  /** A socket that is told each new revision; refuses when the agent has as many listeners as it may. */
  listen(): Promise<WebSocket>;
}

export function mountAgents(app: Hono<Environment>, auth: Auth): void {
  for (const [name, endpoint] of Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]) {
    app.on(endpoint.method.toUpperCase(), routeOf(AGENT_PATH + endpoint.path), (c) =>
      serve(c, auth, name, endpoint),
    );
  }
}

/** Lets a caller in to an endpoint of the agent that the path names. */
export async function visitAgent(
  c: Context<Environment>,
  auth: Auth,
  endpoint: Endpoint,
): Promise<{ readonly agent: AgentRow; readonly caller: Caller }> {
  const { principal: anybody, directory, now } = await enter(c, auth);
  const { role, writes } = endpoint;
  const principal = requireTenantToken(anybody);
  const pace = countsAs(endpoint) === "writes" ? "writes" : "reads";
  await c.get("rates").requirePace(c.env, pace, principal.tokenId, now);
  const agent = await auth.agentFor(principal, c.req.param("agent")!, directory, now);
  c.set("agentId", agent.id);
  requireRole(principal, role);
  await c.get("metering").requireBudget(c.env, principal, spendingOf(endpoint), now);
  c.set("spender", principal);
  c.set("admitted", performance.now());
  const [idempotencyKey, ifMatch] = [idempotencyKeyOf(c), ifMatchOf(c)];
  const caller = {
    author: principal.tokenId,
    version: principal.version,
    person: principal.person,
    role: principal.role,
    idempotencyKey: writes ? idempotencyKey : null,
    ifMatch: writes ? ifMatch : null,
    agent: { id: agent.id, profile: agent.profile },
  };
  return { agent, caller };
}

async function serve(c: Context<Environment>, auth: Auth, name: EndpointName, endpoint: Endpoint) {
  const { agent, caller } = await visitAgent(c, auth, endpoint);
  const request = parsed(endpoint.request, await inputOf(c, endpoint.request));
  const called = performance.now();
  const result = await brainOf(c, agent).perform(name, request, caller);
  if (!result.ok) return refuse(c, result.error);
  c.header("Server-Timing", serverTimingOf(c, called, result.value));
  if (result.revision !== null) c.header("ETag", `"r${result.revision}"`);
  return c.json(result.value as object);
}

/** The agent's object. What its platform says about it (gone, restarted, too busy) is `unavailable`: a retry finds it. */
export function brainOf(c: Context<Environment>, agent: AgentRow): Brain {
  const stub = c.env.BRAIN.get(c.env.BRAIN.idFromName(agent.id));
  return {
    async perform(name, ...call) {
      // SAFETY: Brain has this method; its generic signature is lost on a stub.
      const result = await reached(() => (stub as unknown as Brain).perform(name, ...call));
      meter(c, ENDPOINTS[name], result);
      return result;
    },
    async listen() {
      const headers = { Upgrade: "websocket" };
      const { webSocket } = await reached(() => stub.fetch("https://agent/listen", { headers }));
      if (webSocket) return webSocket;
      throw new Refusal(
        "rate_limited",
        `this agent has ${LIMITS.listeners} listeners, which is the most: end one, or ask for pages with Accept: application/json`,
      );
    },
  };
}

/** Counts a request for its tenant, after its answer: failures of ours cost only what was spent on them. */
function meter(c: Context<Environment>, endpoint: Endpoint, result: Awaited<ReturnType<Brain["perform"]>>) {
  const spender = c.get("spender");
  if (!spender) return;
  const isOurs = !result.ok && ERROR_STATUS[result.error.code] >= 500;
  const counts = { ...result.spent, [countsAs(endpoint)]: isOurs ? 0 : 1 };
  c.get("metering").count(c.env, spender, counts, Date.now(), (work) => c.executionCtx.waitUntil(work));
}

async function reached<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const { retryable, overloaded } = error as { retryable?: boolean; overloaded?: boolean };
    if (!retryable && !overloaded) throw error;
    const refusal = new Refusal("unavailable", "the agent can't be reached: try again in a moment");
    refusal.cause = error;
    throw refusal;
  }
}
