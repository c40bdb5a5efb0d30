// The embed bench: its worker embeds inside workerd, with the weights and the kernel that a deployed one has.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EMBED_WORKER, embed } from "../../bench/embed.ts";
import type { Asked, Took } from "../../bench/embed-worker.ts";
import { Bundle, type LocalWorker } from "../../bench/local-worker.ts";
import type { Row } from "../../bench/rows.ts";
import { englishTexts } from "../../bench/texts.ts";
import { ON_BOARD } from "../../durable/embed/index.ts";

let bundle: Bundle;
let worker: LocalWorker;

beforeAll(async () => {
  bundle = await Bundle.make(EMBED_WORKER);
  worker = await bundle.start();
});
afterAll(async () => {
  await worker?.end();
  await bundle?.remove();
});

async function ask(more: Partial<Asked>): Promise<Took> {
  const asked = { side: "query", atOnce: 1, groups: [["one"], ["two", "three"]], mostMs: 60_000, ...more };
  const response = await fetch(worker.url, { method: "POST", body: JSON.stringify(asked) });
  return (await response.json()) as Took;
}

describe("the worker of the embed bench", () => {
  it("[BQ13] embeds with every embedder on board, and times each group", async () => {
    for (const name of ON_BOARD) {
      const { ms, failure } = await ask({ name });
      expect(failure, name).toBeUndefined();
      expect(ms.length, name).toBe(2);
    }
  });

  it("[BQ13] ends after the group with which its time is over", async () => {
    expect((await ask({ name: ON_BOARD[0], mostMs: -1 })).ms.length).toBe(1);
  });

  it("[BQ13] says what it can't embed with", async () => {
    expect((await ask({ name: "oracle-v9" })).failure).toMatch(/oracle-v9/);
  });
});

describe("the embed bench", () => {
  it("[BQ13] shows the embedders beside each other, the default marked", () => {
    const row = (embedder: string, metric: string, value: number): Row => ({
      ...{ bench: "embed", unit: "", metric, value },
      params: { embedder },
    });
    const rows = ["static-v1", "hash-v1"].flatMap((name) => [
      row(name, "query", 0.25),
      row(name, "chunk_rate", 4321),
    ]);
    expect(embed.show(rows)).toMatch(/static-v1 \(default\) +0\.250 +4,321\nhash-v1 +0\.250 +4,321/);
  });

  it("[BN6] its texts have the wanted length, and are the same for a seed", () => {
    const take = (seed: number) => {
      const texts = englishTexts(seed, 500, 1_500);
      return Array.from({ length: 20 }, () => texts.next().value);
    };
    expect(take(1)).toEqual(take(1));
    expect(take(1)).not.toEqual(take(2));
    for (const text of take(3)) expect(text.length).toBeGreaterThanOrEqual(500);
    for (const text of take(3)) expect(text.length).toBeLessThanOrEqual(1_500);
  });
});
