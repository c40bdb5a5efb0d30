// The audit chain of one agent: `append` writes a row into the transaction that is open, so that an action and its row
// exist together or not at all. Call it from `act`, after what can refuse: `store.audit.append({ kind, target, detail }, stamp)`.
// Rows and head are replicated tables of their own: nothing that replaces settings or graph may touch them.

import { type AuditEntry, Chain, type Head } from "../../audit/chain.ts";
import type { Verdict } from "../../audit/verify.ts";
import { columnsOf } from "../../schema/replica.ts";
import type { AuditEvent, AuditKind } from "../../wire/audit.ts";
import type { Database, SqlRow } from "./database.ts";
import type { Audit, Stamp } from "./ports.ts";
import { RowChanges } from "./row-changes.ts";

/** The one row of `audit_head`. */
const HEAD = "head";
const COLUMNS = columnsOf("audit");

export class AuditChain implements Audit {
  private readonly database: Database;
  private readonly chain: () => Chain;
  private readonly write: (rows: RowChanges, at: number) => void;

  /** `owner` is the agent; `write` puts rows into the open transaction. */
  constructor(
    database: Database,
    key: Uint8Array | null,
    owner: () => string,
    write: (rows: RowChanges, at: number) => void,
  ) {
    this.database = database;
    this.chain = () => new Chain(key, owner());
    this.write = write;
  }

  append(entry: AuditEntry, { at, author }: Stamp): void {
    const head = this.head();
    const { row, head: next } = this.chain().next(
      entry,
      author,
      at,
      head && { head, row: this.row(head.id) },
    );
    const rows = new RowChanges();
    rows.put("audit", row);
    rows.put("audit_head", { name: HEAD, ...next });
    this.write(rows, at);
  }

  page(count: number, before = Number.MAX_SAFE_INTEGER, kind?: AuditKind): AuditEvent[] {
    const ofKind = kind === undefined ? "" : "and kind = ?3";
    const bindings = kind === undefined ? [before, count] : [before, count, kind];
    return this.database
      .exec(`select * from audit where id < ?1 ${ofKind} order by id desc limit ?2`, ...bindings)
      .map(eventOf);
  }

  verify(): Verdict {
    return this.chain().verify(this.rows(), this.head());
  }

  private head(): Head | null {
    const [row] = this.database.exec("select id, hash, key from audit_head where name = ?", HEAD);
    return row ? { id: row.id as number, hash: row.hash as string, key: row.key as string } : null;
  }

  private row(id: number): AuditEvent | null {
    const [row] = this.database.exec("select * from audit where id = ?", id);
    return row ? eventOf(row) : null;
  }

  private *rows(): Iterable<AuditEvent> {
    for (const cells of this.database.each(`select ${COLUMNS.join(", ")} from audit order by id`)) {
      yield eventOf(Object.fromEntries(COLUMNS.map((column, at) => [column, cells[at]])));
    }
  }
}

function eventOf(row: SqlRow): AuditEvent {
  // SAFETY: the columns of the table are those of an event.
  return row as unknown as AuditEvent;
}
