// The rules by which remote embedders pack, cut, wait and end, on generated input.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HashEmbedder } from "../../durable/embed/hash.ts";
import { batchesOf } from "../../durable/embed/remote/batches.ts";
import { EMBEDDING_PARTY } from "../../durable/embed/remote/party.ts";
import { type Provider, RemoteEmbedder } from "../../durable/embed/remote/remote-embedder.ts";
import { unitVector } from "../../durable/embed/remote/unit-vector.ts";
import { TALK } from "../../durable/remote/limits.ts";
import { RequestFault } from "../../durable/remote/request-fault.ts";
import { pauseAfter, retryAfterOf } from "../../durable/remote/retry-after.ts";
import { estimatedTokens, fitting } from "../../durable/remote/tokens.ts";
import { withinTime } from "../../durable/remote/within-time.ts";
import { TestPorts } from "../support/remote-ports.ts";

const SEED = 20_261_130;
const AnyText = fc.string({ unit: "binary", maxLength: 60 });

describe("packing", () => {
  it("[EP4] every text is in one request, in order, and each request is within its limits", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 50 })),
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 1, max: 100 }),
        (sizes, items, tokens) => {
          const members = sizes.map((size, place) => ({ tokens: size, place }));
          const batches = batchesOf(members, { items, tokens });
          expect(batches.flat()).toEqual(members);
          for (const batch of batches) {
            expect(batch.length).toBeLessThanOrEqual(items);
            const sum = batch.reduce((total, member) => total + member.tokens, 0);
            expect(sum <= tokens || batch.length === 1).toBe(true);
          }
        },
      ),
      { seed: SEED },
    );
  });

  it("[EP4] whatever the limits, those told and those found out, vectors are as if asked one by one", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(AnyText, { maxLength: 25 }),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 10, max: 200 }),
        fc.integer({ min: 1, max: 8 }),
        async (texts, items, tokens, really) => {
          const limits = { items, tokens, textTokens: 40 };
          const open = () => new RemoteEmbedder(hashing(limits, really), new TestPorts());
          const together = await open().embed(texts, "document");
          for (const [index, text] of texts.entries()) {
            expect(together[index]).toEqual((await open().embed([text], "document"))[0]);
          }
        },
      ),
      { seed: SEED, numRuns: 60 },
    );
  });

  it("[EP5] a cut text is the longest beginning within the limit, of whole characters", () => {
    fc.assert(
      fc.property(AnyText, fc.integer({ min: 1, max: 80 }), (written, most) => {
        const text = written.toWellFormed();
        const cut = fitting(text, most);
        expect(text.startsWith(cut.text)).toBe(true);
        expect(cut.text.isWellFormed()).toBe(true);
        expect(cut.tokens).toBeLessThanOrEqual(most);
        if (cut.text !== text) {
          const [next] = text.slice(cut.text.length);
          expect(estimatedTokens(cut.text + next)).toBeGreaterThan(most);
        }
      }),
      { seed: SEED },
    );
  });
});

describe("waiting", () => {
  it("[EP10] a pause doubles within bounds, keeps half of itself, and is never shorter than asked for", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.double({ min: 0, max: 0.999_999, noNaN: true }),
        fc.option(fc.nat({ max: 100_000 }), { nil: null }),
        (failures, chance, asked) => {
          const pause = pauseAfter(failures, chance, asked);
          const doubled = Math.min(TALK.longestPauseMs, TALK.firstPauseMs * 2 ** (failures - 1));
          expect(pause).toBeGreaterThanOrEqual(Math.max(doubled / 2, asked ?? 0));
          expect(pause).toBeLessThanOrEqual(Math.max(doubled, asked ?? 0));
        },
      ),
      { seed: SEED },
    );
  });

  it("[EP11] Retry-After is read as seconds or as a date, and anything else as nothing", () => {
    const now = Date.UTC(2026, 10, 30);
    expect(retryAfterOf("120", now)).toBe(120_000);
    expect(retryAfterOf(" 0.5 ", now)).toBe(500);
    expect(retryAfterOf("Mon, 30 Nov 2026 00:00:10 GMT", now)).toBe(10_000);
    expect(retryAfterOf("Sun, 29 Nov 2026 00:00:00 GMT", now)).toBe(0);
    for (const nothing of [null, "", "soon", "-5", "1e3", "99999999999999"]) {
      expect(retryAfterOf(nothing, now)).toBeNull();
    }
  });

  it("[EP9] work that never ends is over in time, and told to stop", async () => {
    let stopped = false;
    const work = withinTime(5, EMBEDDING_PARTY, (signal) => {
      signal.addEventListener("abort", () => {
        stopped = true;
      });
      return new Promise(() => {});
    });
    await expect(work).rejects.toMatchObject({ reason: "timeout" });
    expect(stopped).toBe(true);
  });
});

describe("a vector of a stranger", () => {
  it("[EP8] is of length 1, or is refused, whatever numbers it has", () => {
    fc.assert(
      fc.property(fc.array(fc.double(), { minLength: 4, maxLength: 4 }), (numbers) => {
        const read = () => unitVector(numbers, { dimension: 4, answered: 4 });
        const usable = numbers.every(Number.isFinite) && numbers.some((entry) => Math.abs(entry) >= 1e-30);
        if (usable) expect(Math.hypot(...read())).toBeCloseTo(1, 9);
        else expect(read).toThrow(/the embedding provider answered/);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
});

/** A provider that hashes, and that takes fewer texts a request than it says. */
function hashing(limits: Provider["limits"], really: number): Provider {
  const embedder = new HashEmbedder(32);
  return {
    name: "hashing",
    lengths: { dimension: 32, answered: 32 },
    limits,
    prompts: { query: "", document: "" },
    async request(texts) {
      if (texts.length > really) throw new RequestFault("smaller", "refused", "too many");
      return texts.map((text) => Array.from(embedder.counts(text), (count) => count + 0.1));
    },
  };
}
