// [AU] A grant that is ended opens nothing any more, through whichever isolate it comes.

import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { EndedGrants, MOST_ENDED } from "../../durable/store/ended-grants.ts";
import type { State } from "../../durable/store/state.ts";
import { SETTINGS } from "../../src/settings.ts";
import type { AgentReply } from "../../wire/directory.ts";
import { Story, send, workerWith } from "../support/story.ts";

let story: Story;
let agent: AgentReply;
let other: AgentReply;

beforeAll(async () => {
  story = await Story.begin();
  [agent, other] = [await story.agent(), await story.agent()];
  await story.memory(agent.name).inject({ content: "The canary runs in zone 3." });
});

afterEach(() => {
  vi.useRealTimers();
});

const ask = (token: string, through: ReturnType<typeof workerWith>, name = agent.name) =>
  send("POST", `/v1/agents/${name}/query`, { token, body: { query: "Where is the canary?" }, through });

const objectOf = ({ id }: AgentReply) => env.BRAIN.get(env.BRAIN.idFromName(id)) as DurableObjectStub;

describe("a token that is revoked", () => {
  it("[AU44] opens no memory any more when that is answered, through isolates that trust it", async () => {
    const [limited, open] = [
      await story.token("agent", { agents: [agent.name] }),
      await story.token("reader"),
    ];
    const elsewhere = workerWith({});
    for (const { token } of [limited, open]) expect((await ask(token, elsewhere)).status).toBe(200);
    for (const { id } of [limited, open]) {
      expect(await story.directory.revokeToken(id)).toMatchObject({ ends_within_ms: 0 });
    }
    const refused = await ask(open.token, elsewhere);
    expect([refused.status, refused.text]).toEqual([401, (await ask("eb_none", elsewhere)).text]);
    expect((await ask(limited.token, elsewhere)).status).toBe(401);
    expect((await ask(open.token, elsewhere, other.name)).status).toBe(401);
    expect((await ask(story.owner.token, elsewhere)).status).toBe(200);
  });

  it("[AU44] nor anything of the directory", async () => {
    const owner = await story.token("owner");
    const elsewhere = workerWith({});
    const list = () => send("GET", "/v1/agents", { token: owner.token, through: elsewhere });
    expect((await list()).status).toBe(200);
    await story.directory.revokeToken(owner.id);
    expect((await list()).status).toBe(401);
  });

  it("[AU44] stays so when the object was evicted meanwhile", async () => {
    const token = await story.token("reader");
    const elsewhere = workerWith({});
    expect((await ask(token.token, elsewhere)).status).toBe(200);
    await story.directory.revokeToken(token.id);
    await evictDurableObject(objectOf(agent));
    expect((await ask(token.token, elsewhere)).status).toBe(401);
  });

  it("[AU45] where an object can't be told opens it for the time that an isolate remembers, and the reply says so", async () => {
    const token = await story.token("reader");
    const elsewhere = workerWith({});
    expect((await ask(token.token, elsewhere)).status).toBe(200);
    const unreachable = {
      idFromName: (name: string) => env.BRAIN.idFromName(name),
      get: () => ({ endGrant: () => Promise.reject(new Error("gone")) }),
    } as unknown as Cloudflare.Env["BRAIN"];
    const through = workerWith({ BRAIN: unreachable });
    const revoke = (way = through) =>
      send("DELETE", `/v1/tokens/${token.id}`, { token: story.owner.token, through: way });
    expect((await revoke()).body).toMatchObject({ ends_within_ms: SETTINGS.tokenTrustMs });
    expect((await ask(token.token, elsewhere)).status).toBe(200);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + SETTINGS.tokenTrustMs });
    expect((await ask(token.token, elsewhere)).status).toBe(401);
    vi.useRealTimers();
    expect((await revoke(workerWith({}))).body).toMatchObject({ ends_within_ms: 0 });
  });
});

describe("a token for very many agents", () => {
  it("[AU45] is ended at so many objects and no more, and the reply says that others wait", async () => {
    const large = await Story.begin();
    const token = await large.token("reader");
    const { most } = SETTINGS.ending;
    const grown = async (agents: number) => {
      await env.DB.prepare(
        `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?2)
         insert or ignore into agents (id, tenant_id, name, profile, created_at)
         select ?1 || '-' || i, ?1, 'agent-' || i, 'product', 0 from n`,
      )
        .bind(large.tenant.id, agents)
        .run();
      const told = new Set<string>();
      const through = workerWith({
        BRAIN: {
          idFromName: (name: string) => name,
          get: (name: string) => ({ endGrant: async () => void told.add(name) }),
        } as unknown as Cloudflare.Env["BRAIN"],
      });
      const gone = await send("DELETE", `/v1/tokens/${token.id}`, { token: large.owner.token, through });
      return [told.size, (gone.body as { ends_within_ms: number }).ends_within_ms];
    };
    expect(await grown(most)).toEqual([most, 0]);
    expect(await grown(most + 1)).toEqual([most, SETTINGS.tokenTrustMs]);
  });
});

describe("a token that is rotated", () => {
  it("[AU46] opens no memory with its old secret, through isolates that trust it", async () => {
    const old = await story.token("reader");
    const elsewhere = workerWith({});
    expect((await ask(old.token, elsewhere)).status).toBe(200);
    const { token } = await story.directory.rotateToken(old.id);
    expect([(await ask(old.token, elsewhere)).status, (await ask(token, elsewhere)).status]).toEqual([
      401, 200,
    ]);
  });

  it("[AU46] with a grace opens with both, until the next rotation", async () => {
    const first = await story.token("reader");
    const elsewhere = workerWith({});
    const opens = async (...tokens: string[]) => {
      const all: number[] = [];
      for (const token of tokens) all.push((await ask(token, elsewhere)).status);
      return all;
    };
    expect(await opens(first.token)).toEqual([200]);
    await new Promise((resolve) => setTimeout(resolve, 2));
    const second = await story.directory.rotateToken(first.id, { grace_ms: 60_000 });
    expect(await opens(first.token, second.token)).toEqual([200, 200]);
    await new Promise((resolve) => setTimeout(resolve, 2));
    const third = await story.directory.rotateToken(first.id, { grace_ms: 60_000 });
    expect(await opens(first.token, second.token, third.token)).toEqual([401, 200, 200]);
  });
});

describe("what an object remembers", () => {
  it("[AU47] is the last grants that ended, and no more than it may", () => {
    let kept: string | undefined;
    const state = { get: () => kept, set: (_: string, value: string) => (kept = value) };
    const ended = new EndedGrants(state as unknown as State);
    for (let number = 0; number <= MOST_ENDED; number++) ended.end(`grant-${number}`, 1);
    expect(new EndedGrants(state as unknown as State).refuses("grant-1", 0)).toBe(true);
    expect([ended.refuses("grant-0", 0), ended.refuses(`grant-${MOST_ENDED}`, 0)]).toEqual([false, true]);
    expect((JSON.parse(kept!) as unknown[]).length).toBe(MOST_ENDED);
    ended.end("grant-9", 7);
    ended.end("grant-9", 5);
    expect([ended.refuses("grant-9", 6), ended.refuses("grant-9", 7)]).toEqual([true, false]);
  });
});
