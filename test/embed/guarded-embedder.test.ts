// The guard of an embedder: what counts as an answer, and when one that fails is tried again.

import { describe, expect, it } from "vitest";
import type { Embedder } from "../../durable/embed/embedder.ts";
import { EmbedderFailure, type Failing } from "../../durable/embed/failure.ts";
import { GuardedEmbedder } from "../../durable/embed/guarded-embedder.ts";
import type { Vector } from "../../durable/graph/vectors.ts";

/** An embedder of two dimensions that answers as it is told, under a guard with a clock of its own. */
function guarded(answer: (texts: readonly string[]) => unknown) {
  const house = { at: 0, calls: 0, note: null as Failing | null, answer };
  const embedder: Embedder = {
    name: "two-v1",
    dimension: 2,
    slow: true,
    async embed(texts) {
      house.calls++;
      return house.answer(texts) as Vector[];
    },
  };
  const note = {
    get: () => house.note,
    set: (failing: Failing | null) => {
      house.note = failing;
    },
  };
  const guard = new GuardedEmbedder(embedder, note, { now: () => house.at, chance: () => 0 });
  return { house, guard };
}

const GOOD = (texts: readonly string[]) => texts.map(() => [0.6, 0.8]);
const failing = (failure: EmbedderFailure) => () => {
  throw failure;
};

describe("an answer", () => {
  it.each([
    ["nothing", () => undefined],
    ["a vector too few", () => []],
    [
      "a vector too many",
      () => [
        [1, 0],
        [0, 1],
      ],
    ],
    ["another length", () => [[1, 0, 0]]],
    ["no number", () => [[Number.NaN, 1]]],
    ["no end", () => [[Number.POSITIVE_INFINITY, 1]]],
    ["a hole", () => [undefined]],
  ])("[DE15] with %s is none", async (_, answer) => {
    const { guard } = guarded(answer);
    await expect(guard.embed(["a"], "document")).rejects.toMatchObject({ reason: "bad_answer" });
    expect(guard.failing).toMatchObject({ reason: "bad_answer", failures: 1 });
  });

  it("[DE15] that does not come in time is none", async () => {
    const { guard } = guarded(() => new Promise(() => {}));
    await expect(guard.embed(["a"], "query", 5)).rejects.toMatchObject({ reason: "timeout" });
  });

  it("[DE15] of nothing needs nobody", async () => {
    const { guard, house } = guarded(GOOD);
    expect(await guard.embed([], "document")).toEqual([]);
    expect(house.calls).toBe(0);
  });
});

describe("a failure", () => {
  it("[DE5] lets the embedder rest, twice as long each time, up to five minutes", async () => {
    const { guard, house } = guarded(failing(new EmbedderFailure("unavailable", "503")));
    const rests: number[] = [];
    for (let failures = 0; failures < 12; failures++) {
      await expect(guard.embed(["a"], "document")).rejects.toMatchObject({ reason: "unavailable" });
      rests.push((guard.failing?.retryAt ?? 0) - house.at);
      house.at = guard.failing?.retryAt ?? 0;
    }
    expect(rests.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 8_000]);
    expect(rests.at(-1)).toBe(300_000);
    expect(guard.failing).toMatchObject({ since: 0, failures: 12 });
    house.answer = GOOD;
    expect(await guard.embed(["a"], "document")).toHaveLength(1);
    expect(guard.failing).toBeNull();
  });

  it("[DE5] is told to whoever asks meanwhile, without asking the embedder", async () => {
    const { guard, house } = guarded(failing(new EmbedderFailure("rate_limited", "429", 90_000)));
    await expect(guard.embed(["a"], "document")).rejects.toThrow("429");
    house.at = 89_000;
    await expect(guard.embed(["a"], "query")).rejects.toMatchObject({
      reason: "rate_limited",
      retryAfterMs: 1_000,
    });
    expect(house.calls).toBe(1);
  });

  it("[DE5] that asks for a day of rest is tried again within the hour", async () => {
    const { guard } = guarded(failing(new EmbedderFailure("budget", "used up", 86_400_000)));
    await expect(guard.embed(["a"], "document")).rejects.toThrow();
    expect(guard.failing?.retryAt).toBe(3_600_000);
  });

  it("[DE5] of many requests at once counts as one", async () => {
    const { guard } = guarded(failing(new EmbedderFailure("unavailable", "503")));
    await Promise.allSettled(["a", "b", "c"].map((text) => guard.embed([text], "query")));
    expect(guard.failing?.failures).toBe(1);
  });

  it("[DE7] of one text, where others are taken, is about that text and no reason to rest", async () => {
    const { guard } = guarded((texts) => {
      if (texts.includes("poison")) throw new EmbedderFailure("refused", "too long");
      return GOOD(texts);
    });
    await expect(guard.embed(["poison"], "document")).rejects.toMatchObject({ reason: "refused" });
    expect(guard.failing).toBeNull();
  });

  it("[DE7] of every text is about the embedder", async () => {
    const { guard } = guarded(failing(new EmbedderFailure("refused", "401")));
    await expect(guard.embed(["a"], "document")).rejects.toMatchObject({ reason: "unavailable" });
    expect(guard.failing).toMatchObject({ reason: "refused" });
  });

  it("[DE4] of an unknown kind says nothing of what was embedded", async () => {
    const { guard } = guarded(() => {
      throw new TypeError("can't read my secret");
    });
    await expect(guard.embed(["my secret"], "document")).rejects.not.toThrow("secret");
    expect(JSON.stringify(guard.failing)).not.toContain("secret");
  });
});
