// What the learning bench draws and reads: halves of questions, intervals over seeds, the correction set, other notes.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readCorrectionFacts } from "../../bench/learning/correction-facts.ts";
import { distractors } from "../../bench/learning/distractors.ts";
import { rankedBy } from "../../bench/learning/floors.ts";
import { countOf, halvesOf, isAnswerable } from "../../bench/learning/halves.ts";
import { intervalOf } from "../../bench/learning/seed-interval.ts";
import type { Question } from "../../bench/quality/evaluation-set.ts";

const question = (id: string, ...gold: string[]): Question => ({
  ...{ id, group: "g", text: `question ${id}?` },
  gold: new Set(gold),
});
const QUESTIONS = Array.from({ length: 21 }, (_, index) => question(`q${index}`, `d${index % 7}`));

describe("halves", () => {
  it("[BL1] every question is fed or asked, and an odd one is asked", () => {
    const { fed, related, unrelated } = halvesOf(QUESTIONS, 1);
    expect(fed.length).toBe(10);
    expect(new Set([...fed, ...related, ...unrelated])).toEqual(new Set(QUESTIONS));
    expect(related.length + unrelated.length).toBe(11);
  });

  it("[BL1] a question is related when it shares evidence with a fed one", () => {
    const { fed, related, unrelated } = halvesOf([...QUESTIONS, question("alone", "d99")], 2);
    const known = new Set(fed.flatMap(({ gold }) => [...gold]));
    expect(related.length).toBeGreaterThan(0);
    expect(related.every(({ gold }) => [...gold].some((id) => known.has(id)))).toBe(true);
    expect(unrelated.some(({ gold }) => [...gold].some((id) => known.has(id)))).toBe(false);
  });

  it("[BL1] a seed draws the same always, and another seed draws something else", () => {
    const drawn = (seed: number) => halvesOf(QUESTIONS, seed).fed.map(({ id }) => id);
    expect(drawn(3)).toEqual(drawn(3));
    expect(drawn(3)).not.toEqual(drawn(4));
  });

  it("[BL1] less feedback is the beginning of more, and questions with a false premise are left out", () => {
    expect([0, 0.1, 0.5, 1].map((share) => countOf(share, halvesOf(QUESTIONS, 1)))).toEqual([0, 1, 5, 10]);
    expect(isAnswerable({ ...QUESTIONS[0], category: "adversarial" })).toBe(false);
    expect(isAnswerable({ ...QUESTIONS[0], category: "temporal" })).toBe(true);
  });
});

describe("the interval over seeds", () => {
  it("[BL4] follows Student's distribution", () => {
    const { mean, low, high } = intervalOf([1, 2, 3, 4, 5]);
    expect(mean).toBe(3);
    expect(high).toBeCloseTo(3 + 2.776 * Math.sqrt(2.5 / 5), 3);
    expect(low).toBeCloseTo(3 - 2.776 * Math.sqrt(2.5 / 5), 3);
  });

  it("[BL4] one seed has none, and many seeds are near the normal distribution", () => {
    expect(intervalOf([0.5])).toEqual({ mean: 0.5, low: null, high: null });
    const { high } = intervalOf(Array.from({ length: 31 }, (_, index) => index % 2));
    const deviation = Math.sqrt((15 * (16 / 31) ** 2 + 16 * (15 / 31) ** 2) / 30);
    expect(high).toBeCloseTo(15 / 31 + (2.042 * deviation) / Math.sqrt(31), 3);
  });
});

describe("simple means", () => {
  const untaught = [["a", 1] as const, ["b", 0.95] as const, ["c", 0.1] as const];
  const fed = [
    { question: question("one", "b"), vector: [1, 0] },
    { question: question("two", "z"), vector: [1, 0] },
  ];
  const idsBy = (floor: "boost" | "lent", asked: number[]) =>
    rankedBy(floor, untaught, asked, fed).map(([id]) => id);

  it("[BL3] a boost raises what was evidence and is found, whatever is asked", () => {
    expect(idsBy("boost", [0, 1])).toEqual(["b", "a", "c"]);
  });

  it("[BL3] a loan is in proportion to the resemblance, and finds what was not found", () => {
    expect(idsBy("lent", [0, 1])).toEqual(["a", "b", "c"]);
    expect(idsBy("lent", [1, 0])).toEqual(["b", "a", "z", "c"]);
  });

  it("[BL3] a refused question stays refused", () => {
    expect(rankedBy("lent", [], [1, 0], fed)).toEqual([]);
  });
});

describe("the correction set", () => {
  const facts = readCorrectionFacts();

  it("[BL6] has 60 facts, each with three wordings that are not the corrected one, and a look-alike", () => {
    expect(facts.length).toBe(60);
    expect(new Set(facts.map(({ id }) => id)).size).toBe(60);
    expect(facts.every(({ unseen }) => unseen.length === 3)).toBe(true);
    const questions = facts.flatMap(({ asked, unseen, lookalike }) => [asked, ...unseen, lookalike.question]);
    expect(new Set(questions).size).toBe(60 * 5);
  });

  it("[BL6] no text holds another, so that what is shown can be told by its text", () => {
    const texts = [
      ...facts.flatMap(({ wrong, right, lookalike }) => [wrong, right, lookalike.text]),
      ...distractors(500),
    ];
    const held = texts.filter((text, at) =>
      texts.some((other, index) => index !== at && other.includes(text)),
    );
    expect(held).toEqual([]);
  });

  it("[BL6] 500 other notes fill a memory, each once", () => {
    expect(new Set(distractors(500)).size).toBe(500);
    expect(distractors(500)).toEqual(distractors(500));
  });
});

describe("a correction file", () => {
  let folder: string;
  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "edgebrain-facts-"));
  });
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  it("[BL6] that lacks something, or repeats what is wrong, is named with the place", () => {
    const whole = {
      ...{
        id: "f1",
        wrong: "It is red.",
        right: "It is blue.",
        asked: "Which colour?",
        unseen: ["What hue?"],
      },
      ...{ lookalike: "That is red.", lookalike_question: "Which colour has that?" },
    };
    const read = (fact: object) => {
      fs.writeFileSync(path.join(folder, "facts.json"), JSON.stringify({ facts: [fact] }));
      return readCorrectionFacts(folder);
    };
    expect(read(whole)[0].lookalike).toEqual({ text: "That is red.", question: "Which colour has that?" });
    expect(() => read({ ...whole, unseen: null })).toThrow(/facts\.json: facts\[0\] has no unseen/);
    expect(() => read({ ...whole, right: "Not: It is red." })).toThrow(/the wrong text within the right one/);
  });
});
