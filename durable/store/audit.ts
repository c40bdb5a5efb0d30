// The audit chain of one agent: `append` writes a row into the transaction that is open, so that an action and its row
// exist together or not at all. Call it from `act`, after what can refuse: `store.audit.append({ kind, target, detail }, stamp)`.
// Rows and pin are replicated tables of their own: nothing that replaces settings or graph may touch them.

import type { AuditEvent } from "../../wire/audit.ts";
import { Refusal } from "../../wire/errors.ts";
import { type Pin, type Verdict, verifyChain } from "../text/audit-chain.ts";
import { edgebrainLinks, keyIdOf } from "../text/audit-link.ts";
import { digestOf } from "../text/digest.ts";
import type { Database, SqlRow } from "./database.ts";
import type { Audit, AuditEntry, Stamp } from "./ports.ts";
import { RowChanges } from "./row-changes.ts";

/** The one row of `audit_head`. */
const HEAD = "head";

interface Head extends Pin {
  readonly key: string;
}

export class AuditChain implements Audit {
  private readonly database: Database;
  private readonly key: Uint8Array | null;
  private readonly owner: () => string;
  private readonly write: (rows: RowChanges, at: number) => void;

  /** `owner` is the agent; `write` puts rows into the open transaction. */
  constructor(
    database: Database,
    key: Uint8Array | null,
    owner: () => string,
    write: (rows: RowChanges, at: number) => void,
  ) {
    this.database = database;
    this.key = key;
    this.owner = owner;
    this.write = write;
  }

  append({ kind, target, detail, status = "ok" }: AuditEntry, { at, author }: Stamp): void {
    if (!this.key) throw new Refusal("not_configured", NO_KEY);
    const keyId = keyIdOf(this.key);
    const links = edgebrainLinks(this.key, this.owner());
    const head = this.head();
    if (head && head.key !== keyId) throw new Refusal("not_configured", OTHER_KEY);
    const before = head ? this.row(head.id) : null;
    // What follows a row vouches for it: no row may do so for one that was tampered with.
    if (head && !(before && links.pin(before) === head.hash)) throw new Refusal("unavailable", BROKEN);
    const row: AuditEvent = {
      id: (head?.id ?? 0) + 1,
      ts: at,
      kind,
      actor: author,
      target_hash: digestOf(target),
      status,
      detail_hash: digestOf(detail),
      prev_hash: before && links.link(before),
    };
    const rows = new RowChanges();
    rows.put("audit", row);
    rows.put("audit_head", { name: HEAD, id: row.id, hash: links.pin(row), key: keyId });
    this.write(rows, at);
  }

  page(count: number, before = Number.MAX_SAFE_INTEGER, kind?: string): AuditEvent[] {
    const ofKind = kind === undefined ? "" : "and kind = ?3";
    const bindings = kind === undefined ? [before, count] : [before, count, kind];
    return this.database
      .exec(`select * from audit where id < ?1 ${ofKind} order by id desc limit ?2`, ...bindings)
      .map(recordOf);
  }

  verify(): Verdict {
    const head = this.head();
    if (!this.key) return { brokenAt: 1, reason: NO_KEY, rows: 0 };
    if (head && head.key !== keyIdOf(this.key)) return { brokenAt: 1, reason: OTHER_KEY, rows: 0 };
    return verifyChain(this.rows(), edgebrainLinks(this.key, this.owner()), head);
  }

  private head(): Head | null {
    const [row] = this.database.exec("select * from audit_head where name = ?", HEAD);
    return row ? { id: row.id as number, hash: row.hash as string, key: row.key as string } : null;
  }

  private row(id: number): AuditEvent | null {
    const [row] = this.database.exec("select * from audit where id = ?", id);
    return row ? recordOf(row) : null;
  }

  private *rows(): Iterable<AuditEvent> {
    const columns = "id, ts, kind, actor, target_hash, status, detail_hash, prev_hash";
    for (const cells of this.database.each(`select ${columns} from audit order by id`)) {
      const [id, ts, kind, actor, target_hash, status, detail_hash, prev_hash] = cells;
      yield recordOf({ id, ts, kind, actor, target_hash, status, detail_hash, prev_hash });
    }
  }
}

const BROKEN =
  "the last row of the audit chain was changed or is missing, so nothing can be added: see GET /audit/verify";
const NO_KEY =
  "the key of the audit chain is missing: set the secret AUDIT_KEY to 32 bytes as hex or base64, or OPERATOR_TOKEN";
const OTHER_KEY =
  "the audit chain was made with another key: set the secret AUDIT_KEY to that one (it was derived from OPERATOR_TOKEN if AUDIT_KEY was not set)";

function recordOf(row: SqlRow): AuditEvent {
  // SAFETY: the columns of the table are those of the record.
  return row as unknown as AuditEvent;
}
