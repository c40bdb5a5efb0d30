// Memories as records, against the plain reading of what is promised: order, filters, endings, and what becomes of a new text.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { holdsAt, lineageOf, passes } from "../../durable/graph/memories/holding.ts";
import { lifePlan } from "../../durable/graph/memories/lifecycle.ts";
import { outcomeOf } from "../../durable/graph/memories/likeness.ts";
import type { MemoryRecord } from "../../durable/graph/memories/memory-record.ts";
import { ranked } from "../../durable/graph/memories/ranking.ts";
import { areValid, FACTORS, PRESETS, weightsFor } from "../../durable/graph/memories/weights.ts";
import { newMemory } from "../../durable/operations/memory-rows.ts";

const NOW = 1_000_000_000_000;
const DAY = 86_400_000;
const time = fc.option(fc.integer({ min: NOW - 9 * DAY, max: NOW + 9 * DAY }), { nil: null });
const record: fc.Arbitrary<MemoryRecord> = fc
  .record({
    id: fc.constantFrom("a", "b", "c", "d", "e", "f"),
    scope: fc.constantFrom("permanent", "project", "session", "ttl"),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    project: fc.constantFrom("", "p", "q"),
    lastAccessed: time,
    validFrom: time,
    validTo: fc.oneof(fc.constant(null), time),
    validUntil: time,
    ttlSeconds: fc.option(fc.integer({ min: 0, max: 900_000 }), { nil: null }),
    accessCount: fc.nat(2000),
    reinforcedCount: fc.nat(50),
    supersedesId: fc.option(fc.constantFrom("a", "b", "c"), { nil: null }),
    conflictGroup: fc.option(fc.constantFrom("g", "h"), { nil: null }),
    conflictStatus: fc.constantFrom(null, "active", "resolved"),
  })
  .map((some) => ({ ...newMemory({}, NOW - 3 * DAY), ...some }) as MemoryRecord);
const records = fc.uniqueArray(record, { selector: ({ id }) => id });
const asked = { now: NOW, project: "p", words: new Set<string>(), wordsOf: () => [] };

describe("ranking memories", () => {
  it("is a permutation in which no score is below the next, whatever order they come in", () => {
    const similar = fc.array(fc.constantFrom(0.2, 0.5, 0.5, 0.9), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(records, similar, (memories, similarities) => {
        const found = memories.map((memory, at) => ({ memory, similarity: similarities[at], proximity: 0 }));
        const order = ranked(found, asked, PRESETS.config);
        const again = ranked(found.toReversed(), asked, PRESETS.config);
        expect(again.map(({ memory }) => memory.id)).toEqual(order.map(({ memory }) => memory.id));
        expect(order).toHaveLength(found.length);
        for (const [at, { finalScore }] of order.entries())
          expect(finalScore).toBeGreaterThanOrEqual(order[at + 1]?.finalScore ?? -1);
      }),
    );
  });

  it("weights that are no weights are never used", () => {
    const odd = fc.oneof(fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, -1), fc.double());
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...FACTORS), odd), (weights) => {
        const used = weightsFor(weights);
        expect(areValid(used.weights)).toBe(true);
        expect(used.fellBack).toBe(!areValid(weights));
      }),
    );
  });
});

describe("what holds when", () => {
  it("of the versions of a thing exactly one holds at any instant from the first on", () => {
    const changes = fc.uniqueArray(fc.integer({ min: 0, max: 1000 }), { minLength: 1 });
    fc.assert(
      fc.property(changes, fc.integer({ min: 0, max: 1100 }), (times, instant) => {
        const starts = times.toSorted((a, b) => a - b);
        const versions = starts.map((validFrom, at) => ({ validFrom, validTo: starts[at + 1] ?? null }));
        const holding = versions.filter((version) => holdsAt(version, instant));
        expect(holding).toHaveLength(instant >= starts[0] ? 1 : 0);
      }),
    );
  });

  it("a fraction of a second later is later", () => {
    const version = { validFrom: Date.parse("2026-01-01T00:00:00.5Z"), validTo: null };
    expect(holdsAt(version, Date.parse("2026-01-01T00:00:00Z"))).toBe(false);
    expect(holdsAt(version, Date.parse("2026-01-01T00:00:01Z"))).toBe(true);
  });

  it("without a filter nothing that is over or sensitive is seen", () => {
    fc.assert(
      fc.property(record, fc.constantFrom("private", "shared", "sensitive"), (memory, visibility) => {
        const isSeen = memory.validTo === null && visibility !== "sensitive";
        expect(passes({ ...memory, visibility } as MemoryRecord, {})).toBe(isSeen);
      }),
    );
  });

  it("a lineage names each version once, and ends", () => {
    const links = fc.dictionary(
      fc.constantFrom("a", "b", "c", "d"),
      fc.constantFrom("a", "b", "c", "d", "x"),
    );
    fc.assert(
      fc.property(links, (older) => {
        const chain = lineageOf("a", (id) => (Object.hasOwn(older, id) ? older[id] : undefined));
        expect(new Set(chain).size).toBe(chain.length);
      }),
    );
  });
});

describe("what becomes of a new text", () => {
  const likeness = fc.record({
    similarity: fc.double({ min: -1, max: 1, noNaN: true }),
    values: fc.constantFrom("same" as const, "fewer" as const, "more" as const, "other" as const),
    disagrees: fc.boolean(),
    bothSayMore: fc.boolean(),
    isLonger: fc.boolean(),
  });

  it("another value never strengthens a memory, replaces its words, or is dropped", () => {
    fc.assert(
      fc.property(likeness, fc.constantFrom(0, 0.8), (like, heard) => {
        const outcome = outcomeOf(like, { same: 0.92, heard });
        const isOther = like.disagrees || like.values === "other" || like.bothSayMore;
        if (isOther) expect(["store", "new_version"]).toContain(outcome);
        if (like.similarity < (heard || 0.92)) expect(outcome).toBe("store");
      }),
    );
  });
});

describe("the life of memories", () => {
  const everything = function* (ids: readonly string[]): Iterable<readonly [string, string]> {
    for (const [at, first] of ids.entries()) for (const second of ids.slice(at + 1)) yield [first, second];
  };

  it("closes a memory once, never one that was over, and never what took the place of another", () => {
    fc.assert(
      fc.property(records, (memories) => {
        const { closings } = lifePlan(memories, NOW, everything);
        const closed = closings.map(({ id }) => id);
        expect(new Set(closed).size).toBe(closed.length);
        for (const { id, because, supersededBy } of closings) {
          expect(memories.find((memory) => memory.id === id)?.validTo).toBeNull();
          if (because === "conflicts_resolved") expect(closed).not.toContain(supersededBy);
        }
      }),
    );
  });

  it("a second run finds nothing more to do", () => {
    fc.assert(
      fc.property(records, (memories) => {
        const { closings, settled, gone } = lifePlan(memories, NOW, everything);
        const closed = new Set(closings.map(({ id }) => id));
        const left = memories.filter(({ id }) => !gone.includes(id));
        const after = left.map((memory) => ({
          ...memory,
          validTo: closed.has(memory.id) ? NOW : memory.validTo,
          conflictStatus: settled.includes(memory.id) ? ("resolved" as const) : memory.conflictStatus,
        }));
        expect(lifePlan(after, NOW, everything)).toEqual({ closings: [], settled: [], gone: [] });
      }),
    );
  });

  it("memories of two projects never stand for each other", () => {
    fc.assert(
      fc.property(records, (memories) => {
        const project = new Map(memories.map((memory) => [memory.id, memory.project]));
        for (const { id, because, supersededBy } of lifePlan(memories, NOW, everything).closings)
          if (because === "consolidated") expect(project.get(id)).toBe(project.get(supersededBy as string));
      }),
    );
  });
});
