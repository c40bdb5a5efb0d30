// The key of all audit chains: one secret of the deployment, which is in no store.

import { hkdf } from "@noble/hashes/hkdf.js";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

const KEY_BYTES = 32;
const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/**
 * The secret AUDIT_KEY, 32 bytes as hex or base64, or else a key derived from OPERATOR_TOKEN.
 * Null when there is neither, or AUDIT_KEY is something else: no other key takes its place.
 */
export function auditKeyFrom(
  auditKey: string | undefined,
  operatorToken: string | undefined,
): Uint8Array | null {
  if (auditKey) return bytesOf(auditKey.trim());
  return operatorToken ? derivedKey(operatorToken) : null;
}

/** Tells one key from another, and nothing else about it. 64 hexadecimal digits. */
export function keyIdOf(key: Uint8Array): string {
  return bytesToHex(hmac(sha256, key, utf8ToBytes("edgebrain_1 key")));
}

function derivedKey(secret: string): Uint8Array {
  return hkdf(sha256, utf8ToBytes(secret), undefined, utf8ToBytes("edgebrain audit"), KEY_BYTES);
}

function bytesOf(text: string): Uint8Array | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return hexToBytes(text);
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return null;
  const plain = text.replaceAll("-", "+").replaceAll("_", "/").replace("=", "");
  const bits = Array.from(plain, (char) => BASE64.indexOf(char).toString(2).padStart(6, "0")).join("");
  return Uint8Array.from({ length: KEY_BYTES }, (_, at) =>
    Number.parseInt(bits.slice(8 * at, 8 * at + 8), 2),
  );
}
