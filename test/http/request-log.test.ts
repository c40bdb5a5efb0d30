// [OP] The log of requests: one line each, with what helps to operate, and never what somebody wrote or keeps secret.

import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { createApp } from "../../src/app.ts";
import { OPERATOR_TOKEN, ORIGIN, Story } from "../support/story.ts";

const SECRET = "zanzibar";
let lines: MockInstance<typeof console.log>;
let errors: MockInstance<typeof console.error>;

beforeEach(() => {
  lines = vi.spyOn(console, "log").mockImplementation(() => undefined);
  errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function request(method: string, path: string, token: string | null, body?: unknown) {
  const headers = new Headers({ "Content-Type": "application/json" });
  if (token) headers.set("Authorization", `Bearer ${token}`);
  const sent = new Request(ORIGIN + path, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const context = createExecutionContext();
  return createApp().fetch(sent, { ...env, REQUEST_LOG: "on" }, context);
}

function logged(): Record<string, unknown>[] {
  return lines.mock.calls.map(([line]) => JSON.parse(line as string));
}

describe("the request log", () => {
  it("[OP1] has one line for each request, with template, status, tenant, agent and actor", async () => {
    const story = await Story.begin();
    const agent = await story.agent();
    const { owner, tenant } = story;
    const response = await request("POST", `/v1/agents/${agent.name}/query`, owner.token, {
      query: "deploys?",
    });
    expect(logged()).toEqual([
      {
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        request_id: response.headers.get("x-request-id"),
        method: "POST",
        route: "/v1/agents/{agent}/query",
        status: 200,
        ms: expect.any(Number),
        tenant: tenant.id,
        agent: agent.id,
        actor: owner.id,
      },
    ]);
  });

  it("[OP1] also for what is refused, unknown or the operator's", async () => {
    await request("GET", "/v1/tokens", null);
    await request("GET", "/nowhere", null);
    await request("PUT", "/health", null);
    await request("GET", "/v1/tenants", OPERATOR_TOKEN);
    expect(logged().map(({ route, status, actor }) => [route, status, actor])).toEqual([
      ["/v1/tokens", 401, null],
      [null, 404, null],
      [null, 405, null],
      ["/v1/tenants", 200, "operator"],
    ]);
  });

  it("[OP2] never has what somebody wrote, nor a token, nor a path or its query", async () => {
    const story = await Story.begin();
    const { name } = await story.agent();
    const { token } = story.owner;
    const agent = `/v1/agents/${name}`;
    await request("POST", `${agent}/inject`, token, { id: SECRET, content: SECRET });
    await request("POST", `${agent}/inject`, token, { [SECRET]: SECRET });
    await request("POST", `${agent}/query`, token, { query: SECRET });
    await request("GET", `${agent}/nodes/${SECRET}`, token);
    await request("GET", `${agent}/journal?type=${SECRET}`, token);
    await request("GET", `/${SECRET}?${SECRET}=${SECRET}`, token);
    await request("GET", `/v1/agents/${SECRET}/info`, token);
    await request("POST", "/v1/tokens", token, { name: SECRET, role: "reader" });
    await request("GET", "/v1/tokens", `eb_${SECRET}${"x".repeat(35)}`);
    expect(logged()).toHaveLength(9);
    const everything = JSON.stringify([lines.mock.calls, errors.mock.calls]);
    for (const secret of [SECRET, token, OPERATOR_TOKEN]) expect(everything).not.toContain(secret);
  });

  it("[OP1] is off where it is turned off", async () => {
    await createApp().fetch(new Request(`${ORIGIN}/health`), { ...env, REQUEST_LOG: "off" });
    expect(logged()).toEqual([]);
  });
});
