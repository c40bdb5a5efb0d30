// Seals: what was said can be recognised later. HMAC-SHA256 with a key of its own, HKDF-SHA256 of a secret and a purpose.

import { hkdf } from "@noble/hashes/hkdf.js";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

const KEY_BYTES = 32;

/** Says the seal of a text as 64 hexadecimal digits. */
export type Sealer = (text: string) => string;

/** The sealer for a purpose; who lacks the secret can make no seal. */
export function sealerOf(secret: string, purpose: string): Sealer {
  const key = hkdf(sha256, utf8ToBytes(secret), undefined, utf8ToBytes(purpose), KEY_BYTES);
  return (text) => bytesToHex(hmac(sha256, key, utf8ToBytes(text)));
}
