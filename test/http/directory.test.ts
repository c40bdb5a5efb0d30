// [AU] Tenants, agents and tokens: who may make them, and that making them twice makes one.

import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import type { AgentReply } from "../../wire/directory.ts";
import { freshName, OPERATOR_TOKEN, operator, Story, send } from "../support/story.ts";

let home: Story;
let abroad: Story;
let agent: AgentReply;

beforeAll(async () => {
  [home, abroad] = [await Story.begin(), await Story.begin()];
  agent = await home.agent();
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
