// How much of a token's verdicts counts.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allowedOf } from "../../durable/graph/allowance.ts";

const SETTINGS = { most: 5, days: 30 };

describe("verdicts of one token", () => {
  it("[SU15] count in full while they are few, and then as far as there is room", () => {
    const judged = { fired: ["a", "b"], outcome: -1, perNode: undefined };
    expect(allowedOf(judged, () => 0, SETTINGS)).toBeNull();
    expect(allowedOf(judged, () => -4, SETTINGS)).toBeNull();
    const cut = allowedOf(judged, (id) => (id === "a" ? -4.5 : -5), SETTINGS);
    expect(cut).toEqual(
      new Map([
        ["a", -0.5],
        ["b", 0],
      ]),
    );
    // Whoever said too much against a node may still speak for it.
    expect(allowedOf({ ...judged, outcome: 1 }, () => -5, SETTINGS)).toBeNull();
  });

  it("[SU15] keep their sum within the bound, and no verdict counts for the other side or for more than it says", () => {
    const Outcome = fc.double({ min: -1, max: 1, noNaN: true });
    const Judged = fc.record({
      outcome: Outcome,
      perNode: fc.option(fc.dictionary(fc.constantFrom("a", "b", "c"), Outcome)),
    });
    fc.assert(
      fc.property(fc.array(Judged, { maxLength: 60 }), (stream) => {
        const nets = new Map<string, number>();
        for (const { outcome, perNode } of stream) {
          const outcomes = perNode ? new Map(Object.entries(perNode)) : undefined;
          const judged = { fired: ["a", "b"], outcome, perNode: outcomes };
          const counted = allowedOf(judged, (id) => nets.get(id) ?? 0, SETTINGS);
          for (const id of judged.fired) {
            const said = outcomes?.get(id) ?? outcome;
            const counts = counted?.get(id) ?? (counted ? 0 : said);
            expect(Math.abs(counts)).toBeLessThanOrEqual(Math.abs(said));
            expect(counts * said).toBeGreaterThanOrEqual(0);
            nets.set(id, (nets.get(id) ?? 0) + counts);
            expect(Math.abs(nets.get(id) as number)).toBeLessThanOrEqual(SETTINGS.most + 1e-9);
          }
        }
      }),
    );
  });
});
