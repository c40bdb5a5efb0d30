// [AU] Who may enter, and what a stranger learns by trying: nothing.

import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../src/app.ts";
import type { AgentReply } from "../../wire/directory.ts";
import { freshName, OPERATOR_TOKEN, ORIGIN, operator, Story, send, told } from "../support/story.ts";

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
    const expiring = await home.token("reader", { expires_at: Date.now() + 40 });
    const revoked = await home.token("reader");
    await home.directory.revokeToken(revoked.id);
    await new Promise((resolve) => setTimeout(resolve, 60));
    const unknown = `eb_${"A".repeat(43)}`;
    const refusals = [];
    for (const token of [null, "nonsense", unknown, expiring.token, revoked.token, `${OPERATOR_TOKEN}x`]) {
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

describe("the directory", () => {
  it("[AU9] only an operator creates tenants, only owners and operators create agents and tokens", async () => {
    const posts = [
      ["/v1/tenants", { name: freshName("tenant") }],
      ["/v1/agents", { name: freshName("agent") }],
      ["/v1/tokens", { name: "x", role: "reader" }],
    ] as const;
    for (const role of ["reader", "agent", "reviewer"] as const) {
      const { token } = await home.token(role);
      for (const [path, body] of posts) {
        expect((await send("POST", path, { token, body })).error?.code).toBe("forbidden");
      }
      expect((await send("GET", "/v1/tokens", { token })).error?.code).toBe("forbidden");
      expect((await send("DELETE", `/v1/tokens/${home.owner.id}`, { token })).error?.code).toBe("forbidden");
    }
    const tenants = await send("POST", "/v1/tenants", { token: home.owner.token, body: posts[0][1] });
    expect([tenants.status, tenants.error?.code]).toEqual([403, "forbidden"]);
  });

  it("[AU10] a token can't give more than it has: not other agents, not a longer life", async () => {
    const limited = await home.token("owner", { agents: [agent.name] });
    const passing = await home.token("owner", { expires_at: Date.now() + 60_000 });
    const make = (token: string, body: object) => send("POST", "/v1/tokens", { token, body });
    expect((await make(limited.token, { name: "x", role: "reader" })).error?.code).toBe("forbidden");
    expect((await make(passing.token, { name: "x", role: "reader" })).error?.code).toBe("forbidden");
    const shorter = { name: "x", role: "reader", expires_at: Date.now() + 30_000 };
    expect((await make(passing.token, shorter)).status).toBe(201);
  });

  it("[AU11] another's tenant and token are as unknown as none", async () => {
    const token = home.owner.token;
    for (const tenant of [abroad.tenant.name, freshName("tenant")]) {
      const answer = await send("GET", `/v1/agents?tenant=${tenant}`, { token });
      expect([answer.status, answer.error?.message]).toEqual([
        404,
        expect.stringContaining("no such tenant"),
      ]);
    }
    const theirs = await send("DELETE", `/v1/tokens/${abroad.owner.id}`, { token });
    const nobodys = await send("DELETE", `/v1/tokens/${crypto.randomUUID()}`, { token });
    expect([theirs.status, theirs.text]).toEqual([404, nobodys.text]);
    expect((await send("GET", "/v1/agents", { token: abroad.owner.token })).status).toBe(200);
  });

  it("[AU12] names are unique: a tenant's anywhere, an agent's within its tenant", async () => {
    const tenant = await send("POST", "/v1/tenants", {
      token: OPERATOR_TOKEN,
      body: { name: home.tenant.name },
    });
    expect([tenant.status, tenant.error?.code]).toEqual([409, "name_taken"]);
    const again = await send("POST", "/v1/agents", { token: home.owner.token, body: { name: agent.name } });
    expect([again.status, again.error?.code]).toEqual([409, "name_taken"]);
    expect((await abroad.agent(agent.name)).name).toBe(agent.name);
  });

  it("[AU13] a token's secret is shown once: no list has it, and D1 has only its hash", async () => {
    const made = await home.token("agent");
    expect(made.token).toMatch(/^eb_[A-Za-z0-9_-]{43}$/);
    const { text } = await send("GET", "/v1/tokens?limit=200", { token: home.owner.token });
    expect(text).toContain(made.id);
    expect(text).not.toContain(made.token);
    const rows = [];
    for (const table of ["tokens", "directory_answers", "agents", "tenants"]) {
      rows.push(...(await env.DB.prepare(`select * from ${table}`).all()).results);
    }
    expect(JSON.stringify(rows)).not.toContain(made.token);
    expect(JSON.stringify(rows)).not.toContain(made.token.slice(3));
  });

  it("[AU14] the same Idempotency-Key creates once and answers alike, the token's secret included", async () => {
    const requests = [
      [OPERATOR_TOKEN, "/v1/tenants", { name: freshName("tenant") }],
      [home.owner.token, "/v1/agents", { name: freshName("agent") }],
      [home.owner.token, "/v1/tokens", { name: "once", role: "reader" }],
    ] as const;
    for (const [token, path, body] of requests) {
      const headers = { "Idempotency-Key": crypto.randomUUID() };
      const first = await send("POST", path, { token, body, headers });
      const second = await send("POST", path, { token, body, headers });
      expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
      const other = await send("POST", path, { token, body: { ...body, name: "other" }, headers });
      expect([other.status, other.error?.code]).toEqual([409, "idempotency_conflict"]);
    }
    const { tokens } = await home.directory.listTokens({ limit: 200 });
    expect(tokens.filter(({ name }) => name === "once")).toHaveLength(1);
  });

  it("[AU14] an Idempotency-Key belongs to its caller and its endpoint", async () => {
    const headers = { "Idempotency-Key": "shared" };
    const body = { name: "shared-key", role: "reader" };
    const ours = await send("POST", "/v1/tokens", { token: home.owner.token, body, headers });
    const theirs = await send("POST", "/v1/tokens", { token: abroad.owner.token, body, headers });
    const agents = await send("POST", "/v1/agents", {
      token: home.owner.token,
      body: { name: freshName("agent") },
      headers,
    });
    expect([ours.status, theirs.status, agents.status]).toEqual([201, 201, 201]);
    expect((theirs.body as { id: string }).id).not.toBe((ours.body as { id: string }).id);
  });

  it("[AU14] deliveries of one request at the same time create one agent", async () => {
    const [name, idempotencyKey] = [freshName("agent"), crypto.randomUUID()];
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => home.directory.createAgent({ name }, { idempotencyKey })),
    );
    expect(new Set(replies.map(({ id }) => id)).size).toBe(1);
  });

  it("[AU15] an operator names the tenant it means", async () => {
    const unnamed = await send("POST", "/v1/agents", { token: OPERATOR_TOKEN, body: { name: "a" } });
    expect([unnamed.status, unnamed.error?.message]).toEqual([
      400,
      expect.stringContaining("name the tenant"),
    ]);
    const made = await operator().createAgent({ name: freshName("agent"), tenant: abroad.tenant.name });
    expect(made.tenant).toBe(abroad.tenant.name);
  });

  it("[AU16] lists are paged: every entry once, the last page says so", async () => {
    const story = await Story.begin();
    for (let made = 0; made < 5; made++) {
      await story.agent();
      await story.token("reader");
    }
    const agents = new Set<string>();
    const tokens = new Set<string>();
    let cursor: string | null = null;
    do {
      const page = await story.directory.listAgents({ limit: 2, cursor: cursor ?? undefined });
      for (const { id } of page.agents) agents.add(id);
      cursor = page.next_cursor;
    } while (cursor !== null);
    do {
      const page = await story.directory.listTokens({ limit: 2, cursor: cursor ?? undefined });
      for (const { id } of page.tokens) tokens.add(id);
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect([agents.size, tokens.size]).toEqual([5, 6]);
  });

  it("[AU17] revoking a token again changes nothing, and its time stays the first", async () => {
    const { id } = await home.token("reader");
    const first = await home.directory.revokeToken(id);
    const second = await home.directory.revokeToken(id);
    expect(second).toEqual(first);
    expect(first.revoked_at).toBeGreaterThan(0);
  });
});
