// The issuer's public keys as it publishes them. They are fetched again when they are no longer fresh, and when a token
// names a key that is not among them; what was fetched keeps serving for a while when that fails.

import { createLocalJWKSet, errors, type JWTVerifyGetKey, type LocalJWKSet } from "jose";
import { Refusal } from "../wire/errors.ts";
import { SETTINGS } from "./settings.ts";

/** Finds the key that a token names. Throws `unavailable` when the keys can't be known, jose's errors for all else. */
export function publishedKeys(url: URL): JWTVerifyGetKey {
  const published = new PublishedKeys(url);
  return (header, token) => published.find(header, token);
}

class PublishedKeys {
  readonly #url: URL;
  #keys: LocalJWKSet | undefined;
  #fetchedAt = Number.NEGATIVE_INFINITY;
  /** When the last try ended, and what came of it. */
  #tried: { readonly at: number; readonly failure: unknown } = {
    at: Number.NEGATIVE_INFINITY,
    failure: null,
  };

  constructor(url: URL) {
    this.#url = url;
  }

  readonly find: JWTVerifyGetKey = async (header, token) => {
    if (this.#age() >= SETTINGS.keysFreshMs) await this.#refresh();
    if (!this.#keys || this.#age() >= SETTINGS.keysServedMs) throw this.#unavailable();
    try {
      return await this.#keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
    }
    await this.#refresh();
    if (this.#tried.failure !== null) throw this.#unavailable();
    return this.#keys(header, token);
  };

  /**
   * Fetches, unless that was tried a moment ago: a stranger who makes up names of keys does not make us ask for each.
   * Requests that come while a fetch is under way fetch for themselves, since one can't wait for what another began.
   */
  async #refresh(): Promise<void> {
    if (Date.now() - this.#tried.at < SETTINGS.keysCoolDownMs) return;
    let failure: unknown = null;
    try {
      this.#keys = createLocalJWKSet(await this.#fetch());
      this.#fetchedAt = Date.now();
    } catch (error) {
      failure = error;
    }
    this.#tried = { at: Date.now(), failure };
  }

  async #fetch() {
    const response = await fetch(this.#url, {
      headers: { Accept: "application/jwk-set+json, application/json" },
      redirect: "manual",
      signal: AbortSignal.timeout(SETTINGS.keysTimeoutMs),
    });
    if (response.status !== 200) throw new errors.JWKSInvalid();
    return response.json<Parameters<typeof createLocalJWKSet>[0]>();
  }

  #age(): number {
    return Date.now() - this.#fetchedAt;
  }

  #unavailable(): Refusal {
    const refusal = new Refusal(
      "unavailable",
      "the keys of signed tokens can't be fetched: try again in a moment",
    );
    refusal.cause = this.#tried.failure;
    return refusal;
  }
}
