// [RM] How much a text says, whatever its length, and how much of two texts is the same.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resemblance, termSetOf } from "../../durable/text/resemblance.ts";
import { salienceOf } from "../../durable/text/salience.ts";
import { termsOf } from "../../durable/text/terms.ts";

const CHATTER =
  "I had lunch and it was nice and then we talked about some things that happened somewhere and it went on for a long while.";
const FACTS = [
  "The port is 8080.",
  "We decided to deploy on Tuesdays.",
  "Das Passwort wird alle 90 Tage geändert.",
  "La reunión es el 5 de mayo.",
  "Kim is allergic to nuts.",
];

describe("salience", () => {
  it.each(FACTS)(
    "[RM33] of a crisp fact is more than of long chatter, of thanks, or of a question: %s",
    (fact) => {
      const others = [CHATTER, "ok", "thanks!", "What is it?", "¿Qué es?", "それは何ですか？"];
      for (const other of others)
        expect([other, salienceOf(fact) > salienceOf(other)]).toEqual([other, true]);
    },
  );

  it.each(FACTS)("[RM33] does not grow by saying it again, nor by padding: %s", (fact) => {
    expect(salienceOf(`${fact} ${fact} ${fact}`)).toBe(salienceOf(fact));
    expect(salienceOf(`${fact} ${CHATTER}`)).toBeLessThan(salienceOf(fact) + 0.1);
    expect(salienceOf(`${fact} ${CHATTER}`)).toBeGreaterThanOrEqual(salienceOf(fact));
  });

  it("[RM33] grows with names, numbers, dates, and names that are told", () => {
    const growing = [
      "The crane is old.",
      "The crane of Rotterdam is old.",
      "The crane of Rotterdam is from 1931.",
    ];
    const scores = growing.map((text) => salienceOf(text));
    expect(scores).toEqual([...scores].sort((a, b) => a - b));
    expect(new Set(scores).size).toBe(3);
    expect(salienceOf("the crane is old", ["crane"])).toBeGreaterThan(salienceOf("the crane is old"));
  });

  it("[RM33] is a number of 0 … 1, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
        const score = salienceOf(text);
        expect(score >= 0 && score <= 1).toBe(true);
      }),
    );
  });
});

describe("resemblance", () => {
  it("[RM30] is the share of terms that both have, as a plain count of them says", () => {
    const text = fc.array(fc.constantFrom("crane", "harbour", "tuesday", "会議", "e4471", "the"), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [a, b] = [one.join(" "), other.join(" ")];
        const [ours, theirs] = [[...termsOf(a).keys()], [...termsOf(b).keys()]];
        const all = [...new Set([...ours, ...theirs])];
        const shared = all.filter((term) => ours.includes(term) && theirs.includes(term));
        const naive = all.length === 0 ? 1 : shared.length / all.length;
        expect(resemblance(termSetOf(a), termSetOf(b))).toBe(naive);
        expect(resemblance(termSetOf(b), termSetOf(a))).toBe(naive);
      }),
    );
  });
});
