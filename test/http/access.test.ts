// [AU] Who may enter, and what a stranger learns by trying: nothing.

import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../src/app.ts";
import type { AgentReply } from "../../wire/directory.ts";
import { freshName, OPERATOR_TOKEN, ORIGIN, Story, send, told } from "../support/story.ts";

let home: Story;
let abroad: Story;
let agent: AgentReply;
let foreign: AgentReply;

beforeAll(async () => {
  [home, abroad] = [await Story.begin(), await Story.begin()];
  [agent, foreign] = [await home.agent(), await abroad.agent()];
});

const infoOf = (name: string, token: string | null) => send("GET", `/v1/agents/${name}/info`, { token });

/** An app of its own, hence without memory of tokens, on bindings of the test's choice. */
async function ask(
  bindings: Partial<Cloudflare.Env>,
  path: string,
  token: string,
  app = createApp(),
  method = "GET",
) {
  const context = createExecutionContext();
  const request = new Request(ORIGIN + path, { method, headers: { Authorization: `Bearer ${token}` } });
  const response = await app.fetch(request, { ...env, ...bindings }, context);
  await waitOnExecutionContext(context);
  return told(response);
}

const BROKEN_D1 = {
  prepare() {
    throw new Error("D1_ERROR: no connection, select * from tokens where hash = 'deadbeef'");
  },
} as unknown as D1Database;

describe("letting in", () => {
  it("[AU1] missing, misspelt, unknown, expired and revoked tokens are refused in the same words", async () => {
    const expired = await home.token("reader", { expires_at: Date.now() + 60_000 });
    // Its time is moved, so that no test waits for it.
    await env.DB.prepare("update tokens set expires_at = 1 where id = ?").bind(expired.id).run();
    const revoked = await home.token("reader");
    await home.directory.revokeToken(revoked.id);
    const unknown = `eb_${"A".repeat(43)}`;
    const refusals = [];
    for (const token of [null, "nonsense", unknown, expired.token, revoked.token, `${OPERATOR_TOKEN}x`]) {
      refusals.push(await infoOf(agent.name, token));
    }
    for (const { status, headers, text } of refusals) {
      expect([status, text]).toEqual([401, refusals[0].text]);
      expect(headers.get("www-authenticate")).toMatch(/^Bearer/);
    }
    expect(refusals[0].error).toEqual({ code: "unauthorized", message: expect.stringContaining("Bearer") });
  });

  it("[AU1] another scheme than Bearer is refused, and the scheme may be written in any case", async () => {
    const basic = await send("GET", "/v1/agents", {
      headers: { Authorization: `Basic ${home.owner.token}` },
    });
    const lower = await send("GET", "/v1/agents", {
      headers: { Authorization: `bearer ${home.owner.token}` },
    });
    expect([basic.status, lower.status]).toEqual([401, 200]);
  });

  it("[AU2] a token revoked through this isolate is refused at once", async () => {
    const token = await home.token("reader");
    const used = await send("GET", "/v1/agents", { token: token.token });
    await home.directory.revokeToken(token.id);
    const late = await send("GET", "/v1/agents", { token: token.token });
    expect([used.status, late.status]).toEqual([200, 401]);
  });

  it("[AU3] without an operator token, or with a short one, only /health is served", async () => {
    for (const secret of [undefined, "", "short"]) {
      const bindings = { OPERATOR_TOKEN: secret };
      for (const path of ["/v1/agents", `/v1/agents/${agent.name}/info`, "/openapi.json", "/docs"]) {
        const { status, error, headers } = await ask(bindings, path, home.owner.token);
        expect([status, error?.code]).toEqual([503, "not_configured"]);
        expect(error?.message).toContain("OPERATOR_TOKEN");
        expect(headers.get("retry-after")).toBe("1");
      }
      expect((await ask(bindings, "/health", "any")).body).toEqual({ status: "ok" });
    }
  });

  it("[AU4] while D1 fails, a token known a moment ago still enters, and another is told to come back", async () => {
    const app = createApp();
    expect((await ask({}, "/v1/agents", home.owner.token, app)).status).toBe(200);
    const known = await ask({ DB: BROKEN_D1 }, "/v1/tenants", home.owner.token, app, "POST");
    const stranger = await ask({ DB: BROKEN_D1 }, "/v1/agents", abroad.owner.token, app);
    expect([known.status, known.error?.code]).toEqual([403, "forbidden"]);
    expect([stranger.status, stranger.error?.code]).toEqual([503, "unavailable"]);
    expect(stranger.headers.get("retry-after")).toBe("1");
    expect(stranger.text).not.toMatch(/D1|select|deadbeef/);
  });

  it("[AU5] the use of a token is noted, at most once a minute", async () => {
    const token = await home.token("reader");
    const app = createApp();
    const lastUse = async () =>
      (await home.directory.listTokens()).tokens.find(({ id }) => id === token.id)?.last_used_at;
    expect(await lastUse()).toBeNull();
    await ask({}, "/v1/agents", token.token, app);
    const first = await lastUse();
    expect(first).toBeGreaterThan(Date.now() - 60_000);
    await ask({}, "/v1/agents", token.token, app);
    await ask({}, "/v1/agents", token.token, createApp());
    expect(await lastUse()).toBe(first);
  });
});

describe("agents", () => {
  it("[AU4] while D1 fails, a known token still reaches its known agent", async () => {
    const app = createApp();
    const path = `/v1/agents/${agent.name}/info`;
    expect((await ask({}, path, home.owner.token, app)).status).toBe(200);
    expect((await ask({ DB: BROKEN_D1 }, path, home.owner.token, app)).status).toBe(200);
  });

  it("[AU6] unknown, foreign, unlisted and impossible agents get the same answer", async () => {
    const other = await home.agent();
    const limited = await home.token("owner", { agents: [agent.name] });
    const answers = [
      await infoOf(freshName("agent"), home.owner.token),
      await infoOf(foreign.name, home.owner.token),
      await infoOf(agent.name, abroad.owner.token),
      await infoOf(other.name, limited.token),
      await infoOf(freshName("agent"), limited.token),
      await infoOf("Not%20A%00Name", home.owner.token),
    ];
    for (const { status, text, error } of answers) {
      expect([status, error?.code, text]).toEqual([404, "not_found", answers[0].text]);
    }
    const headers = answers.map(({ headers }) => [...headers].filter(([name]) => name !== "x-request-id"));
    for (const one of headers) expect(one).toEqual(headers[0]);
  });

  it("[AU7] the operator keeps the directory and enters no agent", async () => {
    const { status, error } = await infoOf(agent.name, OPERATOR_TOKEN);
    expect([status, error?.code]).toEqual([403, "forbidden"]);
    expect(error?.message).toContain("token of its tenant");
  });

  it("[AU8] a list shows the agents of the token and no others", async () => {
    const limited = await home.token("reader", { agents: [agent.name] });
    const { body } = await send("GET", "/v1/agents", { token: limited.token });
    expect(body).toEqual({ agents: [agent], next_cursor: null });
  });
});
