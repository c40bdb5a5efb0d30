// [AU] Whoever names a tenant or an agent twice must mean the same one.

import { beforeAll, describe, expect, it } from "vitest";
import type { AgentReply } from "../../wire/directory.ts";
import { freshName, OPERATOR_TOKEN, Story, send } from "../support/story.ts";

let home: Story;
let abroad: Story;
let agent: AgentReply;

beforeAll(async () => {
  [home, abroad] = [await Story.begin(), await Story.begin()];
  agent = await home.agent();
});

describe("naming a tenant", () => {
  it("[AU27] in the header and in the request, it must be the same one", async () => {
    const headers = { "EdgeBrain-Tenant": home.tenant.name };
    const make = (tenant: string) =>
      send("POST", "/v1/tokens", {
        token: OPERATOR_TOKEN,
        headers,
        body: { name: "x", role: "reader", tenant },
      });
    expect((await make(home.tenant.name)).status).toBe(201);
    const both = await make(abroad.tenant.name);
    expect([both.status, both.error?.message]).toEqual([400, expect.stringContaining("different tenants")]);
    const listed = await send("GET", `/v1/agents?tenant=${abroad.tenant.name}`, {
      token: OPERATOR_TOKEN,
      headers,
    });
    expect(listed.status).toBe(400);
  });

  it("[AU27] the header alone is enough for an operator", async () => {
    const headers = { "EdgeBrain-Tenant": home.tenant.name };
    const { body } = await send("GET", "/v1/agents", { token: OPERATOR_TOKEN, headers });
    expect((body as { agents: AgentReply[] }).agents.map(({ name }) => name)).toContain(agent.name);
  });

  it("[AU27] a token that names another than its own is told what one gets that names none", async () => {
    const token = home.owner.token;
    const own = { "EdgeBrain-Tenant": home.tenant.name };
    expect((await send("GET", `/v1/agents/${agent.name}/info`, { token, headers: own })).status).toBe(200);
    const answers = [];
    for (const name of [abroad.tenant.name, freshName("tenant"), "Not a name"]) {
      const headers = { "EdgeBrain-Tenant": name };
      answers.push(await send("GET", `/v1/agents/${agent.name}/info`, { token, headers }));
      answers.push(await send("GET", "/v1/tokens/me", { token, headers }));
    }
    for (const { status, text } of answers) expect([status, text]).toEqual([404, answers[0].text]);
  });

  it("[AU27] a body that names an agent, where the path does, is refused", async () => {
    const { status, error } = await send("POST", `/v1/agents/${agent.name}/query`, {
      token: home.owner.token,
      body: { query: "x", agent: "another" },
    });
    expect([status, error?.message]).toEqual([400, expect.stringContaining('"agent"')]);
  });
});
