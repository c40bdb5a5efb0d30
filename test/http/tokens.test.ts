// [AU] The life of a token: given a new secret, looked up, listed, ended.

import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { SETTINGS } from "../../src/settings.ts";
import type { AgentReply, TokenInfo, TokenReply } from "../../wire/directory.ts";
import { LIMITS } from "../../wire/limits.ts";
import { operator, Story, send, workerWith } from "../support/story.ts";

let home: Story;
let abroad: Story;
let agent: AgentReply;

beforeAll(async () => {
  [home, abroad] = [await Story.begin(), await Story.begin()];
  agent = await home.agent();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Whether a token opens, asked at a Worker of its own unless another is given. */
async function opens(token: string, through = workerWith({})): Promise<boolean> {
  const { status } = await send("GET", "/v1/tokens/me", { token, through });
  expect([200, 401]).toContain(status);
  return status === 200;
}

const pass = (ms: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });

describe("rotation", () => {
  it("[AU22] gives another secret to the same token, and the old one opens no more", async () => {
    const old = await home.token("agent", { agents: [agent.name] });
    const rotated = await home.directory.rotateToken(old.id);
    const { token: secret, rotated_at, previous_until, ...same } = rotated;
    const { token: before, ...known } = old;
    expect(same).toMatchObject(known);
    expect(secret).not.toBe(before);
    expect([rotated_at === null, previous_until]).toEqual([false, null]);
    for (const through of [undefined, workerWith({})]) {
      expect([await opens(secret, through), await opens(before, through)]).toEqual([true, false]);
    }
  });

  it("[AU22] leaves the old secret its grace, to the millisecond", async () => {
    const old = await home.token("reader");
    const grace = 60_000;
    const { token, previous_until } = await home.directory.rotateToken(old.id, { grace_ms: grace });
    const until = previous_until as number;
    const me = await send("GET", "/v1/tokens/me", { token: old.token });
    expect(me.body).toMatchObject({ id: old.id, valid_until: until });
    vi.useFakeTimers({ toFake: ["Date"], now: until - 1 });
    expect(await opens(old.token)).toBe(true);
    vi.useFakeTimers({ toFake: ["Date"], now: until });
    expect([await opens(old.token), await opens(token)]).toEqual([false, true]);
  });

  it("[AU22] is at once in the Worker that did it, also for a secret that it knew a moment ago", async () => {
    const old = await home.token("reader");
    const through = workerWith({});
    expect(await opens(old.token, through)).toBe(true);
    const body = { grace_ms: 5_000 };
    const path = `/v1/tokens/${old.id}/rotate`;
    const rotated = await send("POST", path, { token: home.owner.token, body, through });
    expect(rotated.status).toBe(200);
    expect(await opens(old.token, through)).toBe(true);
    pass(5_000);
    expect(await opens(old.token, through)).toBe(false);
  });

  it("[AU23] twice ends the grace of the first secret, and revoking ends both", async () => {
    const first = await home.token("reader");
    const second = await home.directory.rotateToken(first.id, { grace_ms: 60_000 });
    const third = await home.directory.rotateToken(first.id, { grace_ms: 60_000 });
    const answers = async () => [
      await opens(first.token),
      await opens(second.token),
      await opens(third.token),
    ];
    expect(await answers()).toEqual([false, true, true]);
    await home.directory.revokeToken(first.id);
    expect(await answers()).toEqual([false, false, false]);
  });

  it("[AU22] under the same Idempotency-Key is done once, and tells the secret again", async () => {
    const { id } = await home.token("reader");
    const idempotencyKey = crypto.randomUUID();
    const first = await home.directory.rotateToken(id, {}, { idempotencyKey });
    const second = await home.directory.rotateToken(id, {}, { idempotencyKey });
    expect(second).toEqual(first);
    expect(await opens(first.token)).toBe(true);
  });

  it("[AU22] with a grace, an owner can ask for its own new secret again", async () => {
    const owner = await home.token("owner");
    const ask = () =>
      send("POST", `/v1/tokens/${owner.id}/rotate`, {
        token: owner.token,
        body: { grace_ms: 60_000 },
        headers: { "Idempotency-Key": "mine" },
      });
    const [first, second] = [await ask(), await ask()];
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(await opens((second.body as TokenReply).token)).toBe(true);
  });

  it("[AU10] is no way to stay longer: a token that ends can't take over one that does not", async () => {
    const passing = await home.token("owner", { expires_at: Date.now() + 60_000 });
    const rotate = (id: string) =>
      send("POST", `/v1/tokens/${id}/rotate`, { token: passing.token, body: {} });
    expect((await rotate(home.owner.id)).error?.code).toBe("forbidden");
    expect((await rotate(passing.id)).status).toBe(200);
  });

  it("[AU22] is for valid tokens: a revoked or expired one has no new secret", async () => {
    const revoked = await home.token("reader");
    await home.directory.revokeToken(revoked.id);
    const expiring = await home.token("reader", { expires_at: Date.now() + 60_000 });
    const rotate = (id: string) =>
      send("POST", `/v1/tokens/${id}/rotate`, { token: home.owner.token, body: {} });
    const nobodys = await rotate(crypto.randomUUID());
    expect([nobodys.status, (await rotate(revoked.id)).text]).toEqual([404, nobodys.text]);
    pass(60_000);
    expect((await rotate(expiring.id)).text).toBe(nobodys.text);
  });

  it("[AU22] allows a grace of a day at most, and no field twice", async () => {
    const { id } = await home.token("reader");
    const rotate = (body: object) =>
      send("POST", `/v1/tokens/${id}/rotate`, { token: home.owner.token, body });
    expect((await rotate({ grace_ms: LIMITS.rotationGraceMs + 1 })).error?.message).toContain("grace_ms");
    expect((await rotate({ grace_ms: -1 })).error?.message).toContain("grace_ms");
    expect((await rotate({ id: home.owner.id })).error?.message).toContain("named by the path");
    expect((await rotate({ grace_ms: LIMITS.rotationGraceMs })).status).toBe(200);
  });
});

describe("revocation", () => {
  it("[AU21] reaches every other Worker within the time that it trusts its memory, however busy the token is", async () => {
    const token = await home.token("reader");
    const elsewhere = workerWith({});
    expect(await opens(token.token, elsewhere)).toBe(true);
    const learned = Date.now();
    await home.directory.revokeToken(token.id);
    for (let part = 1; part < 10; part++) {
      vi.useFakeTimers({ toFake: ["Date"], now: learned + (part / 10) * SETTINGS.tokenTrustMs });
      await opens(token.token, elsewhere);
    }
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + SETTINGS.tokenTrustMs / 10 + 1_000 });
    expect(await opens(token.token, elsewhere)).toBe(false);
  });

  it("[AU2] a token revoked while D1 was telling of it is refused", async () => {
    const token = await home.token("reader");
    const through = workerWith({});
    const asked = Promise.all(Array.from({ length: 4 }, () => opens(token.token, through)));
    const gone = await send("DELETE", `/v1/tokens/${token.id}`, { token: home.owner.token, through });
    await asked;
    expect([gone.status, await opens(token.token, through)]).toEqual([200, false]);
  });
});

describe("me", () => {
  const ask = async (token: string) => (await send("GET", "/v1/tokens/me", { token })).body;

  it("[AU24] says what a token is and may enter", async () => {
    const expires_at = Date.now() + 60_000;
    const made = await home.token("reviewer", { agents: [agent.name], expires_at });
    expect(await ask(made.token)).toEqual({
      kind: "token",
      id: made.id,
      name: made.name,
      role: "reviewer",
      tenant: home.tenant.name,
      agents: [agent.name],
      valid_until: expires_at,
    });
    expect(await home.directory.me()).toMatchObject({ role: "owner", agents: null, valid_until: null });
  });

  it("[AU24] knows the operator, who belongs to no tenant", async () => {
    expect(await operator().me()).toEqual({
      kind: "operator",
      id: null,
      name: null,
      role: "operator",
      tenant: null,
      agents: null,
      valid_until: null,
    });
  });
});

describe("lists", () => {
  it("[AU25] of tokens can be narrowed to a state, a role and an agent", async () => {
    const story = await Story.begin();
    const [one, other] = [await story.agent(), await story.agent()];
    const limited = await story.token("agent", { agents: [one.name] });
    const expiring = await story.token("reader", { agents: [other.name], expires_at: Date.now() + 60_000 });
    const revoked = await story.token("reader");
    await story.directory.revokeToken(revoked.id);
    const ids = async (filter: object) =>
      (await story.directory.listTokens(filter)).tokens.map((token: TokenInfo) => token.id).sort();
    const sorted = (...tokens: TokenReply[]) => tokens.map(({ id }) => id).sort();
    expect(await ids({ state: "active" })).toEqual(sorted(story.owner, limited, expiring));
    expect(await ids({ state: "revoked" })).toEqual(sorted(revoked));
    expect(await ids({ role: "reader" })).toEqual(sorted(expiring, revoked));
    expect(await ids({ agent: one.name })).toEqual(sorted(story.owner, limited, revoked));
    expect(await ids({ agent: other.name, state: "active", role: "reader" })).toEqual(sorted(expiring));
    pass(60_000);
    expect(await ids({ state: "expired" })).toEqual(sorted(expiring));
    expect(await ids({ state: "active" })).toEqual(sorted(story.owner, limited));
    const unknown = await send("GET", "/v1/tokens?state=lost", { token: story.owner.token });
    expect(unknown.error?.message).toContain("state");
  });

  it("[AU16] of tenants and subjects are paged too", async () => {
    const story = await Story.begin();
    for (const value of ["a", "b", "c"]) {
      await story.directory.createSubject({ issuer: "https://i.test", claim: "sub", value, role: "reader" });
    }
    const first = await story.directory.listSubjects({ limit: 2 });
    const second = await story.directory.listSubjects({ limit: 2, cursor: first.next_cursor as string });
    expect([...first.subjects, ...second.subjects].map(({ value }) => value).sort()).toEqual(["a", "b", "c"]);
    expect(second.next_cursor).toBeNull();
    const names = new Set<string>();
    for (let cursor: string | undefined | null; cursor !== null; ) {
      const page = await operator().listTenants({ limit: 2, cursor });
      for (const { name } of page.tenants) names.add(name);
      cursor = page.next_cursor;
    }
    for (const { tenant } of [home, abroad, story]) expect(names).toContain(tenant.name);
  });
});
