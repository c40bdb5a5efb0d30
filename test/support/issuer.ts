// An issuer of signed tokens: its key pairs, what it publishes of them, and what it signs.

import { exportJWK, generateKeyPair, type JSONWebKeySet, type JWK, type JWTPayload, SignJWT } from "jose";

export const AUDIENCE = "edgebrain";

export class Issuer {
  readonly url: string;
  readonly #keys: { readonly kid: string; readonly alg: string; readonly secret: CryptoKey; jwk: JWK }[] = [];

  private constructor(url: string) {
    this.url = url;
  }

  static async begin(url = "https://issuer.test", alg = "ES256"): Promise<Issuer> {
    const issuer = new Issuer(url);
    await issuer.newKey(alg);
    return issuer;
  }

  /** Signs with a new key from now on; the keys before stay published until `forgetOldKeys`. */
  async newKey(alg = "ES256"): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
    const kid = `key-${this.#keys.length + 1}-${crypto.randomUUID().slice(0, 8)}`;
    this.#keys.unshift({
      kid,
      alg,
      secret: privateKey,
      jwk: { ...(await exportJWK(publicKey)), kid, alg, use: "sig" },
    });
  }

  forgetOldKeys(): void {
    this.#keys.length = 1;
  }

  get published(): JSONWebKeySet {
    return { keys: this.#keys.map(({ jwk }) => jwk) } as JSONWebKeySet;
  }

  get privateKey(): CryptoKey {
    return this.#keys[0].secret;
  }

  /** Variables of a Worker that trusts this issuer. */
  variables(more: Partial<Cloudflare.Env> = {}): Partial<Cloudflare.Env> {
    const keys = { JWT_JWKS: JSON.stringify(this.published) };
    return { JWT_ISSUER: this.url, JWT_AUDIENCE: AUDIENCE, ...keys, ...more };
  }

  /** A token that is good for a quarter of an hour; claims given as undefined are left out. */
  sign(sub: string, claims: JWTPayload = {}, header: Record<string, unknown> = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    const { kid, alg, secret } = this.#keys[0];
    const payload = { iss: this.url, aud: AUDIENCE, sub, iat: now, exp: now + 900, ...claims };
    const told = Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined));
    return new SignJWT(told).setProtectedHeader({ alg, kid, typ: "JWT", ...header }).sign(secret);
  }
}

/** Any three parts as a token, without a signature that fits. */
export function unsigned(header: object, payload: object, signature = ""): string {
  const part = (value: object) => {
    const bytes = new TextEncoder().encode(JSON.stringify(value));
    return btoa(String.fromCharCode(...bytes))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "");
  };
  return `${part(header)}.${part(payload)}.${signature}`;
}
