// What verdicts take from nodes, within the bound that is promised.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loweredBy, type Verdict } from "../../durable/graph/lowering.ts";
import { PRODUCT } from "../../durable/graph/profiles.ts";
import type { TaughtSettings } from "../../durable/graph/recall-settings.ts";

const { lowering } = PRODUCT.taught as TaughtSettings;
const DAY = 86_400_000;
const NOW = 1_000 * DAY;

const verdict = (by: string, likeness = 1, at: number | null = NOW, route = 16): Verdict => ({
  id: "a",
  route,
  by,
  at,
  likeness,
});
const kept = (...verdicts: Verdict[]) => loweredBy(verdicts, NOW, lowering).get("a")?.kept;

describe("verdicts on questions like the one that is asked", () => {
  it("[SU7] leave of a node what its formula says", () => {
    expect(kept()).toBeUndefined();
    expect(kept(verdict("ann"))).toBeCloseTo(0.3, 12);
    expect(kept(verdict("ann", 0.5))).toBeCloseTo(0.65, 12);
    expect(kept(verdict("ann", 0.5), verdict("ann", 1), verdict("ann", 0.1))).toBeCloseTo(0.3, 12);
    expect(kept(verdict("ann", 0.5), verdict("bob", 0.5))).toBeCloseTo(0.65 ** 2, 12);
    expect(kept(verdict("ann"), verdict("bob"))).toBeCloseTo(0.1, 12);
    expect(kept(verdict("ann", 0))).toBeUndefined();
  });

  it("[SU7] fade by their own half-life, and one without a date does not", () => {
    const old = (days: number) => kept(verdict("ann", 1, NOW - days * DAY));
    expect(old(lowering.halfLifeDays)).toBeCloseTo(0.65, 12);
    expect(old(10 * lowering.halfLifeDays)).toBeGreaterThan(0.999);
    expect(kept(verdict("ann", 1, null))).toBeCloseTo(0.3, 12);
    // A clock that went back makes nothing stronger.
    expect(old(-50)).toBeCloseTo(0.3, 12);
  });

  it("[SU7] name their questions, the one that takes the most first", () => {
    const verdicts = [
      verdict("ann", 0.2, NOW, 17),
      verdict("bob", 0.9, NOW, 18),
      verdict("ann", 0.1, NOW, 19),
    ];
    expect(loweredBy(verdicts, NOW, lowering).get("a")?.routes).toEqual([18, 17]);
  });

  it("[SU7] of one token take no more than its share, and all together no more than theirs, in any order", () => {
    const Verdict = fc.record({
      id: fc.constantFrom("a", "b"),
      route: fc.integer({ min: 16, max: 30 }),
      by: fc.constantFrom("ann", "bob", "eve", "zoe"),
      at: fc.option(fc.integer({ min: 0, max: 2 * NOW })),
      likeness: fc.double({ min: 0, max: 5, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(Verdict), fc.constantFrom("ann", "bob"), (verdicts, by) => {
        const all = loweredBy(verdicts, NOW, lowering);
        const own = loweredBy(
          verdicts.filter((one) => one.by === by),
          NOW,
          lowering,
        );
        const reversed = loweredBy(verdicts.toReversed(), NOW, lowering);
        for (const id of ["a", "b"]) {
          const left = all.get(id)?.kept ?? 1;
          expect(left).toBeGreaterThanOrEqual(1 - lowering.byAll - 1e-12);
          expect(left).toBeLessThanOrEqual(own.get(id)?.kept ?? 1);
          expect(own.get(id)?.kept ?? 1).toBeGreaterThanOrEqual(1 - lowering.byAuthor - 1e-12);
          expect(reversed.get(id)?.kept ?? 1).toBeCloseTo(left, 12);
        }
      }),
    );
  });
});
