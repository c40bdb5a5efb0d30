// What opens a tenant: tokens, and subjects of signed tokens. The only file that speaks the SQL of these two tables;
// statements that change them are made here and kept by the directory.

import { and, desc, eq, gt, isNotNull, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { subjects, tenants, tokens } from "../schema/directory.ts";
import type { GrantFilter, Role } from "../wire/directory.ts";
import type { Budget } from "../wire/usage.ts";
import { reached } from "./reached.ts";
import { SETTINGS } from "./settings.ts";

export type TokenRow = typeof tokens.$inferSelect;
export type SubjectRow = typeof subjects.$inferSelect;

/** A right to enter, with the name of its tenant: all that is needed to let somebody in. */
export interface Grant {
  readonly kind: "token" | "subject";
  readonly id: string;
  /** Name of the token, or what the subject's claim says. */
  readonly name: string;
  readonly tenant: { readonly id: string; readonly name: string; readonly budget: Budget | null };
  readonly role: Role;
  readonly agents: readonly string[] | null;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
  /** Of a token: when it got the secret that it has. */
  readonly rotatedAt?: number | null;
  /** Of a signed token: a hash of its issuer and subject, whichever grant lets it in. */
  readonly person?: string;
  /** When what was sent stops opening it, if that is known to be sooner than `expiresAt`. */
  readonly validUntil: number | null;
}

/** Where a page of a list goes on. */
export interface After {
  readonly createdAt: number;
  readonly id: string;
}

type Table = typeof tokens | typeof subjects;
const TENANT = { id: tenants.id, name: tenants.name, budget: tenants.budget };

export class Grants {
  readonly #db: DrizzleD1Database;

  constructor(db: DrizzleD1Database) {
    this.#db = db;
  }

  /** The token with this secret, or with this secret before its last rotation. */
  async ofToken(hash: string): Promise<Grant | undefined> {
    const found = await reached(() =>
      this.#db
        .select({ token: tokens, tenant: TENANT })
        .from(tokens)
        .innerJoin(tenants, eq(tenants.id, tokens.tenantId))
        .where(or(eq(tokens.hash, hash), eq(tokens.previousHash, hash)))
        .get(),
    );
    if (!found) return undefined;
    const { token, tenant } = found;
    const validUntil = token.hash === hash ? token.expiresAt : token.previousUntil;
    return { ...token, kind: "token", tenant, validUntil };
  }

  /** What an issuer's subject may enter; in a tenant, what is granted to the subject comes before its e-mail's. */
  async ofSubject(issuer: string, sub: string, email: string | null): Promise<Grant[]> {
    const says = (claim: "sub" | "email", value: string) =>
      and(eq(subjects.claim, claim), eq(subjects.value, value));
    const found = await reached(() =>
      this.#db
        .select({ subject: subjects, tenant: TENANT })
        .from(subjects)
        .innerJoin(tenants, eq(tenants.id, subjects.tenantId))
        .where(
          and(
            eq(subjects.issuer, issuer),
            isNull(subjects.revokedAt),
            or(says("sub", sub), email === null ? undefined : says("email", email)),
          ),
        )
        .orderBy(desc(subjects.claim), tenants.name),
    );
    return found.map(({ subject, tenant }) => ({
      ...subject,
      kind: "subject",
      name: subject.value,
      tenant,
      validUntil: subject.expiresAt,
    }));
  }

  /** Notes that it was used, unless that was noted a moment ago. */
  async noteUse({ kind, id }: Grant, now: number): Promise<void> {
    const table = kind === "token" ? tokens : subjects;
    const isDue = or(isNull(table.lastUsedAt), lte(table.lastUsedAt, now - SETTINGS.lastUsedEveryMs));
    await reached(() =>
      this.#db
        .update(table)
        .set({ lastUsedAt: now })
        .where(and(eq(table.id, id), isDue)),
    );
  }

  /** A token by its id; of one tenant, or of any when `tenantId` is null. */
  token(id: string, tenantId: string | null): Promise<(TokenRow & { tenant: string }) | undefined> {
    return reached(async () => {
      const found = await this.#db
        .select({ row: tokens, tenant: tenants.name })
        .from(tokens)
        .innerJoin(tenants, eq(tenants.id, tokens.tenantId))
        .where(and(eq(tokens.id, id), tenantId === null ? undefined : eq(tokens.tenantId, tenantId)))
        .get();
      return found && { ...found.row, tenant: found.tenant };
    });
  }

  /** A subject by its id; of one tenant, or of any when `tenantId` is null. */
  subject(id: string, tenantId: string | null): Promise<(SubjectRow & { tenant: string }) | undefined> {
    return reached(async () => {
      const found = await this.#db
        .select({ row: subjects, tenant: tenants.name })
        .from(subjects)
        .innerJoin(tenants, eq(tenants.id, subjects.tenantId))
        .where(and(eq(subjects.id, id), tenantId === null ? undefined : eq(subjects.tenantId, tenantId)))
        .get();
      return found && { ...found.row, tenant: found.tenant };
    });
  }

  /** Tokens of a tenant, newest first. */
  tokensOf(tenantId: string, filter: GrantFilter, now: number, limit: number, after?: After) {
    return reached(() =>
      this.#db
        .select()
        .from(tokens)
        .where(isListed(tokens, tenantId, filter, now, after))
        .orderBy(desc(tokens.createdAt), desc(tokens.id))
        .limit(limit),
    );
  }

  /** Subjects of a tenant, newest first. */
  subjectsOf(tenantId: string, filter: GrantFilter, now: number, limit: number, after?: After) {
    return reached(() =>
      this.#db
        .select()
        .from(subjects)
        .where(isListed(subjects, tenantId, filter, now, after))
        .orderBy(desc(subjects.createdAt), desc(subjects.id))
        .limit(limit),
    );
  }

  addingToken(row: typeof tokens.$inferInsert) {
    return this.#db.insert(tokens).values(row);
  }

  addingSubject(row: typeof subjects.$inferInsert) {
    return this.#db.insert(subjects).values(row);
  }

  /** Gives a token that is not revoked a new secret; the one it has opens for `graceMs` more. */
  rotating(id: string, hash: string, now: number, graceMs: number) {
    const stays = graceMs > 0;
    return this.#db
      .update(tokens)
      .set({
        hash,
        rotatedAt: now,
        previousHash: stays ? sql`${tokens.hash}` : null,
        previousUntil: stays ? now + graceMs : null,
      })
      .where(and(eq(tokens.id, id), isNull(tokens.revokedAt)));
  }

  revoking(kind: Grant["kind"], id: string, now: number) {
    const table = kind === "token" ? tokens : subjects;
    return this.#db
      .update(table)
      .set({ revokedAt: now })
      .where(and(eq(table.id, id), isNull(table.revokedAt)));
  }
}

function isListed(table: Table, tenantId: string, filter: GrantFilter, now: number, after?: After) {
  const { state, role, agent } = filter;
  return and(
    eq(table.tenantId, tenantId),
    state && isIn(table, state, now),
    role && eq(table.role, role),
    agent === undefined
      ? undefined
      : or(
          isNull(table.agents),
          sql`exists (select 1 from json_each(${table.agents}) where value = ${agent})`,
        ),
    after &&
      or(
        lt(table.createdAt, after.createdAt),
        and(eq(table.createdAt, after.createdAt), lt(table.id, after.id)),
      ),
  );
}

function isIn(table: Table, state: NonNullable<GrantFilter["state"]>, now: number): SQL | undefined {
  if (state === "revoked") return isNotNull(table.revokedAt);
  const hasTime = or(isNull(table.expiresAt), gt(table.expiresAt, now));
  return and(isNull(table.revokedAt), state === "active" ? hasTime : lte(table.expiresAt, now));
}
