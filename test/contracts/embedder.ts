// What every embedder promises, as one suite.

import { beforeAll, describe, expect, it } from "vitest";
import type { Embedder } from "../../durable/embed/embedder.ts";
import { cosine } from "../../durable/graph/vectors.ts";

const SIDES = ["query", "document"] as const;

const TEXTS = [
  "",
  " \n ",
  "a",
  "Deploy the API on Fridays only after the checks are green.",
  "deploy_service(HTTPServer2Go) → OOMKilled",
  "部署到生产环境之前先检查监控面板",
  "昨日しりとり大会で優勝した",
  "오늘 끝말잇기 게임을 했다",
  "انشر الخدمة يوم الجمعة",
  "🚀",
  "🚀🚀 now",
  "!?—…%%",
  "what is it that you have had",
  "\ud800 lone \udfff",
  "\ud83d",
  "\0",
  "before\0after",
  "x".repeat(100_000),
  "word ".repeat(20_000),
  "字".repeat(100_000),
];

/** Runs the suite against an embedder; `open` makes a new one each time. `name` where none can be made before the tests run. */
export function embedderContract(open: () => Embedder, name = open().name): void {
  const embed = (texts: readonly string[], side: (typeof SIDES)[number] = "document") =>
    open().embed(texts, side);
  const numbers = (vector: ArrayLike<number>) => Array.from(vector);

  describe(`the embedder ${name}`, () => {
    let dimension: number;
    beforeAll(() => {
      dimension = open().dimension;
    });

    it.each(SIDES)(
      "[EM1] gives one vector a text, all of its dimension, for any string: %s",
      async (side) => {
        const vectors = await embed(TEXTS, side);
        expect(vectors.map(({ length }) => length)).toEqual(TEXTS.map(() => dimension));
        expect(await embed([], side)).toEqual([]);
      },
    );

    it.each(SIDES)("[EM2] vectors have length 1, or are zero: %s", async (side) => {
      for (const [index, vector] of (await embed(TEXTS, side)).entries()) {
        const squares = numbers(vector).reduce((sum, entry) => sum + entry * entry, 0);
        expect(Math.min(squares, Math.abs(1 - squares)), TEXTS[index].slice(0, 20)).toBeLessThan(1e-5);
      }
    });

    it("[EM2] a text that says nothing has zeros", async () => {
      for (const vector of await embed(["", " \n "])) expect(numbers(vector)).not.toContain(Number.NaN);
      const [empty] = await embed([""]);
      expect(numbers(empty).every((entry) => entry === 0)).toBe(true);
    });

    it("[EM3] the same text has the same vector, alone, in a batch and in any order", async () => {
      const together = await embed(TEXTS);
      const reversed = (await embed(TEXTS.toReversed())).toReversed();
      for (const [index, text] of TEXTS.entries()) {
        const [alone] = await embed([text]);
        expect(numbers(together[index])).toEqual(numbers(alone));
        expect(numbers(reversed[index])).toEqual(numbers(alone));
      }
    });

    it("[EM3] many texts at once have the vectors that each has alone", async () => {
      const many = Array.from({ length: 130 }, (_, index) => `note ${index} about ${index % 7} servers`);
      const together = await embed(many);
      const embedder = open();
      for (const index of [0, 1, 31, 32, 63, 64, 99, 100, 129]) {
        const [alone] = await embedder.embed([many[index]], "document");
        expect(numbers(together[index])).toEqual(numbers(alone));
      }
    });

    it("[EM4] a text is closer to its like than to another, as question and as document", async () => {
      const [deploy] = await embed(["how do we deploy the service"], "query");
      const [like, deployed, cat] = await embed([
        "how do we deploy the service",
        "the service is deployed with make deploy",
        "cats sleep all afternoon",
      ]);
      expect(cosine(deploy, deployed)).toBeGreaterThan(cosine(deploy, cat));
      expect(cosine(like, deployed)).toBeGreaterThan(cosine(like, cat));
    });

    it("[EM7] says what it is before and after it embeds, each time it is made", async () => {
      const embedder = open();
      const before = [embedder.name, embedder.dimension, embedder.slow];
      await embedder.embed(TEXTS.slice(0, 5), "document");
      expect([embedder.name, embedder.dimension, embedder.slow]).toEqual(before);
      const again = open();
      expect([again.name, again.dimension, again.slow]).toEqual(before);
      expect(again.name).toBe(name);
    });

    it("[EM8] calls under way together get what each gets alone", async () => {
      const embedder = open();
      const calls = TEXTS.slice(2, 12).map((text, index) => ({ text, side: SIDES[index % 2] }));
      const together = await Promise.all(calls.map(({ text, side }) => embedder.embed([text, "x"], side)));
      for (const [index, { text, side }] of calls.entries()) {
        const [alone] = await open().embed([text], side);
        expect(numbers(together[index][0])).toEqual(numbers(alone));
      }
    });
  });
}
