// [AU] Published keys of an issuer, fetched from a real server on loopback.

import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { SETTINGS } from "../../src/settings.ts";
import { SignedTokens } from "../../src/signed-tokens.ts";
import { AUDIENCE, Issuer } from "../support/issuer.ts";

let server: http.Server;
let url: URL;
let issuer: Issuer;
let tokens: SignedTokens;
/** What the server answers, and how often it was asked. */
let answer: { status: number; body: () => unknown };
let asked = 0;

beforeAll(async () => {
  server = http.createServer((_request, response) => {
    asked++;
    response.writeHead(answer.status, { Location: "http://127.0.0.1:1/elsewhere" });
    response.end(JSON.stringify(answer.body()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`);
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 1) });
  issuer = await Issuer.begin();
  asked = 0;
  answer = { status: 200, body: () => issuer.published };
  tokens = new SignedTokens({
    issuer: issuer.url,
    audiences: [AUDIENCE],
    algorithms: ["RS256", "ES256", "EdDSA"],
    toleranceSeconds: 0,
    isAccess: false,
    keys: url,
  });
  return () => {
    vi.useRealTimers();
  };
});

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const identify = (token: string) => tokens.identify(token, Date.now());
const asAnybody = async () => identify(await issuer.sign("anybody"));
const outage = { code: "unavailable" };

describe("published keys", () => {
  it("[AU36] are fetched once for many tokens, and again when they are no longer fresh", async () => {
    for (let count = 0; count < 3; count++) expect((await asAnybody()).sub).toBe("anybody");
    expect(asked).toBe(1);
    pass(SETTINGS.keysFreshMs);
    await asAnybody();
    expect(asked).toBe(2);
  });

  it.each(["RS256", "ES256", "EdDSA"])("[AU36] may be of the algorithm %s", async (alg) => {
    await issuer.newKey(alg);
    expect((await asAnybody()).sub).toBe("anybody");
  });

  it("[AU36] a key that is new is fetched when a token names it", async () => {
    const before = await issuer.sign("early");
    await identify(before);
    pass(SETTINGS.keysCoolDownMs);
    await issuer.newKey();
    expect((await asAnybody()).sub).toBe("anybody");
    expect((await identify(before)).sub).toBe("early");
    expect(asked).toBe(2);
  });

  it("[AU36] a key that was withdrawn opens no longer than the keys are fresh", async () => {
    const before = await issuer.sign("early");
    await identify(before);
    await issuer.newKey();
    issuer.forgetOldKeys();
    pass(SETTINGS.keysFreshMs);
    await expect(identify(before)).rejects.toMatchObject({ code: "ERR_JWKS_NO_MATCHING_KEY" });
  });

  it("[AU36] names of keys that were made up cost one fetch per cool-down", async () => {
    await asAnybody();
    pass(SETTINGS.keysCoolDownMs);
    for (let count = 0; count < 5; count++) {
      const token = await issuer.sign("anybody", {}, { kid: `made-up-${count}` });
      await expect(identify(token)).rejects.toMatchObject({ code: "ERR_JWKS_NO_MATCHING_KEY" });
    }
    expect(asked).toBe(2);
  });

  const failures = [
    ["with an error", { status: 500, body: () => ({}) }],
    ["with a redirect", { status: 302, body: () => ({}) }],
    ["with something else", { status: 200, body: () => ({ keys: "none" }) }],
  ] as const;

  it.each(failures)("[AU37] a server that answers %s: what is known serves for a day", async (_, failure) => {
    await asAnybody();
    answer = failure;
    pass(SETTINGS.keysFreshMs);
    expect((await asAnybody()).sub).toBe("anybody");
    pass(SETTINGS.keysServedMs);
    await expect(asAnybody()).rejects.toMatchObject(outage);
    answer = { status: 200, body: () => issuer.published };
    pass(SETTINGS.keysCoolDownMs);
    expect((await asAnybody()).sub).toBe("anybody");
  });

  it.each(failures)("[AU37] a server that answers %s from the start: unavailable", async (_, failure) => {
    answer = failure;
    await expect(asAnybody()).rejects.toMatchObject(outage);
    await expect(asAnybody()).rejects.toMatchObject(outage);
    expect(asked).toBe(1);
  });

  it("[AU37] a new key can't be known while its server fails: unavailable, and not refused", async () => {
    await asAnybody();
    answer = { status: 503, body: () => ({}) };
    await issuer.newKey();
    pass(SETTINGS.keysCoolDownMs);
    await expect(asAnybody()).rejects.toMatchObject(outage);
  });
});
