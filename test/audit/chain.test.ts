// The audit chain by itself: whatever is done to its rows, verification names the row.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Chain, type Head, type Tip } from "../../audit/chain.ts";
import { auditKeyFrom } from "../../audit/key.ts";
import { edgebrainLinks } from "../../audit/link.ts";
import { AUDIT_KINDS, type AuditEvent } from "../../wire/audit.ts";

const KEY = new Uint8Array(32).fill(3);
const OTHER_KEY = new Uint8Array(32).fill(4);
const OWNER = "agent-1";
const chain = new Chain(KEY, OWNER);

/** A chain of so many rows. */
function made(count: number, key = KEY): { rows: AuditEvent[]; head: Head | null } {
  const rows: AuditEvent[] = [];
  let tip: Tip | null = null;
  for (let at = 1; at <= count; at++) {
    const entry = { kind: AUDIT_KINDS[at % AUDIT_KINDS.length], target: `node:${at}`, detail: `step ${at}` };
    const { row, head } = new Chain(key, OWNER).next(entry, `token-${at % 3}`, 1_000 + at, tip);
    rows.push(row);
    tip = { row, head };
  }
  return { rows, head: tip?.head ?? null };
}

const HEX = "ab".repeat(32);
/** Each column with another value that its type allows. */
const CHANGES: {
  readonly [Column in Exclude<keyof AuditEvent, "id">]: (row: AuditEvent) => AuditEvent[Column];
} = {
  ts: ({ ts }) => ts + 1,
  kind: ({ kind }) => (kind === "review" ? "access" : "review"),
  actor: ({ actor }) => `${actor}0`,
  target_hash: () => HEX,
  status: () => "denied",
  detail_hash: () => HEX,
  prev_hash: () => HEX,
  hash: () => HEX,
};

const COUNT = 6;
const places = Array.from({ length: COUNT }, (_, at) => at);

describe("a chain", () => {
  it("[AC1] of any length is whole as it was written", () => {
    for (const count of [0, 1, 2, COUNT]) {
      const { rows, head } = made(count);
      expect(chain.verify(rows, head)).toEqual({ brokenAt: null, reason: null, rows: count });
    }
  });

  describe.each(Object.keys(CHANGES) as (keyof typeof CHANGES)[])("with another %s", (column) => {
    it.each(places)("[AC2] in row %i names that row", (at) => {
      const { rows, head } = made(COUNT);
      rows[at] = { ...rows[at], [column]: CHANGES[column](rows[at]) };
      expect(chain.verify(rows, head).brokenAt).toBe(at + 1);
    });
  });

  it.each(places)("[AC2] with another id in row %i names that row", (at) => {
    const { rows, head } = made(COUNT);
    rows[at] = { ...rows[at], id: rows[at].id + 100 };
    expect(chain.verify(rows, head).brokenAt).toBe(at + 1);
  });

  it.each(places)("[AC3] without row %i names the missing row", (at) => {
    const { rows, head } = made(COUNT);
    rows.splice(at, 1);
    expect(chain.verify(rows, head)).toMatchObject({
      brokenAt: at + 1,
      reason: expect.stringMatching("missing"),
    });
  });

  it("[AC3] without any row, or cut at its end, names the first missing row", () => {
    const { rows, head } = made(COUNT);
    expect(chain.verify([], head).brokenAt).toBe(1);
    expect(chain.verify(rows.slice(0, 2), head).brokenAt).toBe(3);
  });

  it("[AC3] whose rows after a deleted one are numbered anew is broken there", () => {
    const { rows, head } = made(COUNT);
    rows.splice(2, 1);
    const anew = rows.map((row, at) => ({ ...row, id: at + 1 }));
    expect(chain.verify(anew, head && { ...head, id: COUNT - 1 }).brokenAt).toBe(3);
  });

  it("[AC4] with two rows swapped names the first of them", () => {
    for (const [one, other] of [
      [0, 1],
      [1, 4],
      [0, COUNT - 1],
    ]) {
      const { rows, head } = made(COUNT);
      const [first, second] = [rows[one], rows[other]];
      rows[one] = { ...second, id: first.id };
      rows[other] = { ...first, id: second.id };
      expect(chain.verify(rows, head).brokenAt).toBe(one + 1);
    }
  });

  it("[AC5] cut and pinned to what is left, without the key, is broken", () => {
    const { rows, head } = made(COUNT);
    // What the store itself says about row 3.
    const pin = { ...(head as Head), id: 3, hash: rows[2].hash as string };
    expect(chain.verify(rows.slice(0, 3), pin).brokenAt).toBe(3);
  });

  it("[AC5] with rows behind its pin, or with no pin, is broken", () => {
    const { rows } = made(COUNT);
    expect(chain.verify(rows, made(COUNT - 2).head).brokenAt).toBe(COUNT - 1);
    expect(chain.verify(rows, null).brokenAt).toBe(COUNT);
  });

  it("[AC6] under another key, or none, is not whole, and says that it is the key", () => {
    const { rows, head } = made(COUNT);
    for (const key of [OTHER_KEY, null]) {
      const verdict = new Chain(key, OWNER).verify(rows, head);
      expect(verdict).toMatchObject({ brokenAt: 1, reason: expect.stringMatching("key") });
    }
    const [forged] = [{ ...(head as Head), key: made(1, OTHER_KEY).head?.key as string }];
    expect(new Chain(OTHER_KEY, OWNER).verify(rows, forged).brokenAt).not.toBeNull();
  });

  it("[AC6] goes on under its own key only", () => {
    const { rows, head } = made(COUNT);
    const tip = { row: rows[COUNT - 1], head: head as Head };
    const entry = { kind: "review", target: "", detail: "" } as const;
    for (const key of [OTHER_KEY, null]) {
      expect(() => new Chain(key, OWNER).next(entry, "a", 1, tip)).toThrow("AUDIT_KEY");
    }
  });

  it("[AC7] does not go on behind a last row that was changed or is missing", () => {
    const { rows, head } = made(COUNT);
    const entry = { kind: "review", target: "", detail: "" } as const;
    for (const row of [null, { ...rows[COUNT - 1], actor: "somebody" }]) {
      expect(() => chain.next(entry, "a", 1, { row, head: head as Head })).toThrow("verify the chain");
    }
  });

  it("[AC8] of one owner is not that of another", () => {
    const { rows, head } = made(COUNT);
    expect(new Chain(KEY, "agent-2").verify(rows, head).brokenAt).toBe(1);
  });

  it("[AC2] names the first of all changed rows, whatever was changed how often", () => {
    const columns = fc.constantFrom(...(Object.keys(CHANGES) as (keyof typeof CHANGES)[]));
    const tampering = fc.array(fc.tuple(fc.nat(COUNT - 1), columns), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(tampering, (changes) => {
        const { rows, head } = made(COUNT);
        const places = new Set<number>();
        for (const [at, column] of changes) {
          rows[at] = { ...rows[at], [column]: CHANGES[column](made(COUNT).rows[at]) };
          places.add(at + 1);
        }
        const { brokenAt } = chain.verify(rows, head);
        expect(brokenAt).toBe(Math.min(...places));
      }),
      { seed: 41, numRuns: 100 },
    );
  });
});

describe("the key", () => {
  it("[AC9] is AUDIT_KEY as hex or base64, else derived from the operator's token", () => {
    const bytes = Uint8Array.from({ length: 32 }, (_, at) => (at * 37 + 200) % 256);
    const buffer = Buffer.from(bytes);
    for (const text of ["hex", "base64", "base64url"] as const) {
      expect(auditKeyFrom(buffer.toString(text), "operator")).toEqual(bytes);
    }
    const derived = auditKeyFrom(undefined, "operator");
    expect(derived).toHaveLength(32);
    expect(auditKeyFrom("", "operator")).toEqual(derived);
    expect(auditKeyFrom(undefined, "another")).not.toEqual(derived);
  });

  it("[AC9] that is neither is none, and no other takes its place", () => {
    for (const text of ["short", "zz".repeat(32), "a".repeat(42), "a".repeat(45)]) {
      expect(auditKeyFrom(text, "operator")).toBeNull();
    }
    expect(auditKeyFrom(undefined, undefined)).toBeNull();
  });

  it("[AC9] makes links that it alone makes", () => {
    const [row] = made(1).rows;
    expect(edgebrainLinks(KEY, OWNER).link(row)).not.toBe(edgebrainLinks(OTHER_KEY, OWNER).link(row));
    expect(edgebrainLinks(KEY, OWNER).pin(row)).not.toBe(edgebrainLinks(KEY, OWNER).link(row));
  });
});
