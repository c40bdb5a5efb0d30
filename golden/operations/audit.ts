// Golden operations of the audit chain: hashes, links and whole chains in both of the reference's schemes.

import { type AuditRow, hmacLinks, type LinkScheme, sha256Links } from "../../audit/link.ts";
import { type Pin, verifyReferenceChain } from "../../audit/verify.ts";
import { digestOf } from "../../durable/text/digest.ts";
import type { GoldenOperation } from "../cases.ts";

interface Scheme {
  readonly scheme: "sha256_5" | "hmac_sha256_8";
  /** Of the keyed scheme. */
  readonly key_hex?: string;
}

export const AUDIT: Readonly<Record<string, GoldenOperation>> = {
  "audit-hash": ({ text }: { text: string }) => digestOf(text),

  "audit-link": ({ row, ...scheme }: Scheme & { row: AuditRow }) => linksOf(scheme).link(row),

  "audit-verify"({ rows, head_pin = null, ...scheme }: Scheme & { rows: AuditRow[]; head_pin?: Pin | null }) {
    return { ok: verifyReferenceChain(rows, linksOf(scheme), head_pin).brokenAt === null };
  },
};

function linksOf({ scheme, key_hex }: Scheme): LinkScheme {
  return scheme === "sha256_5" ? sha256Links() : hmacLinks(Buffer.from(key_hex as string, "hex"));
}
