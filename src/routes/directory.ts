// The endpoints of the directory, mounted from their table: let in, check, do once, answer.

import type { Context, Hono } from "hono";
import { MeterClient } from "../../meter/meter-client.ts";
import { DIRECTORY_ENDPOINTS, type DirectoryEndpoint } from "../../wire/directory-endpoints.ts";
import type { Auth } from "../auth.ts";
import { enter } from "../enter.ts";
import type { Environment } from "../environment.ts";
import { once, type Written } from "../once.ts";
import { parsed } from "../parsed.ts";
import { idempotencyKeyOf, inputOf, routeOf } from "../request.ts";
import { envelopeOf } from "../secrets.ts";
import { DIRECTORY_HANDLERS, requireDirectoryRight } from "./directory-handlers.ts";
import type { ClosedEndpointName, Entry } from "./entry.ts";
import { redeem } from "./redeem.ts";

export function mountDirectory(app: Hono<Environment>, auth: Auth): void {
  const { redeemPairing, ...closed } = DIRECTORY_ENDPOINTS;
  app.post(redeemPairing.path, redeem);
  const endpoints = Object.entries(closed) as [ClosedEndpointName, DirectoryEndpoint][];
  for (const [name, endpoint] of endpoints) {
    app.on(endpoint.method.toUpperCase(), routeOf(endpoint.path), (c) => serve(c, auth, name, endpoint));
  }
}

async function serve(
  c: Context<Environment>,
  auth: Auth,
  name: ClosedEndpointName,
  endpoint: DirectoryEndpoint,
) {
  const visit = await enter(c, auth, { afresh: true });
  if (visit.principal.role !== "operator") {
    const pace = endpoint.method === "get" ? "reads" : "writes";
    await c.get("rates").requirePace(c.env, pace, visit.principal.tokenId, visit.now);
  }
  requireDirectoryRight(visit.principal, name);
  const key = idempotencyKeyOf(c);
  const request = parsed(endpoint.request, await inputOf(c, endpoint.request));
  // SAFETY: the handler of a name takes what the schema of that name has parsed.
  const handle = DIRECTORY_HANDLERS[name] as (entry: Entry, request: unknown) => Promise<unknown>;
  const answer = () =>
    handle({ ...visit, auth, meter: new MeterClient(c.env.METER), brains: c.env.BRAIN }, request);
  const reply = endpoint.writes
    ? await once(
        visit.directory,
        key === null ? null : await envelopeOf(visit.bearer, name, key),
        request,
        visit.now,
        answer as () => Promise<Written<unknown>>,
      )
    : await answer();
  return c.json(reply as object, endpoint.status);
}
