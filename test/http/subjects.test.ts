// [AU] Subjects of signed tokens: what a tenant grants them, and how Cloudflare Access brings them.

import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { DirectoryClient } from "../../client/directory-client.ts";
import { SETTINGS } from "../../src/settings.ts";
import { Issuer } from "../support/issuer.ts";
import { askMe, freshSubject, grantTo } from "../support/signed-in.ts";
import { OPERATOR_TOKEN, ORIGIN, Story, send, workerWith } from "../support/story.ts";

let home: Story;
let abroad: Story;
let issuer: Issuer;

beforeAll(async () => {
  [home, abroad] = [await Story.begin(), await Story.begin()];
  issuer = await Issuer.begin();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const fresh = freshSubject;
const grant = (value: string, more = {}, story = home) => grantTo(story, issuer, value, more);
const me = (token: string | null, through?: ReturnType<typeof workerWith>, headers = {}) =>
  askMe(issuer, token, through, headers);

describe("Cloudflare Access", () => {
  const assertion = (token: string) => ({ "Cf-Access-Jwt-Assertion": token });

  it("[AU33] its header is believed where it is configured, and nowhere else", async () => {
    const sub = fresh();
    await grant(sub);
    const token = await issuer.sign(sub);
    const access = workerWith(issuer.variables({ JWT_CLOUDFLARE_ACCESS: "on" }));
    expect((await me(null, access, assertion(token))).me).toMatchObject({ kind: "subject", name: sub });
    expect((await me(null, workerWith(issuer.variables()), assertion(token))).status).toBe(401);
    expect((await me(null, workerWith({}), assertion(token))).status).toBe(401);
  });

  it("[AU33] where Authorization is sent too, that alone decides", async () => {
    const sub = fresh();
    await grant(sub);
    const access = workerWith(issuer.variables({ JWT_CLOUDFLARE_ACCESS: "on" }));
    const headers = assertion(await issuer.sign(sub));
    expect((await me(home.owner.token, access, headers)).me.kind).toBe("token");
    expect((await me("nonsense", access, headers)).status).toBe(401);
  });

  it("[AU33] only a signed token is believed there", async () => {
    const access = workerWith(issuer.variables({ JWT_CLOUDFLARE_ACCESS: "on" }));
    for (const text of [home.owner.token, OPERATOR_TOKEN, ""]) {
      expect((await me(null, access, assertion(text))).status).toBe(401);
    }
  });
});

describe("a subject", () => {
  it("[AU34] may be an e-mail that the issuer has verified, in any case", async () => {
    const email = `${fresh()}@issuer.test`;
    await grant(email.toUpperCase(), { claim: "email" });
    const status = async (claims: object, more: Partial<Cloudflare.Env> = {}) =>
      (await me(await issuer.sign(fresh(), { email, ...claims }), workerWith(issuer.variables(more)))).status;
    expect(await status({ email_verified: true })).toBe(200);
    expect(await status({ email_verified: true, email: email.toUpperCase() })).toBe(200);
    expect(await status({})).toBe(401);
    expect(await status({ email_verified: "true" })).toBe(401);
    expect(await status({ email_verified: false })).toBe(401);
    expect(await status({}, { JWT_CLOUDFLARE_ACCESS: "on" })).toBe(200);
    expect(await status({ email_verified: false }, { JWT_CLOUDFLARE_ACCESS: "on" })).toBe(401);
  });

  it("[AU34] what is granted to the subject comes before what is granted to its e-mail", async () => {
    const [sub, email] = [fresh(), `${fresh()}@issuer.test`];
    await grant(email, { claim: "email", role: "owner" });
    await grant(sub, { role: "reader" });
    const token = await issuer.sign(sub, { email, email_verified: true });
    expect((await me(token)).me.role).toBe("reader");
  });

  it("[AU35] that several tenants know says which it means; they don't learn of each other", async () => {
    const sub = fresh();
    await grant(sub);
    await grant(sub, { role: "owner" }, abroad);
    const token = await issuer.sign(sub);
    const through = workerWith(issuer.variables());
    const named = (tenant: string) => me(token, through, { "EdgeBrain-Tenant": tenant });
    const unnamed = await me(token);
    expect([unnamed.status, unnamed.error?.message]).toEqual([
      400,
      expect.stringContaining("EdgeBrain-Tenant"),
    ]);
    expect((await named(home.tenant.name)).me).toMatchObject({ tenant: home.tenant.name, role: "reader" });
    expect((await named(abroad.tenant.name)).me).toMatchObject({ tenant: abroad.tenant.name, role: "owner" });
    const client = new DirectoryClient({
      baseUrl: ORIGIN,
      token,
      tenant: abroad.tenant.name,
      fetch: through,
    });
    expect((await client.me()).tenant).toBe(abroad.tenant.name);
    const other = await Story.begin();
    const nowhere = await named(other.tenant.name);
    expect([nowhere.status, nowhere.text]).toEqual([404, (await named("no-such-tenant")).text]);
  });

  it("[AU12] is granted once in a tenant, and again when that was revoked", async () => {
    const sub = fresh();
    const { id } = await grant(sub);
    await expect(grant(sub, { role: "owner" })).rejects.toMatchObject({ code: "name_taken" });
    await home.directory.revokeSubject(id);
    expect((await grant(sub, { role: "agent" })).role).toBe("agent");
  });

  it("[AU10] can't be granted more time than its giver has", async () => {
    const passing = await home.token("owner", { expires_at: Date.now() + 60_000 });
    const give = (more: object) =>
      send("POST", "/v1/subjects", {
        token: passing.token,
        body: { issuer: issuer.url, claim: "sub", value: fresh(), role: "reader", ...more },
      });
    expect((await give({})).error?.code).toBe("forbidden");
    expect((await give({ expires_at: Date.now() + 30_000 })).status).toBe(201);
  });

  it("[AU38] is refused at once where it was revoked, and when its time is over", async () => {
    const [sub, other] = [fresh(), fresh()];
    const { id } = await grant(sub);
    await grant(other, { expires_at: Date.now() + 60_000 });
    const through = workerWith(issuer.variables());
    expect((await me(await issuer.sign(sub), through)).status).toBe(200);
    const gone = await send("DELETE", `/v1/subjects/${id}`, { token: home.owner.token, through });
    expect(gone.status).toBe(200);
    expect((await me(await issuer.sign(sub), through)).status).toBe(401);
    const lasting = await issuer.sign(other);
    expect((await me(lasting, through)).status).toBe(200);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
    expect((await me(lasting, through)).status).toBe(401);
  });

  it("[AU38] that was revoked elsewhere is refused when what is remembered of it is too old", async () => {
    const sub = fresh();
    const { id } = await grant(sub);
    const [token, through] = [await issuer.sign(sub), workerWith(issuer.variables())];
    expect((await me(token, through)).status).toBe(200);
    await home.directory.revokeSubject(id);
    const revoked = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: revoked + SETTINGS.tokenTrustMs });
    expect((await me(token, through)).status).toBe(401);
  });

  it("[AU5] its use is noted", async () => {
    const sub = fresh();
    const { id } = await grant(sub);
    await me(await issuer.sign(sub));
    const { subjects } = await home.directory.listSubjects({ limit: 200 });
    expect(subjects.find((one) => one.id === id)?.last_used_at).toBeGreaterThan(Date.now() - 60_000);
  });

  it("[AU15] of an issuer that is not named is one of the issuer that is trusted", async () => {
    const body = { claim: "sub", value: fresh(), role: "reader" };
    const trusted = workerWith(issuer.variables());
    const made = await send("POST", "/v1/subjects", { token: home.owner.token, body, through: trusted });
    expect([made.status, made.body]).toMatchObject([201, { issuer: issuer.url }]);
    const nobody = await send("POST", "/v1/subjects", {
      token: home.owner.token,
      body,
      through: workerWith({}),
    });
    expect([nobody.status, nobody.error?.message]).toEqual([400, expect.stringContaining("name the issuer")]);
  });

  it("[AU13] D1 holds of a subject only what was granted", async () => {
    const { results } = await env.DB.prepare("select * from subjects limit 1").all();
    expect(Object.keys(results[0] ?? {}).sort()).toEqual(
      "agents claim created_at expires_at id issuer last_used_at revoked_at role tenant_id value".split(" "),
    );
  });
});
