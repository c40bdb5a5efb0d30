// [ME] What a meter keeps of the batches that it is told.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { add, type Batch, type Ledger, nothing, OTHER_TOKENS, record, usageOf } from "../../meter/ledger.ts";
import type { Counts } from "../../wire/usage.ts";

const ledger = (): Ledger => ({ months: {}, batches: [] });
const counts = (queries: number): Counts => ({ ...nothing(), queries });
const batch = (id: string, month: string, tokens: Batch["tokens"]): Batch => ({ id, month, tokens });

describe("a ledger", () => {
  it("[ME1] adds a batch once, however often it is delivered, and says the month's total", () => {
    const kept = ledger();
    const [one, other] = [
      batch("1", "2026-11", [["a", counts(2)]]),
      batch("2", "2026-11", [["a", counts(5)]]),
    ];
    expect(record(kept, one).queries).toBe(2);
    expect(record(kept, one).queries).toBe(2);
    expect(record(kept, other).queries).toBe(7);
    expect(record(kept, one).queries).toBe(7);
  });

  it("[ME2] counts by month, and of the months that are over keeps their totals for a year", () => {
    const kept = ledger();
    for (let month = 0; month < 20; month++) {
      const name = new Date(Date.UTC(2026, month)).toISOString().slice(0, 7);
      record(kept, batch(name, name, [["a", counts(month + 1)]]));
    }
    const { total, tokens, earlier } = usageOf(kept, "2027-08");
    expect([total.queries, tokens]).toEqual([20, [["a", counts(20)]]]);
    expect(earlier.map(({ month, total }) => [month, total.queries])).toEqual(
      Array.from({ length: 12 }, (_, before) => [
        new Date(Date.UTC(2027, 6 - before)).toISOString().slice(0, 7),
        19 - before,
      ]),
    );
    expect(Object.values(kept.months).filter(({ tokens }) => tokens.length > 0)).toHaveLength(1);
  });

  it("[ME2] counts of a month that is over still go there", () => {
    const kept = ledger();
    record(kept, batch("1", "2026-12", [["a", counts(1)]]));
    expect(record(kept, batch("2", "2026-11", [["a", counts(3)]])).queries).toBe(3);
    expect(usageOf(kept, "2026-12").earlier).toEqual([{ month: "2026-11", total: counts(3) }]);
  });

  it("[ME3] stays small, and its tokens sum up to its total, whatever it is told", () => {
    const someCounts = fc.record({
      queries: fc.nat(9),
      reads: fc.nat(9),
      writes: fc.nat(9),
      embedded_characters: fc.nat(9),
      model_calls: fc.nat(9),
    });
    const someTokens = fc.array(fc.tuple(fc.nat(300).map(String), someCounts), { maxLength: 64 });
    fc.assert(
      fc.property(fc.array(someTokens, { maxLength: 12 }), (batches) => {
        const kept = ledger();
        const naive = nothing();
        for (const [number, tokens] of batches.entries()) {
          record(kept, batch(String(number), "2026-11", tokens));
          for (const [, more] of tokens) add(naive, more);
        }
        const { total, tokens } = usageOf(kept, "2026-11");
        const summed = nothing();
        for (const [, counts] of tokens) add(summed, counts);
        expect([total, summed]).toEqual([naive, naive]);
        expect(tokens.length).toBeLessThanOrEqual(101);
        expect(new Set(tokens.map(([token]) => token)).size).toBe(tokens.length);
      }),
      { seed: 42, numRuns: 50 },
    );
  });

  it("[ME3] sums up the tokens beyond a hundred, and goes on counting the first ones apart", () => {
    const kept = ledger();
    for (let token = 0; token < 105; token++) {
      record(kept, batch(`first-${token}`, "2026-11", [[`token-${token}`, counts(1)]]));
    }
    record(kept, batch("again", "2026-11", [["token-7", counts(1)]]));
    const { tokens } = usageOf(kept, "2026-11");
    expect(tokens.find(([token]) => token === OTHER_TOKENS)?.[1].queries).toBe(5);
    expect(tokens.find(([token]) => token === "token-7")?.[1].queries).toBe(2);
    expect(kept.batches.length).toBeLessThanOrEqual(128);
  });
});
