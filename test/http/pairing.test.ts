// [AU] A second device, let in by a short-lived code that the first one shows.

import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { redeemPairing } from "../../client/redeem-pairing.ts";
import type { PairingReply, TokenReply } from "../../wire/directory.ts";
import { LIMITS } from "../../wire/limits.ts";
import { OPERATOR_TOKEN, ORIGIN, Story, send, workerFetch, workerWith } from "../support/story.ts";

let home: Story;
let agent: string;

beforeAll(async () => {
  home = await Story.begin();
  agent = (await home.agent()).name;
});

afterEach(() => {
  vi.useRealTimers();
});

async function show(token: string, body: object = {}): Promise<PairingReply> {
  const told = await send("POST", "/v1/pairings", { token, body });
  expect([told.status, told.text]).toEqual([201, told.text]);
  return told.body as PairingReply;
}

const redeem = (code: string, name = "phone", through = workerWith({})) =>
  send("POST", "/v1/pairings/redeem", { token: null, body: { code, name }, through });

const paired = (code: string): Promise<TokenReply> =>
  redeemPairing({ baseUrl: ORIGIN, fetch: workerFetch }, { code, name: "phone" });

const opens = async (token: string) =>
  (await send("GET", "/v1/tokens/me", { token, through: workerWith({}) })).status === 200;

async function refused(code: string): Promise<void> {
  const told = await redeem(code);
  expect([told.status, told.error?.code]).toEqual([404, "not_found"]);
}

describe("a pairing code", () => {
  it("[AU39] makes one token with the rights of who showed it, under the new device's name", async () => {
    const first = await home.token("agent", { agents: [agent] });
    const { code, ...offer } = await show(first.token);
    expect(offer).toMatchObject({ role: "agent", agents: [agent], tenant: home.tenant.name });
    const second = await paired(code);
    expect(second).toMatchObject({ role: "agent", agents: [agent], name: "phone", tenant: home.tenant.name });
    expect(second.id).not.toBe(first.id);
    expect(await opens(second.token)).toBe(true);
    await refused(code);
  });

  it("[AU39] is read however it was typed", async () => {
    const { code } = await show(home.owner.token);
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    const typed = ` ${code.toLowerCase().replace("-", " ").replaceAll("0", "o").replaceAll("1", "l")} `;
    expect((await paired(typed)).role).toBe("agent");
  });

  it("[AU40] sent twenty times at once makes one token", async () => {
    const { code } = await show(home.owner.token);
    const told = await Promise.all(Array.from({ length: 20 }, () => redeem(code)));
    expect(told.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(told.filter(({ error }) => error?.code === "not_found")).toHaveLength(19);
  });

  it("[AU40] ends after its time, when another is shown, and with who showed it", async () => {
    const first = await home.token("agent");
    const [old, fresh] = [await show(first.token), await show(first.token)];
    await refused(old.code);
    vi.useFakeTimers({ toFake: ["Date"], now: fresh.expires_at });
    await refused(fresh.code);
    vi.useRealTimers();
    expect(fresh.expires_at - Date.now()).toBeLessThanOrEqual(LIMITS.pairingMs);
    await home.directory.revokeToken(first.id);
    await refused(fresh.code);
  });

  it("[AU41] grants nothing that its sender lacks, and no more than an agent's rights", async () => {
    const limited = await home.token("reader", { agents: [agent] });
    for (const body of [{ role: "agent" }, { agents: ["another"] }]) {
      const told = await send("POST", "/v1/pairings", { token: limited.token, body });
      expect([told.status, told.error?.code]).toEqual([403, "forbidden"]);
    }
    expect((await show(limited.token)).role).toBe("reader");
    const told = await send("POST", "/v1/pairings", { token: home.owner.token, body: { role: "owner" } });
    expect([told.status, told.error?.code]).toEqual([400, "invalid_request"]);
    expect((await show(home.owner.token)).role).toBe("agent");
  });

  it("[AU41] makes a token that ends no later than its sender's", async () => {
    const expires_at = Date.now() + 60_000;
    const first = await home.token("agent", { expires_at });
    expect((await paired((await show(first.token)).code)).expires_at).toBe(expires_at);
  });

  it("[AU42] is a row of the audit chain when shown and when used, and D1 has only its hash", async () => {
    const story = await Story.begin();
    const { code } = await show(story.owner.token);
    const before = (await story.directory.audit()).events.length;
    await paired(code);
    await refused(code);
    const { events } = await story.directory.audit();
    expect(events).toHaveLength(before + 1);
    expect(events[0].actor).toBe(story.owner.id);
    expect((await story.directory.verifyAudit()).ok).toBe(true);
  });

  it("[AU43] can't be guessed: failures count as failures to sign in", async () => {
    const through = workerWith({
      RATE_LIMITS: "on",
      SIGN_IN_FAILURES_PER_MINUTE: "3",
      SIGN_IN_LIMITER: undefined,
    });
    const guess = () =>
      send("POST", "/v1/pairings/redeem", {
        token: null,
        body: { code: "00000-00000", name: "x" },
        headers: { "CF-Connecting-IP": "192.0.2.7" },
        through,
      });
    const told = [];
    for (let i = 0; i < 5; i++) told.push((await guess()).error?.code);
    expect(told.slice(0, 2)).toEqual(["not_found", "not_found"]);
    expect(told.at(-1)).toBe("rate_limited");
  });

  it("[AU43] of a wrong shape is refused with what is wrong", async () => {
    const told = await redeem("x".repeat(LIMITS.pairingCode + 1));
    expect([told.status, told.error?.code]).toEqual([400, "invalid_request"]);
    expect((await send("POST", "/v1/pairings", { token: OPERATOR_TOKEN, body: {} })).error?.code).toBe(
      "invalid_request",
    );
  });
});
