// [AU] Which configurations of signed tokens are accepted, and what the others are told.

import { describe, expect, it } from "vitest";
import { type SignedTokenRules, signedTokenRulesOf } from "../../src/signed-token-rules.ts";
import { Issuer } from "../support/issuer.ts";

const URL_OF_KEYS = "https://issuer.test/keys";
const WHOLE = { JWT_ISSUER: "https://issuer.test", JWT_AUDIENCE: "edgebrain", JWT_JWKS_URL: URL_OF_KEYS };

const read = (variables: Record<string, string>) =>
  signedTokenRulesOf(variables as unknown as Cloudflare.Env);

describe("variables of signed tokens", () => {
  it("[AU32] none are trusted where nothing is set", () => {
    expect(read({})).toBeNull();
    expect(read({ JWT_ISSUER: " ", JWT_JWKS: "" })).toBeNull();
  });

  it("[AU32] issuer, audience and keys are enough", () => {
    expect(read(WHOLE)).toEqual({
      issuer: "https://issuer.test",
      audiences: ["edgebrain"],
      algorithms: ["RS256", "ES256", "EdDSA"],
      toleranceSeconds: 0,
      isAccess: false,
      keys: new URL(URL_OF_KEYS),
    } satisfies SignedTokenRules);
  });

  it("[AU32] lists are separated by commas", () => {
    const rules = read({ ...WHOLE, JWT_AUDIENCE: "one, two", JWT_ALGORITHMS: "ES384,PS512" });
    expect(rules).toMatchObject({ audiences: ["one", "two"], algorithms: ["ES384", "PS512"] });
  });

  it.each([
    ["no issuer", { JWT_ISSUER: "" }, "JWT_ISSUER"],
    ["no audience", { JWT_AUDIENCE: " , " }, "JWT_AUDIENCE"],
    ["no keys", { JWT_JWKS_URL: "" }, "JWT_JWKS_URL"],
    ["keys from two places", { JWT_JWKS: '{"keys":[{"kty":"EC"}]}' }, "JWT_JWKS_URL"],
    ["keys over plain http", { JWT_JWKS_URL: "http://issuer.test/keys" }, "JWT_JWKS_URL"],
    ["keys from nowhere", { JWT_JWKS_URL: "issuer" }, "JWT_JWKS_URL"],
    ["the algorithm none", { JWT_ALGORITHMS: "none" }, "JWT_ALGORITHMS"],
    ["none beside a good algorithm", { JWT_ALGORITHMS: "ES256,none" }, "JWT_ALGORITHMS"],
    ["HMAC", { JWT_ALGORITHMS: "RS256,HS256" }, "JWT_ALGORITHMS"],
    ["an algorithm in another case", { JWT_ALGORITHMS: "rs256" }, "JWT_ALGORITHMS"],
    ["a list without algorithms", { JWT_ALGORITHMS: "," }, "JWT_ALGORITHMS"],
    ["a tolerance over a minute", { JWT_CLOCK_TOLERANCE_SECONDS: "61" }, "JWT_CLOCK_TOLERANCE_SECONDS"],
    ["a negative tolerance", { JWT_CLOCK_TOLERANCE_SECONDS: "-1" }, "JWT_CLOCK_TOLERANCE_SECONDS"],
    ["Access neither on nor off", { JWT_CLOUDFLARE_ACCESS: "yes" }, "JWT_CLOUDFLARE_ACCESS"],
  ])("[AU32] %s is refused with what to set", (_, wrong, variable) => {
    const asked = () => read({ ...WHOLE, ...wrong });
    expect(asked).toThrow(expect.objectContaining({ code: "not_configured" }));
    expect(asked).toThrow(variable);
  });

  it.each([
    ["no JSON", "keys"],
    ["no keys", '{"keys":[]}'],
    ["a private key", '{"keys":[{"kty":"EC","crv":"P-256","x":"x","y":"y","d":"d"}]}'],
    ["a shared secret", '{"keys":[{"kty":"oct","k":"c2VjcmV0"}]}'],
  ])("[AU32] a key set with %s is refused", (_, keys) => {
    expect(() => read({ ...WHOLE, JWT_JWKS_URL: "", JWT_JWKS: keys })).toThrow("public keys only");
  });

  it("[AU32] a key set may be given as it is, and the same variables are read once", async () => {
    const variables = {
      ...WHOLE,
      JWT_JWKS_URL: "",
      JWT_JWKS: JSON.stringify((await Issuer.begin()).published),
    };
    expect(read(variables)?.keys).toEqual(JSON.parse(variables.JWT_JWKS));
    expect(read({ ...variables })).toBe(read(variables));
  });
});
