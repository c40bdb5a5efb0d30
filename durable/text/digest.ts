// Digests as lower-case hex. Pure and synchronous, since a digest is needed in the middle of a commit.

import { sha1 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** SHA-256 of the UTF-8 bytes of a text; lone surrogates count as U+FFFD. */
export function digestOf(text: string): string {
  return bytesToHex(digestBytes(text));
}

/** As `digestOf`, as 32 bytes. */
export function digestBytes(text: string): Uint8Array {
  return sha256(utf8ToBytes(text));
}

/** SHA-1, only where the reference's ids are made with it. */
export function legacyDigestOf(text: string): string {
  return bytesToHex(sha1(utf8ToBytes(text)));
}
