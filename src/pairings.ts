// Pairing codes: how they look, and their table, which only this file speaks to.

import { and, eq, lte, or } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { pairings, tenants } from "../schema/directory.ts";
import { reached } from "./reached.ts";
import { hashOf } from "./secrets.ts";

export type PairingRow = typeof pairings.$inferSelect;

/** 32 characters without I, L, O and U (Crockford), so that nobody mistakes one for another. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 10;

/** A new code of 50 random bits, in two groups of five. */
export function newCode(): string {
  const signs = [...crypto.getRandomValues(new Uint8Array(LENGTH))].map((byte) => ALPHABET[byte % 32]);
  return `${signs.slice(0, 5).join("")}-${signs.slice(5).join("")}`;
}

/** What a code is kept as: the hash of it, however it was typed. */
export function hashOfCode(typed: string): Promise<string> {
  const signs = typed.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  return hashOf(`pairing ${signs}`);
}

export class Pairings {
  readonly #db: DrizzleD1Database;

  constructor(db: DrizzleD1Database) {
    this.#db = db;
  }

  /** The pairing of a code that has not ended, with the name of its tenant. */
  open(hash: string, now: number): Promise<(PairingRow & { readonly tenant: string }) | undefined> {
    return reached(async () => {
      const found = await this.#db
        .select({ row: pairings, tenant: tenants.name })
        .from(pairings)
        .innerJoin(tenants, eq(tenants.id, pairings.tenantId))
        .where(eq(pairings.hash, hash))
        .get();
      return found && found.row.expiresAt > now ? { ...found.row, tenant: found.tenant } : undefined;
    });
  }

  /** Adds a pairing in place of the one before shown by the same; what has ended goes too. */
  adding(row: PairingRow, now: number) {
    const isBefore = and(eq(pairings.tenantId, row.tenantId), eq(pairings.shownBy, row.shownBy));
    const isOver = or(isBefore, lte(pairings.expiresAt, now));
    return [this.#db.delete(pairings).where(isOver), this.#db.insert(pairings).values(row)] as const;
  }

  removing({ id }: PairingRow) {
    return this.#db.delete(pairings).where(eq(pairings.id, id));
  }
}
