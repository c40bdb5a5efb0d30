// One line of JSON for each request: when, what, for whom, how it ended, how long it took. The route is its template
// and never the path: a path names nodes. No query string, header, body or error text is ever read here.

import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { Environment } from "./environment.ts";

/** Logs every request of the app, whoever answers it; the variable REQUEST_LOG set to `off` logs none. */
export const requestLog: MiddlewareHandler<Environment> = async (c, next) => {
  const began = Date.now();
  await next();
  if (c.env.REQUEST_LOG === "off") return;
  console.log(
    JSON.stringify({
      at: new Date(began).toISOString(),
      request_id: c.get("requestId"),
      method: c.req.method,
      route: templateOf(c),
      status: c.res.status,
      ms: Date.now() - began,
      tenant: c.get("tenantId") ?? null,
      agent: c.get("agentId") ?? null,
      actor: c.get("actor") ?? null,
    }),
  );
};

/** The path of the endpoint with names for its parameters, such as `/v1/agents/{agent}/query`; null for no endpoint. */
function templateOf(c: Context<Environment>): string | null {
  const route = matchedRoutes(c).findLast(({ method }) => method === c.req.method);
  return route ? route.path.replace(/:(\w+)(\{[^}]*\})?/g, "{$1}") : null;
}
