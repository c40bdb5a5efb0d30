// `GET /events` as a stream. A caller that asks for JSON instead gets a page of the same events,
// from the same endpoint, like any other reply.

import type { Context, Hono } from "hono";
import type { EventsReply } from "../../wire/devices.ts";
import { ENDPOINTS } from "../../wire/endpoints.ts";
import { Refusal } from "../../wire/errors.ts";
import { type Auth, requireRole, requireTenantToken } from "../auth.ts";
import { Bell } from "../bell.ts";
import { enter } from "../enter.ts";
import type { Environment } from "../environment.ts";
import { eventStream } from "../event-stream.ts";
import { parsed } from "../parsed.ts";
import { inputOf, routeOf } from "../request.ts";
import { SETTINGS } from "../settings.ts";
import { AGENT_PATH, brainOf, visitAgent } from "./agents.ts";

const ENDPOINT = ENDPOINTS.events;

const HEADERS = {
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-store, no-transform",
  // Proxies that gather an answer before they pass it on would hold back every event.
  "X-Accel-Buffering": "no",
};

/** To be mounted before the endpoints of the table. */
export function mountEvents(app: Hono<Environment>, auth: Auth): void {
  app.get(routeOf(AGENT_PATH + ENDPOINT.path), (c, next) => (wantsStream(c) ? listen(c, auth) : next()));
}

function wantsStream(c: Context<Environment>): boolean {
  const accepts = c.req.header("accept") ?? "";
  const wantsJson = accepts.includes("application/json") && !accepts.includes("text/event-stream");
  return c.req.method === "GET" && !wantsJson;
}

async function listen(c: Context<Environment>, auth: Auth): Promise<Response> {
  const { agent, caller } = await visitAgent(c, auth, ENDPOINT);
  const { after, limit } = parsed(ENDPOINT.request, await eventsInputOf(c));
  const brain = brainOf(c, agent);
  const read = async (from: number | undefined) => {
    const result = await brain.perform("events", { after: from, limit }, caller);
    if (!result.ok) throw new Refusal(result.error.code, result.error.message);
    return result.value as EventsReply;
  };
  // The bell hangs before the first page is read, so that nothing changes unheard in between.
  const bell = new Bell(await brain.listen());
  try {
    const { heartbeatMs, stalledMs } = SETTINGS;
    const admit = () => requireAdmission(c, auth);
    const stream = eventStream({ bell, read, admit, heartbeatMs, stalledMs }, await read(after), after);
    return c.body(stream, 200, HEADERS);
  } catch (error) {
    bell.close();
    throw error;
  }
}

/** Whether the token still opens the stream. That is no request of its own, so the token's pace is not asked for. */
async function requireAdmission(c: Context<Environment>, auth: Auth): Promise<void> {
  const { principal: anybody, directory, now } = await enter(c, auth);
  const principal = requireTenantToken(anybody);
  await auth.agentFor(principal, c.req.param("agent")!, directory, now);
  requireRole(principal, ENDPOINT.role);
}

/** The parameters, where `Last-Event-ID` wins: a program that reconnects sends it beside its first address. */
async function eventsInputOf(c: Context<Environment>): Promise<unknown> {
  const input = (await inputOf(c, ENDPOINT.request)) as object;
  const lastEventId = c.req.header("last-event-id");
  return lastEventId ? { ...input, after: lastEventId } : input;
}
