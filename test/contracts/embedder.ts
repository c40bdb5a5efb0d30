// What every embedder promises, as one suite.

import { describe, expect, it } from "vitest";
import type { Embedder } from "../../durable/embed/embedder.ts";
import { cosine } from "../../durable/graph/vectors.ts";

const TEXTS = [
  "",
  " \n ",
  "a",
  "Deploy the API on Fridays only after the checks are green.",
  "deploy_service(HTTPServer2Go) → OOMKilled",
  "部署到生产环境之前先检查监控面板",
  "🚀🚀 now",
  "\ud800 lone \udfff",
  "\ud83d",
  "x".repeat(100_000),
  "word ".repeat(20_000),
];

/** Runs the suite against an embedder; `open` makes a new one each time. */
export function embedderContract(open: () => Embedder): void {
  const { name, dimension } = open();
  const embed = (texts: readonly string[]) => open().embed(texts, "document");

  describe(`the embedder ${name}`, () => {
    it("[EM1] gives one vector a text, all of its dimension, for any string", async () => {
      const vectors = await embed(TEXTS);
      expect(vectors.map(({ length }) => length)).toEqual(TEXTS.map(() => dimension));
      expect(await embed([])).toEqual([]);
    });

    it("[EM2] vectors have length 1, or are zero", async () => {
      for (const vector of await embed(TEXTS)) {
        const squares = Array.from(vector, (entry) => entry * entry).reduce((a, b) => a + b, 0);
        expect(Math.min(squares, Math.abs(1 - squares))).toBeLessThan(1e-5);
      }
    });

    it("[EM3] the same text has the same vector, alone, in a batch and in any order", async () => {
      const together = await embed(TEXTS);
      const reversed = (await embed(TEXTS.toReversed())).toReversed();
      for (const [index, text] of TEXTS.entries()) {
        const [alone] = await embed([text]);
        expect(Array.from(together[index])).toEqual(Array.from(alone));
        expect(Array.from(reversed[index])).toEqual(Array.from(alone));
      }
    });

    it("[EM4] a text is closer to its like than to another", async () => {
      const [deploy, deployed, cat] = await embed([
        "how do we deploy the service",
        "the service is deployed with make deploy",
        "cats sleep all afternoon",
      ]);
      expect(cosine(deploy, deployed)).toBeGreaterThan(cosine(deploy, cat));
    });
  });
}
