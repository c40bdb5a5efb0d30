// The only file that speaks the directory's SQL: tenants, agents and tokens in D1.
// A write and the answer remembered for its Idempotency-Key are kept in one batch, or neither is.

import { and, asc, desc, eq, gt, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { agents, directoryAnswers, tenants, tokens } from "../schema/directory.ts";
import { Refusal } from "../wire/errors.ts";
import { SETTINGS } from "./settings.ts";

export type TenantRow = typeof tenants.$inferSelect;
export type AgentRow = typeof agents.$inferSelect;
export type TokenRow = typeof tokens.$inferSelect;
export type AnswerRow = typeof directoryAnswers.$inferSelect;

/** A token with the name of its tenant: all that is needed to let somebody in. */
export interface Ticket extends TokenRow {
  readonly tenant: string;
}

export class Directory {
  readonly #db: DrizzleD1Database;

  constructor(d1: D1Database) {
    this.#db = drizzle(d1);
  }

  tenantNamed(name: string): Promise<TenantRow | undefined> {
    return reached(() => this.#db.select().from(tenants).where(eq(tenants.name, name)).get());
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

  async ticket(hash: string): Promise<Ticket | undefined> {
    const found = await reached(() =>
      this.#db
        .select({ token: tokens, tenant: tenants.name })
        .from(tokens)
        .innerJoin(tenants, eq(tenants.id, tokens.tenantId))
        .where(eq(tokens.hash, hash))
        .get(),
    );
    return found && { ...found.token, tenant: found.tenant };
  }

  /** Tokens of a tenant, newest first, older than the one named. */
  tokensOf(tenantId: string, limit: number, before?: { createdAt: number; id: string }) {
    return reached(() =>
      this.#db
        .select()
        .from(tokens)
        .where(
          and(
            eq(tokens.tenantId, tenantId),
            before &&
              or(
                lt(tokens.createdAt, before.createdAt),
                and(eq(tokens.createdAt, before.createdAt), lt(tokens.id, before.id)),
              ),
          ),
        )
        .orderBy(desc(tokens.createdAt), desc(tokens.id))
        .limit(limit),
    );
  }

  /** Revokes a token, once; of one tenant, or of any when `tenantId` is null. */
  async revoke(id: string, tenantId: string | null, now: number): Promise<Ticket | undefined> {
    const isIt = and(eq(tokens.id, id), tenantId === null ? undefined : eq(tokens.tenantId, tenantId));
    const [row] = await reached(() =>
      this.#db
        .update(tokens)
        .set({ revokedAt: sql`coalesce(${tokens.revokedAt}, ${now})` })
        .where(isIt)
        .returning(),
    );
    return row && this.ticket(row.hash);
  }

  /** Notes that a token was used, unless that was noted a moment ago. */
  async noteUse(id: string, now: number): Promise<void> {
    const isDue = or(isNull(tokens.lastUsedAt), lt(tokens.lastUsedAt, now - SETTINGS.lastUsedEveryMs));
    await reached(() =>
      this.#db
        .update(tokens)
        .set({ lastUsedAt: now })
        .where(and(eq(tokens.id, id), isDue)),
    );
  }

  addTenant(row: TenantRow, answer: AnswerRow | null): Promise<void> {
    return this.#add(this.#db.insert(tenants).values(row), answer);
  }

  addAgent(row: typeof agents.$inferInsert, answer: AnswerRow | null): Promise<void> {
    return this.#add(this.#db.insert(agents).values(row), answer);
  }

  addToken(row: typeof tokens.$inferInsert, answer: AnswerRow | null): Promise<void> {
    return this.#add(this.#db.insert(tokens).values(row), answer);
  }

  answer(key: string): Promise<AnswerRow | undefined> {
    return reached(() => this.#db.select().from(directoryAnswers).where(eq(directoryAnswers.key, key)).get());
  }

  async #add(insert: BatchItem<"sqlite">, answer: AnswerRow | null): Promise<void> {
    if (!answer) {
      await reached(() => this.#db.batch([insert]));
      return;
    }
    const isOld = lt(directoryAnswers.at, answer.at - SETTINGS.answersKeptMs);
    await reached(() =>
      this.#db.batch([
        this.#db.delete(directoryAnswers).where(isOld),
        this.#db.insert(directoryAnswers).values(answer),
        insert,
      ]),
    );
  }
}

/** Asks D1. What is there already is `name_taken`; every other failure means that D1 can't be reached. */
async function reached<T>(ask: () => PromiseLike<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (violatesUnique(error)) {
      throw new Refusal("name_taken", "this name is taken: choose another, or use what is there");
    }
    const refusal = new Refusal("unavailable", "the directory can't be reached: try again in a moment");
    refusal.cause = error;
    throw refusal;
  }
}

function violatesUnique(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at.message.includes("UNIQUE constraint failed")) return true;
  }
  return false;
}
