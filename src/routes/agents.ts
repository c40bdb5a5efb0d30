// The endpoints of an agent, mounted from their table: let in, find the agent, check, hand to its object, answer.

import type { Context, Hono } from "hono";
import { ENDPOINTS, type Endpoint, type EndpointName } from "../../wire/endpoints.ts";
import { Refusal, type Result } from "../../wire/errors.ts";
import { type Auth, requireRole, requireTenantToken } from "../auth.ts";
import type { AgentRow } from "../directory.ts";
import { enter } from "../enter.ts";
import type { Environment } from "../environment.ts";
import { parsed } from "../parsed.ts";
import { refuse } from "../reply.ts";
import { idempotencyKeyOf, inputOf, routeOf } from "../request.ts";

export const AGENT_PATH = "/v1/agents/{agent}";

/** How an agent's object is called; by name, so that the table of endpoints is the only list of them. */
interface Brain {
  perform(
    name: EndpointName,
    request: unknown,
    caller: {
      readonly author: string;
      readonly idempotencyKey: string | null;
      readonly agent: { readonly id: string; readonly profile: AgentRow["profile"] };
    },
  ): Promise<Result<unknown>>;
}

export function mountAgents(app: Hono<Environment>, auth: Auth): void {
  for (const [name, endpoint] of Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]) {
    app.on(endpoint.method.toUpperCase(), routeOf(AGENT_PATH + endpoint.path), (c) =>
      serve(c, auth, name, endpoint),
    );
  }
}

async function serve(c: Context<Environment>, auth: Auth, name: EndpointName, endpoint: Endpoint) {
  const { principal: anybody, directory, now } = await enter(c, auth);
  const principal = requireTenantToken(anybody);
  const agent = await auth.agentFor(principal, c.req.param("agent")!, directory, now);
  requireRole(principal, endpoint.role);
  const idempotencyKey = idempotencyKeyOf(c);
  const request = parsed(endpoint.request, await inputOf(c));
  const result = await brainOf(c.env, agent).perform(name, request, {
    author: principal.tokenId,
    idempotencyKey: endpoint.writes ? idempotencyKey : null,
    agent: { id: agent.id, profile: agent.profile },
  });
  if (!result.ok) return refuse(c, result.error);
  const timing = serverTimingOf(result.value);
  if (timing) c.header("Server-Timing", timing);
  return c.json(result.value as object);
}

/** The agent's object. What its platform says about it (gone, restarted, too busy) is `unavailable`: a retry finds it. */
function brainOf(env: Cloudflare.Env, agent: AgentRow): Brain {
  // SAFETY: Brain has this method; its generic signature is lost on a stub.
  const stub = env.BRAIN.get(env.BRAIN.idFromName(agent.id)) as unknown as Brain;
  return {
    async perform(...call) {
      try {
        return await stub.perform(...call);
      } catch (error) {
        const { retryable, overloaded } = error as { retryable?: boolean; overloaded?: boolean };
        if (!retryable && !overloaded) throw error;
        const refusal = new Refusal("unavailable", "the agent can't be reached: try again in a moment");
        refusal.cause = error;
        throw refusal;
      }
    },
  };
}

function serverTimingOf(value: unknown): string | null {
  const { timings, total_ms } = (value ?? {}) as { timings?: Record<string, number>; total_ms?: number };
  const spans = Object.entries(timings ?? (total_ms === undefined ? {} : { total_ms }));
  return spans.map(([name, ms]) => `${name.replace(/_ms$/, "")};dur=${ms}`).join(", ") || null;
}
