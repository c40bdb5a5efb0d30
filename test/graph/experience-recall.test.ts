// Which experiences a prompt is shown, beside a plain twin of the rule.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chosen, relevances } from "../../durable/graph/experience-recall.ts";

const SETTINGS = { meaningWeight: 0.5, floor: 0.25, relativeFloor: 0.6 };
const share = fc.integer({ min: 0, max: 20 }).map((number) => number / 20);
const scores = fc.dictionary(fc.constantFrom("a", "b", "c", "d", "e"), share, { noNullPrototype: true });

describe("experiences for a prompt", () => {
  it("[PW15] are those from the floors on, by relevance and standing, as a plain twin says", () => {
    fc.assert(
      fc.property(
        scores,
        scores,
        scores,
        fc.integer({ min: 1, max: 4 }),
        (words, meaning, standing, most) => {
          const relevance = relevances(
            new Map(Object.entries(words)),
            new Map(Object.entries(meaning)),
            SETTINGS,
          );
          const found = chosen(relevance, (id) => standing[id] ?? 1, SETTINGS, most);

          const all = ["a", "b", "c", "d", "e"].filter((id) => id in words || id in meaning);
          const relevanceOf = (id: string) => (words[id] ?? 0) + (meaning[id] ?? 0) / 2;
          const best = Math.max(0, ...all.map(relevanceOf));
          const left = all.filter((id) => relevanceOf(id) >= 0.25 && relevanceOf(id) >= best * 0.6);
          const scoreOf = (id: string) => relevanceOf(id) * (standing[id] ?? 1);
          const twin: string[] = [];
          while (twin.length < most && left.length > 0) {
            const top = left.reduce((one, other) => (scoreOf(other) > scoreOf(one) ? other : one));
            twin.push(top);
            left.splice(left.indexOf(top), 1);
          }
          expect(found.map(([id]) => scoreOf(id))).toEqual(twin.map(scoreOf));
          expect(new Set(found.map(([id]) => id)).size).toBe(found.length);
          for (const [id, score] of found) expect(score).toBe(scoreOf(id));
        },
      ),
      { seed: 1, numRuns: 500 },
    );
  });

  it("[PW15] opposite meaning takes nothing away, and without a match there is none", () => {
    const relevance = relevances(new Map([["a", 0.4]]), new Map([["a", -0.9]]), SETTINGS);
    expect(relevance.get("a")).toBe(0.4);
    expect(chosen(new Map(), () => 1, SETTINGS, 3)).toEqual([]);
  });
});
