// The chain of one agent or tenant, wherever its rows are kept: what comes next, and whether all of it is as it was
// written. A row is never added under another key, nor behind a row that was tampered with: linking would vouch for it.

import { digestOf } from "../durable/text/digest.ts";
import type { AuditEvent, AuditKind, AuditStatus } from "../wire/audit.ts";
import { Refusal } from "../wire/errors.ts";
import { keyIdOf } from "./key.ts";
import { edgebrainLinks } from "./link.ts";
import { type Pin, type Verdict, verifyChain } from "./verify.ts";

/** One thing that was done, or refused. Target and detail are kept as hashes only. */
export interface AuditEntry {
  readonly kind: AuditKind;
  /** What was acted on, such as `node:ID`. */
  readonly target: string;
  /** What exactly was done, such as `authority:canonical`. */
  readonly detail: string;
  /** Default `ok`. */
  readonly status?: AuditStatus;
}

/** The pin of a chain, and which key made it. */
export interface Head extends Pin {
  readonly key: string;
}

export interface Tip {
  readonly head: Head;
  /** The row that the head speaks of; null when it is missing. */
  readonly row: AuditEvent | null;
}

const NO_KEY =
  "the key of the audit chain is missing: set the secret AUDIT_KEY to 32 bytes as hex or base64, or OPERATOR_TOKEN";
const OTHER_KEY =
  "the audit chain was made with another key: set the secret AUDIT_KEY to that one (unless it was set, it was derived from the OPERATOR_TOKEN of that time)";
const BROKEN =
  "the last row of the audit chain was changed or is missing, so nothing can be added: verify the chain and restore it";

export class Chain {
  private readonly key: Uint8Array | null;
  private readonly owner: string;

  /** `owner`: id of the agent or tenant; rows of another don't fit. */
  constructor(key: Uint8Array | null, owner: string) {
    this.key = key;
    this.owner = owner;
  }

  /** The row that follows the tip, and its head. Refuses what would hide that the key or the last row was changed. */
  next(
    { kind, target, detail, status = "ok" }: AuditEntry,
    actor: string,
    ts: number,
    tip: Tip | null,
  ): { readonly row: AuditEvent; readonly head: Head } {
    if (!this.key) throw new Refusal("not_configured", NO_KEY);
    const key = keyIdOf(this.key);
    const links = edgebrainLinks(this.key, this.owner);
    if (tip && tip.head.key !== key) throw new Refusal("not_configured", OTHER_KEY);
    if (tip && !(tip.row && links.pin(tip.row) === tip.head.hash)) throw new Refusal("unavailable", BROKEN);
    const unsealed = {
      id: (tip?.head.id ?? 0) + 1,
      ts,
      kind,
      actor,
      target_hash: digestOf(target),
      status,
      detail_hash: digestOf(detail),
      prev_hash: tip?.row ? links.link(tip.row) : null,
    };
    const row: AuditEvent = { ...unsealed, hash: links.link(unsealed) };
    return { row, head: { id: row.id, hash: links.pin(row), key } };
  }

  /** Checks all rows, in the order of their ids. */
  verify(rows: Iterable<AuditEvent>, head: Head | null): Verdict {
    if (!this.key) return { brokenAt: 1, reason: NO_KEY, rows: 0 };
    if (head && head.key !== keyIdOf(this.key)) return { brokenAt: 1, reason: OTHER_KEY, rows: 0 };
    return verifyChain(rows, edgebrainLinks(this.key, this.owner), head);
  }
}
