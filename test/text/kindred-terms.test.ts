// Which words are kin: those that carry the same relation, and only that one.

import { describe, expect, it } from "vitest";
import { kindredOf } from "../../durable/text/kindred-terms.ts";
import { termsOf } from "../../durable/text/terms.ts";

const kinOf = (word: string) => kindredOf([...termsOf(word).keys()][0]);
const termOf = (word: string) => [...termsOf(word).keys()][0];

describe("words that tell the same relation", () => {
  it.each([
    ["live", "moved"],
    ["lives", "relocated"],
    ["boss", "manager"],
    ["married", "husband"],
    ["job", "joined"],
    ["wohnt", "zog"],
    ["живёт", "переехала"],
  ])("[HR61] %s and %s are kin, either way", (one, other) => {
    expect(kinOf(one)).toContain(termOf(other));
    expect(kinOf(other)).toContain(termOf(one));
  });

  it("[HR61] in Chinese by the pair that tells it", () => {
    expect(kindredOf("住在")).toContain("搬到");
    expect(kindredOf("在")).toEqual([]);
  });

  it.each(["work", "travaille", "mit", "nach", "como", "à", "baker", "constructor"])(
    "[HR61] %s tells none of them, or several, and has no kin",
    (word) => expect(kindredOf(word)).toEqual([]),
  );

  it("[HR61] no word is its own kin", () => {
    for (const word of ["live", "boss", "wife", "ceo"]) expect(kinOf(word)).not.toContain(termOf(word));
  });
});
