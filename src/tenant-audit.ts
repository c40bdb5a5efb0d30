// The audit chain of a tenant in D1: who changed who may enter. `record` sends the change and its row in one batch:
//   await new TenantAudit(env.DB, key).record(
//     { tenantId, actor, ts, kind: "access", target: `token:${id}`, detail: `create:${role}` }, [insertToken, insertAnswer]);
// Both are kept or neither. Two writers that read the same last row can't both add the next: its id is the key, so
// the later batch fails as a whole and is made anew behind the row that came first.

import { and, asc, desc, eq, gt, lt } from "drizzle-orm";
import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { type AuditEntry, Chain, type Head, type Tip } from "../audit/chain.ts";
import type { Verdict } from "../audit/verify.ts";
import { tenantAuditHeads as heads, tenantAudit as rows } from "../schema/directory.ts";
import type { AuditEvent, AuditKind } from "../wire/audit.ts";
import { Refusal } from "../wire/errors.ts";
import { SETTINGS } from "./settings.ts";

export interface TenantAuditEntry extends AuditEntry {
  readonly tenantId: string;
  /** Token or subject that acts, or `operator`. */
  readonly actor: string;
  readonly ts: number;
}

export class TenantAudit {
  readonly #db: DrizzleD1Database;
  readonly #key: Uint8Array | null;

  constructor(d1: D1Database, key: Uint8Array | null) {
    this.#db = drizzle(d1);
    this.#key = key;
  }

  /**
   * Makes the changes and adds the row; returns what the changes returned. Call it when nothing else can refuse.
   * Failures of the changes themselves are thrown as D1 throws them, and nothing was written.
   */
  async record<Changes extends readonly BatchItem<"sqlite">[]>(
    entry: TenantAuditEntry,
    changes: Changes,
  ): Promise<BatchResponse<Changes>> {
    const { tenantId, actor, ts } = entry;
    const chain = new Chain(this.#key, tenantId);
    for (let attempt = 1; ; attempt++) {
      const { row, head } = chain.next(entry, actor, ts, await this.#tip(tenantId));
      const addRow = this.#db.insert(rows).values({ tenantId, ...row });
      const moveHead = this.#db
        .insert(heads)
        .values({ tenantId, ...head })
        .onConflictDoUpdate({ target: heads.tenantId, set: head });
      try {
        const results = await this.#db.batch([addRow, moveHead, ...changes]);
        // SAFETY: the results of a batch are in the order of its statements.
        return results.slice(2) as unknown as BatchResponse<Changes>;
      } catch (error) {
        if (!isOvertaken(error)) throw error;
        if (attempt === SETTINGS.auditAttempts) {
          throw new Refusal("unavailable", "too many changes of this tenant at once: try again in a moment");
        }
      }
    }
  }

  /** Rows of a tenant with ids below `before`, newest first. */
  page(tenantId: string, count: number, before?: number, kind?: AuditKind): Promise<AuditEvent[]> {
    return this.#events()
      .where(
        and(
          eq(rows.tenantId, tenantId),
          before === undefined ? undefined : lt(rows.id, before),
          kind === undefined ? undefined : eq(rows.kind, kind),
        ),
      )
      .orderBy(desc(rows.id))
      .limit(count);
  }

  /** Checks the whole chain. What is added meanwhile is checked too, or neither its row nor its head. */
  async verify(tenantId: string): Promise<Verdict> {
    const [head] = await this.#db.select().from(heads).where(eq(heads.tenantId, tenantId));
    const events: AuditEvent[] = [];
    for (let after = 0; ; ) {
      const page = await this.#events()
        .where(and(eq(rows.tenantId, tenantId), gt(rows.id, after)))
        .orderBy(asc(rows.id))
        .limit(SETTINGS.auditPage);
      events.push(...page);
      if (page.length < SETTINGS.auditPage) break;
      after = page[page.length - 1].id;
    }
    const [latest] = await this.#db.select().from(heads).where(eq(heads.tenantId, tenantId));
    if (latest && latest.id !== head?.id) return this.verify(tenantId);
    return new Chain(this.#key, tenantId).verify(events, latest ?? null);
  }

  async #tip(tenantId: string): Promise<Tip | null> {
    const [found] = await this.#db
      .select({ head: heads, row: rows })
      .from(heads)
      .leftJoin(rows, and(eq(rows.tenantId, heads.tenantId), eq(rows.id, heads.id)))
      .where(eq(heads.tenantId, tenantId));
    return found ? { head: found.head as Head, row: found.row } : null;
  }

  #events() {
    const columns = {
      id: rows.id,
      ts: rows.ts,
      kind: rows.kind,
      actor: rows.actor,
      target_hash: rows.target_hash,
      status: rows.status,
      detail_hash: rows.detail_hash,
      prev_hash: rows.prev_hash,
      hash: rows.hash,
    };
    return this.#db.select(columns).from(rows).$dynamic();
  }
}

/** True when another writer has added the row of this id first. */
function isOvertaken(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at.message.includes("UNIQUE constraint failed: tenant_audit.")) return true;
  }
  return false;
}
