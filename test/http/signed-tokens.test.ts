// [AU] Signed tokens at the door: whom they let in, and that a wrong one learns nothing.

import { exportSPKI, SignJWT, UnsecuredJWT } from "jose";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { SETTINGS } from "../../src/settings.ts";
import type { AgentReply } from "../../wire/directory.ts";
import { LIMITS } from "../../wire/limits.ts";
import { AUDIENCE, Issuer, unsigned } from "../support/issuer.ts";
import { askMe, freshSubject, grantTo } from "../support/signed-in.ts";
import { Story, send, workerWith } from "../support/story.ts";

let home: Story;
let agent: AgentReply;
let issuer: Issuer;

beforeAll(async () => {
  home = await Story.begin();
  agent = await home.agent();
  issuer = await Issuer.begin();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const fresh = freshSubject;
const now = () => Math.floor(Date.now() / 1_000);
const grant = (value: string, more = {}) => grantTo(home, issuer, value, more);
const me = (token: string | null, through?: ReturnType<typeof workerWith>) => askMe(issuer, token, through);

describe("a signed token", () => {
  it.each(["RS256", "ES256", "EdDSA"])("[AU30] of %s lets its subject in, as it was granted", async (alg) => {
    const other = await Issuer.begin("https://issuer.test", alg);
    const sub = fresh();
    const granted = await grant(sub, { role: "agent", agents: [agent.name] });
    const expires = now() + 60;
    const token = await other.sign(sub, { exp: expires });
    const through = workerWith(other.variables());
    expect((await me(token, through)).me).toEqual({
      kind: "subject",
      id: granted.id,
      name: sub,
      role: "agent",
      tenant: home.tenant.name,
      agents: [agent.name],
      valid_until: expires * 1_000,
    });
    const info = await send("GET", `/v1/agents/${agent.name}/info`, { token, through });
    expect([info.status, info.text]).toEqual([200, info.text]);
  });

  it("[AU30] what it writes is written by its subject", async () => {
    const sub = fresh();
    const { id } = await grant(sub, { role: "agent" });
    const token = await issuer.sign(sub);
    const through = workerWith(issuer.variables());
    const body = { content: "lunch is at noon" };
    await send("POST", `/v1/agents/${agent.name}/inject`, { token, through, body });
    const journal = await send("GET", `/v1/agents/${agent.name}/journal`, { token, through });
    expect(journal.text).toContain(id);
    expect(journal.text).not.toContain(sub);
  });

  it("[AU30] one of several audiences, and the whole of the tolerance, are enough", async () => {
    const sub = fresh();
    await grant(sub);
    const token = await issuer.sign(sub, { aud: ["other", "second"], exp: now() - 20, nbf: now() + 20 });
    const through = workerWith(
      issuer.variables({ JWT_AUDIENCE: "first,second", JWT_CLOCK_TOLERANCE_SECONDS: "30" }),
    );
    expect((await me(token, through)).status).toBe(200);
  });

  it("[AU30] counts for nothing where none are trusted", async () => {
    const sub = fresh();
    await grant(sub);
    expect((await me(await issuer.sign(sub), workerWith({}))).status).toBe(401);
  });

  it("[AU30] an owner of it grants tokens that last", async () => {
    const sub = fresh();
    await grant(sub, { role: "owner" });
    const made = await send("POST", "/v1/tokens", {
      token: await issuer.sign(sub),
      through: workerWith(issuer.variables()),
      body: { name: "laptop", role: "agent" },
    });
    expect([made.status, made.body]).toMatchObject([201, { expires_at: null }]);
  });
});

describe("a wrong signed token", () => {
  const sub = fresh();
  beforeAll(() => grant(sub, { role: "owner" }));

  const claims = (more: object = {}) => ({
    iss: issuer.url,
    aud: AUDIENCE,
    sub,
    iat: now(),
    exp: now() + 900,
    ...more,
  });
  const key = () => issuer.published.keys[0];
  const part = (token: string, at: number) => token.split(".")[at];

  /** What is wrong, and the fault that our log names; null for what is refused before it is looked at, or was right. */
  const WRONG: readonly [what: string, fault: string | null, make: () => Promise<string> | string][] = [
    ["algorithm none", "JOSEAlgNotAllowed", () => new UnsecuredJWT(claims()).encode()],
    [
      "algorithm none under a known key",
      "JOSEAlgNotAllowed",
      () => unsigned({ alg: "none", kid: key().kid }, claims()),
    ],
    ["algorithm NoNe", "JOSEAlgNotAllowed", () => unsigned({ alg: "NoNe", kid: key().kid }, claims())],
    [
      "HMAC with the public key as secret",
      "JOSEAlgNotAllowed",
      async () => {
        const imported = await crypto.subtle.importKey(
          "jwk",
          key() as JsonWebKey,
          { name: "ECDSA", namedCurve: "P-256" },
          true,
          ["verify"],
        );
        const secret = new TextEncoder().encode(await exportSPKI(imported));
        return new SignJWT(claims()).setProtectedHeader({ alg: "HS256", kid: key().kid }).sign(secret);
      },
    ],
    [
      "HMAC with the published key set as secret",
      "JOSEAlgNotAllowed",
      () =>
        new SignJWT(claims())
          .setProtectedHeader({ alg: "HS256", kid: key().kid })
          .sign(new TextEncoder().encode(JSON.stringify(issuer.published))),
    ],
    ["another audience", "JWTClaimValidationFailed", () => issuer.sign(sub, { aud: "elsewhere" })],
    ["no audience", "JWTClaimValidationFailed", () => issuer.sign(sub, { aud: undefined })],
    ["another issuer", "JWTClaimValidationFailed", () => issuer.sign(sub, { iss: "https://issuer.test/" })],
    ["no issuer", "JWTClaimValidationFailed", () => issuer.sign(sub, { iss: undefined })],
    ["expired by one second", "JWTExpired", () => issuer.sign(sub, { exp: now() - 1 })],
    ["expired this second", "JWTExpired", () => issuer.sign(sub, { exp: now() })],
    ["no expiry", "JWTClaimValidationFailed", () => issuer.sign(sub, { exp: undefined })],
    ["not yet valid", "JWTClaimValidationFailed", () => issuer.sign(sub, { nbf: now() + 5 })],
    ["no subject", "JWTClaimValidationFailed", () => issuer.sign(sub, { sub: undefined })],
    ["an empty subject", "JWTInvalid", () => issuer.sign("")],
    ["a subject that is no text", "JWTInvalid", () => issuer.sign(sub, { sub: 7 as unknown as string })],
    ["an unknown subject", null, () => issuer.sign(fresh())],
    ["an unknown key", "JWKSNoMatchingKey", () => issuer.sign(sub, {}, { kid: "nobody" })],
    [
      "a key of its own in the header",
      "JWSSignatureVerificationFailed",
      async () => {
        const stranger = await Issuer.begin(issuer.url);
        return stranger.sign(sub, {}, { kid: key().kid, jwk: stranger.published.keys[0] });
      },
    ],
    [
      "an address of keys in the header",
      "JWSSignatureVerificationFailed",
      async () => {
        const stranger = await Issuer.begin(issuer.url);
        return stranger.sign(sub, {}, { kid: key().kid, jku: "https://stranger.test/keys" });
      },
    ],
    [
      "an unknown critical extension",
      "JOSENotSupported",
      () => unsigned({ alg: "ES256", kid: key().kid, crit: ["policy"], policy: 1 }, claims(), "AAAA"),
    ],
    [
      "another payload",
      "JWSSignatureVerificationFailed",
      async () => {
        const [header, , signature] = (await issuer.sign(fresh())).split(".");
        return `${header}.${part(unsigned({}, claims()), 1)}.${signature}`;
      },
    ],
    [
      "another signature",
      "JWSSignatureVerificationFailed",
      async () => {
        const [header, payload] = (await issuer.sign(sub)).split(".");
        return `${header}.${payload}.${part(await issuer.sign(fresh()), 2)}`;
      },
    ],
    [
      "no signature",
      "JWSSignatureVerificationFailed",
      async () => (await issuer.sign(sub)).replace(/[^.]+$/, ""),
    ],
    ["more than its size", "JWTInvalid", () => issuer.sign(sub, { roles: "x".repeat(LIMITS.signedToken) })],
    ["five parts", null, async () => `${await issuer.sign(sub)}.AAAA.AAAA`],
    ["no JSON", "JWSInvalid", () => "AAAA.AAAA.AAAA"],
  ];

  it("[AU31] is refused in the words of any other token, whatever is wrong with it", async () => {
    const through = workerWith(issuer.variables());
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const stranger = await me(null, through);
    expect(stranger.status).toBe(401);
    for (const [what, fault, make] of WRONG) {
      log.mockClear();
      const told = await me(await make(), through);
      expect([what, told.status, told.text]).toEqual([what, 401, stranger.text]);
      expect(told.headers.get("www-authenticate")).toBe(stranger.headers.get("www-authenticate"));
      const noted = log.mock.calls.map(([line]) => JSON.parse(line as string).error);
      expect([what, ...noted]).toEqual([what, ...(fault === null ? [] : [fault])]);
    }
    expect((await me(await issuer.sign(sub), through)).status).toBe(200);
  });

  it("[AU31] is noted by the kind of its fault, without what it holds", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const token = await issuer.sign(sub, { exp: now() - 1, email: "who@issuer.test" });
    await me(token);
    const [line] = log.mock.calls[0] as [string];
    expect(JSON.parse(line)).toMatchObject({ code: "unauthorized", error: "JWTExpired" });
    for (const secret of [sub, "who@issuer.test", part(token, 1), part(token, 2)]) {
      expect(line).not.toContain(secret);
    }
  });

  it("[AU32] a Worker with half a configuration serves nobody, and says what to set", async () => {
    const through = workerWith(issuer.variables({ JWT_AUDIENCE: "" }));
    const told = await me(home.owner.token, through);
    expect([told.status, told.error?.code]).toEqual([503, "not_configured"]);
    expect(told.error?.message).toContain("JWT_AUDIENCE");
  });
});

describe("published keys at the door", () => {
  it("[AU37] an outage of the issuer is unavailable, and other tokens don't notice", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const sub = fresh();
    await grant(sub);
    const through = workerWith({
      ...issuer.variables({ JWT_JWKS_URL: "https://issuer.test/keys" }),
      JWT_JWKS: "",
    });
    const outage = vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("no route to issuer.test"));
    const told = await me(await issuer.sign(sub), through);
    expect([told.status, told.error?.code]).toEqual([503, "unavailable"]);
    expect(told.headers.get("retry-after")).toBe("1");
    expect(told.text).not.toContain("issuer.test");
    expect((await me(home.owner.token, through)).status).toBe(200);
    outage.mockResolvedValue(Response.json(issuer.published));
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + SETTINGS.keysCoolDownMs });
    expect((await me(await issuer.sign(sub), through)).status).toBe(200);
  });
});
