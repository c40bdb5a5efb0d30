// The floor: BM25 in memory beside its formula worked out word by word, and beside known figures where the data is there.

import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate } from "../../bench/quality/evaluate.ts";
import { SHARED } from "../../bench/quality/find-sets.ts";
import { LexicalIndex } from "../../bench/quality/lexical-index.ts";
import { LEXICAL } from "../../bench/quality/plain-systems.ts";
import { readFolder } from "../../bench/quality/read-folder.ts";
import { mean } from "../../bench/quality/scores.ts";
import { termsOf } from "../../durable/text/terms.ts";

const words = fc.array(fc.constantFrom("disk", "full", "server", "backup", "token", "重启", "E4471"), {
  minLength: 1,
  maxLength: 9,
});
const corpora = fc.array(words, { minLength: 1, maxLength: 12 });

/** Share of the best that any document could score, straight from the formula. */
function naiveScore(question: string, text: string, texts: readonly string[]): number {
  let [score, most] = [0, 0];
  const lengthOf = (one: string) => [...termsOf(one).values()].reduce((sum, count) => sum + count, 0);
  const average = mean(texts.map(lengthOf));
  for (const term of termsOf(question).keys()) {
    const n = texts.filter((one) => termsOf(one).has(term)).length;
    const idf = Math.log(1 + (texts.length - n + 0.5) / (n + 0.5));
    const tf = termsOf(text).get(term) ?? 0;
    score += (idf * tf * 2.2) / (tf + 1.2 * (0.25 + (0.75 * lengthOf(text)) / average));
    most += idf * 2.2;
  }
  return score / most;
}

describe("the lexical floor", () => {
  it("[BQ5] scores documents by BM25, best first, and leaves out those that share nothing", () => {
    fc.assert(
      fc.property(corpora, words, (corpus, asked) => {
        const texts = corpus.map((text) => text.join(" "));
        const index = new LexicalIndex();
        for (const [number, text] of texts.entries()) index.add(String(number), text);
        const found = index.search(asked.join(" "), texts.length);
        const expected = texts
          .map((text) => naiveScore(asked.join(" "), text, texts))
          .map((score, number) => ({ score, number }))
          .filter(({ score }) => score > 0);
        expect(found.length).toBe(expected.length);
        for (const [id, score] of found) {
          expect(score).toBeCloseTo(naiveScore(asked.join(" "), texts[Number(id)], texts), 12);
        }
        const scores = found.map(([, score]) => score);
        expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      }),
    );
  });

  it("[BQ5] counts words as the product does: those of a family as one", async () => {
    const index = new LexicalIndex();
    index.add("a", "Deployments were restarted.");
    expect(index.search("restarting a deployment", 5)).toEqual([["a", expect.closeTo(1 / 2.2, 12)]]);
  });

  it("[BQ5] finds title, speaker and caption with the text", async () => {
    const open = LEXICAL.open();
    const ids = ["title", "speaker", "caption"];
    await open.ingest(ids.map((field) => ({ id: field, text: "a photo", [field]: `the ${field} word` })));
    for (const id of ids) expect((await open.ask(`${id}?`, 5)).ids).toEqual([id]);
  });

  it("[BQ5] says nothing, and that it knows nothing, where no word is shared", async () => {
    const open = LEXICAL.open();
    await open.ingest([{ id: "a", text: "Backups run at night." }]);
    for (const question of ["hamster", "", "the of and", "\ud800"]) {
      expect(await open.ask(question, 5)).toEqual({ ids: [], refused: true, confidence: 0 });
    }
  });

  const floors = { hotpotqa: 0.77, musique: 0.56, locomo: 0.542 };
  for (const [name, floor] of Object.entries(floors)) {
    const folder = path.join(SHARED, name);
    it.skipIf(!fs.existsSync(folder))(`[BQ5] reaches the known rec@5 on ${name}`, async () => {
      const { own } = await evaluate(LEXICAL, readFolder(folder));
      const reached = mean(own.map(({ scores }) => scores["rec@5"]));
      expect(Math.abs(reached - floor)).toBeLessThanOrEqual(0.0151);
    });
  }
});
