// Links of audit rows. The link of a row is a hash over its fields and the link of the row before, so that no row can
// be changed, removed or moved without its neighbours telling; a keyed link can't be made without the key either.
// sha256_5:      SHA-256 of ts|kind|actor|target_hash|prev_hash.
// hmac_sha256_8: HMAC-SHA256 of the id (8 bytes, little-endian), then ts, kind, actor, target_hash, status,
//                detail_hash, prev_hash, each after its length in bytes (8 bytes, little-endian).
// edgebrain_1:   as hmac_sha256_8, with the owner of the chain as a field before the id.

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { digestOf } from "../durable/text/digest.ts";

export interface AuditRow {
  /** Growing along a chain. */
  readonly id: number;
  /** When; a number counts as its decimal digits. */
  readonly ts: number | string;
  readonly kind: string;
  readonly actor: string;
  readonly target_hash: string;
  readonly status: string;
  readonly detail_hash: string;
  /** Link of the row before; null in the first. */
  readonly prev_hash: string | null;
}

/** How the rows of one chain are linked: 64 hexadecimal digits for each. */
export interface LinkScheme {
  readonly link: (row: AuditRow) => string;
}

export interface PinnedScheme extends LinkScheme {
  /** Says that a row is the last; 64 hexadecimal digits. */
  readonly pin: (row: AuditRow) => string;
}

export function sha256Links(): LinkScheme {
  return {
    link: ({ ts, kind, actor, target_hash, prev_hash }) =>
      digestOf([ts, kind, actor, target_hash, prev_hash ?? ""].join("|")),
  };
}

/** `key` has 32 bytes. */
export function hmacLinks(key: Uint8Array): LinkScheme {
  return { link: (row) => bytesToHex(hmac(sha256, key, fieldsOf(row))) };
}

/**
 * The links of the chain of one agent or tenant. A pin is no link of any row: who can write to the store but lacks the
 * key can't cut rows off the end and pin what is left.
 */
export function edgebrainLinks(key: Uint8Array, owner: string): PinnedScheme {
  const sealed = (...parts: Uint8Array[]) => bytesToHex(hmac(sha256, key, concatBytes(...parts)));
  const link = (row: AuditRow) => sealed(field(owner), fieldsOf(row));
  return { link, pin: (row) => sealed(field("edgebrain_1 head"), field(owner), field(link(row))) };
}

function fieldsOf(row: AuditRow): Uint8Array {
  const { ts, kind, actor, target_hash, status, detail_hash, prev_hash } = row;
  const fields = [String(ts), kind, actor, target_hash, status, detail_hash, prev_hash ?? ""];
  return concatBytes(eightBytes(row.id), ...fields.map(field));
}

function field(text: string): Uint8Array {
  const bytes = utf8ToBytes(text);
  return concatBytes(eightBytes(bytes.length), bytes);
}

function eightBytes(number: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, BigInt(number), true);
  return bytes;
}
