// Secrets: how tokens are made, recognised and compared, and how a reply is sealed so that only its caller can read it.

const utf8 = new TextEncoder();

/** A new token: `eb_` and 256 random bits. */
export function newToken(): string {
  return `eb_${base64url(crypto.getRandomValues(new Uint8Array(32)))}`;
}

/** True for text of a token's shape; nothing else is ever looked up. */
export function looksLikeToken(text: string): boolean {
  return /^eb_[A-Za-z0-9_-]{43}$/.test(text);
}

/** SHA-256 of the UTF-8 bytes, lower-case hex. */
export async function hashOf(text: string): Promise<string> {
  return new Uint8Array(await sha256(text)).toHex();
}

/** Compares the hashes of two secrets in time that depends on neither. */
export function sameHash(one: string, other: string): boolean {
  return crypto.subtle.timingSafeEqual(utf8.encode(one), utf8.encode(other));
}

/**
 * Where the reply to an Idempotency-Key is kept, and the key that seals it. Both come from the caller's
 * token, of which D1 has only the hash: whoever reads the table learns neither who called nor what was answered,
 * while the same caller with the same key gets the same reply again, a token's secret included.
 */
export interface Envelope {
  readonly place: string;
  readonly key: CryptoKey;
}

export async function envelopeOf(bearer: string, operation: string, key: string): Promise<Envelope> {
  const secret = await crypto.subtle.importKey("raw", utf8.encode(bearer), "HKDF", false, ["deriveBits"]);
  const info = utf8.encode(`edgebrain ${operation} ${key}`);
  const bits = await crypto.subtle.deriveBits(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info },
    secret,
    512,
  );
  return {
    place: new Uint8Array(bits, 0, 32).toHex(),
    key: await crypto.subtle.importKey("raw", bits.slice(32), "AES-GCM", false, ["encrypt", "decrypt"]),
  };
}

export async function seal(text: string, { key }: Envelope): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, utf8.encode(text));
  return `${base64url(iv)}.${base64url(new Uint8Array(sealed))}`;
}

export async function unseal(sealed: string, { key }: Envelope): Promise<string> {
  const [iv, data] = sealed.split(".").map((part) => Uint8Array.fromBase64(part, { alphabet: "base64url" }));
  return new TextDecoder().decode(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, data));
}

function sha256(text: string): Promise<ArrayBuffer> {
  return crypto.subtle.digest("SHA-256", utf8.encode(text));
}

function base64url(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}
