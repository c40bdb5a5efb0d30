// Tenants, agents and remembered answers in D1; tokens and subjects are in grants.ts. A change of who may enter,
// its row of the audit chain and the answer remembered for its Idempotency-Key are kept in one batch, or none is.

import { and, asc, eq, gt, inArray, lt } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { agents, directoryAnswers, tenants } from "../schema/directory.ts";
import type { Budget } from "../wire/usage.ts";
import { Grants } from "./grants.ts";
import { Pairings } from "./pairings.ts";
import { reached } from "./reached.ts";
import { ReviewQueue } from "./review-queue.ts";
import { SETTINGS } from "./settings.ts";
import { TenantAudit, type TenantAuditEntry } from "./tenant-audit.ts";

export type TenantRow = typeof tenants.$inferSelect;
export type AgentRow = typeof agents.$inferSelect;
export type AnswerRow = typeof directoryAnswers.$inferSelect;

/** What the audit chain of a tenant says of a change: who did what to which token, subject, agent or tenant. */
export type AccessEntry = Pick<TenantAuditEntry, "tenantId" | "actor" | "ts" | "target" | "detail"> & {
  /** Default: a change of access. */
  readonly kind?: TenantAuditEntry["kind"];
};

export class Directory {
  readonly grants: Grants;
  readonly pairings: Pairings;
  readonly review: ReviewQueue;
  readonly #db: DrizzleD1Database;
  readonly #auditKey: () => Uint8Array | null;
  readonly #d1: D1Database;

  constructor(d1: D1Database, auditKey: () => Uint8Array | null) {
    this.#db = drizzle(d1);
    this.#d1 = d1;
    this.#auditKey = auditKey;
    this.grants = new Grants(this.#db);
    this.pairings = new Pairings(this.#db);
    this.review = new ReviewQueue(d1);
  }

  get audit(): TenantAudit {
    return new TenantAudit(this.#d1, this.#auditKey());
  }

  tenantNamed(name: string): Promise<TenantRow | undefined> {
    return reached(() => this.#db.select().from(tenants).where(eq(tenants.name, name)).get());
  }

  /** Tenants by name, after the cursor's. */
  tenants(limit: number, after?: string): Promise<TenantRow[]> {
    return reached(() =>
      this.#db
        .select()
        .from(tenants)
        .where(after === undefined ? undefined : gt(tenants.name, after))
        .orderBy(asc(tenants.name))
        .limit(limit),
    );
  }

  agentNamed(tenantId: string, name: string): Promise<AgentRow | undefined> {
    const isIt = and(eq(agents.tenantId, tenantId), eq(agents.name, name));
    return reached(() => this.#db.select().from(agents).where(isIt).get());
  }

  /** Agents of a tenant by name, after the cursor's; `only` narrows to some names. */
  agentsOf(tenantId: string, only: readonly string[] | null, limit: number, after?: string) {
    return reached(() =>
      this.#db
        .select()
        .from(agents)
        .where(
          and(
            eq(agents.tenantId, tenantId),
            only ? inArray(agents.name, [...only]) : undefined,
            after === undefined ? undefined : gt(agents.name, after),
          ),
        )
        .orderBy(asc(agents.name))
        .limit(limit),
    );
  }

  addingTenant(row: typeof tenants.$inferInsert) {
    return this.#db.insert(tenants).values(row);
  }

  addingAgent(row: typeof agents.$inferInsert) {
    return this.#db.insert(agents).values(row);
  }

  settingBudget(tenantId: string, budget: Budget) {
    return this.#db.update(tenants).set({ budget }).where(eq(tenants.id, tenantId));
  }

  answer(key: string): Promise<AnswerRow | undefined> {
    return reached(() => this.#db.select().from(directoryAnswers).where(eq(directoryAnswers.key, key)).get());
  }

  /** Makes one or several changes of who may enter, with the audit row that says so and the answer to remember. */
  async keep(
    changes: BatchItem<"sqlite"> | readonly BatchItem<"sqlite">[],
    entry: AccessEntry,
    answer: AnswerRow | null,
  ): Promise<void> {
    const remembering = answer
      ? [
          this.#db
            .delete(directoryAnswers)
            .where(lt(directoryAnswers.at, answer.at - SETTINGS.answersKeptMs)),
          this.#db.insert(directoryAnswers).values(answer),
        ]
      : [];
    await reached(() =>
      this.audit.record({ kind: "access", ...entry }, [...remembering, ...[changes].flat()]),
    );
  }
}
