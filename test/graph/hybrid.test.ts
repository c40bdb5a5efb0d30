// Words and meaning as one number: shares of a question beside BM25 worked out text by text, and how both parts add up.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestOf, fuse, type Lengths, lexicalShares, type Posting } from "../../durable/graph/hybrid.ts";
import { byScoreThenId } from "../../durable/graph/vectors.ts";

const Word: fc.Arbitrary<string> = fc.constantFrom(
  "disk",
  "full",
  "server",
  "backup",
  "token",
  "重",
  "größe",
);
const Texts = fc.array(fc.array(Word, { maxLength: 12 }), { minLength: 1, maxLength: 10 });
const Question = fc.uniqueArray(fc.oneof(Word, fc.constant("unknown")), { maxLength: 6 });

/** Share of the most that any text could reach, straight from the formula. */
function shareOf(question: readonly string[], text: readonly string[], texts: readonly string[][]): number {
  const mean = texts.reduce((sum, { length }) => sum + length, 0) / texts.length || 1;
  let [score, most] = [0, 0];
  for (const term of question) {
    const n = texts.filter((one) => one.includes(term)).length;
    const idf = Math.log(1 + (texts.length - n + 0.5) / (n + 0.5));
    const count = text.filter((one) => one === term).length;
    score += (idf * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * text.length) / mean));
    most += idf * 2.2;
  }
  return question.length === 0 ? 0 : score / most;
}

function postingOf(term: string, texts: readonly string[][]): Posting {
  const counts = texts.map((text) => text.filter((one) => one === term).length);
  const documents = counts.flatMap((count, document) => (count > 0 ? [document] : []));
  return { documents, counts: documents.map((document) => counts[document]) };
}

function lengthsOf(texts: readonly string[][]): Lengths {
  const mean = texts.reduce((sum, { length }) => sum + length, 0) / texts.length || 1;
  return { count: texts.length, mean, of: (document) => texts[document].length };
}

describe("what share of a question's words a text holds", () => {
  it("[HR1] is BM25 by its formula, over the most that any text could have", () => {
    fc.assert(
      fc.property(Texts, Question, (texts, question) => {
        const postings = question.map((term) => postingOf(term, texts));
        const shares = lexicalShares(postings, lengthsOf(texts));
        for (const [document, text] of texts.entries()) {
          const share = shareOf(question, text, texts);
          expect(shares.of(document)).toBeCloseTo(share, 12);
          expect(shares.documents.includes(document)).toBe(share > 0);
        }
        expect(new Set(shares.documents).size).toBe(shares.documents.length);
      }),
    );
  });

  it("[HR1] never leaves 0 … 1, and is 0 for a text that is not in the index", () => {
    fc.assert(
      fc.property(Texts, Question, (texts, question) => {
        const shares = lexicalShares(
          question.map((term) => postingOf(term, texts)),
          lengthsOf(texts),
        );
        for (const document of shares.documents) {
          expect(shares.of(document)).toBeGreaterThan(0);
          expect(shares.of(document)).toBeLessThanOrEqual(1);
        }
        expect(shares.of(texts.length + 5)).toBe(0);
      }),
    );
  });

  it("[HR2] is lower where the memory lacks a word of the question", () => {
    const texts = [["disk", "full"], ["server"]];
    const shareWith = (question: string[]) =>
      lexicalShares(
        question.map((term) => postingOf(term, texts)),
        lengthsOf(texts),
      ).of(0);
    expect(shareWith(["disk", "unknown"])).toBeLessThan(shareWith(["disk"]) / 1.9);
  });

  it("[HR62] a word of the same relation counts for a share of what the commoner of both would, where the text lacks the word", () => {
    const Kin = fc.uniqueArray(Word, { maxLength: 3 });
    const Share = fc.constantFrom(0, 0.2, 1);
    fc.assert(
      fc.property(Texts, Question, Kin, Share, (texts, question, kin, share) => {
        const others = kin.filter((word) => !question.includes(word));
        const postings = question.map((term) => postingOf(term, texts));
        const ofKin = others.map((term) => postingOf(term, texts));
        const shares = lexicalShares(postings, lengthsOf(texts), { postings: new Map([[0, ofKin]]), share });
        for (const [document, text] of texts.entries()) {
          // As if the word stood for its kin in a question whose first word is the commoner one.
          const weak = others.map((other) => {
            const holding = (word: string) => texts.filter((one) => one.includes(word)).length;
            const idfOf = (n: number) => Math.log(1 + (texts.length - n + 0.5) / (n + 0.5));
            const idf = Math.min(idfOf(holding(question[0])), idfOf(holding(other)));
            const most = question.reduce((sum, word) => sum + idfOf(holding(word)), 0);
            return (share * idf * shareOf([other], text, texts)) / most;
          });
          const isLacking = question.length > 0 && !text.includes(question[0]);
          const expected = shareOf(question, text, texts) + (isLacking ? Math.max(0, ...weak) : 0);
          expect(shares.of(document)).toBeCloseTo(expected, 12);
          expect(shares.of(document)).toBeLessThanOrEqual(1 + 1e-12);
        }
        expect(new Set(shares.documents).size).toBe(shares.documents.length);
      }),
    );
  });

  it("[HR3] the best texts come first, equal ones in order of their numbers, as many as are wanted", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 30 }), fc.nat(12), (marks, count) => {
        const shares = { documents: [...marks.keys()].reverse(), of: (document: number) => marks[document] };
        const expected = [...marks.keys()].sort((a, b) => marks[b] - marks[a] || a - b).slice(0, count);
        expect(bestOf(shares, count)).toEqual(expected);
      }),
    );
  });
});

const Id = fc.constantFrom("a", "b", "c", "d", "é");
const Share = fc.dictionary(
  Id,
  fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10),
);
const Cosine = fc.dictionary(
  Id,
  fc.integer({ min: -10, max: 10 }).map((tenths) => tenths / 10),
);
const Parts = { weight: fc.constantFrom(0, 0.4, 1), yielding: fc.constantFrom(0, 1, 3) };

describe("words and meaning together", () => {
  it("[HR4] add up over both lists; opposite meaning takes nothing away", () => {
    fc.assert(
      fc.property(Share, Cosine, fc.record(Parts), (words, meaning, settings) => {
        const most = Math.max(0, ...Object.values(words));
        const weight = settings.weight * (1 - most) ** settings.yielding;
        const ids = [...new Set([...Object.keys(words), ...Object.keys(meaning)])];
        const expected = ids
          .map((id) => [id, (words[id] ?? 0) + weight * Math.max(0, meaning[id] ?? 0)] as const)
          .sort(byScoreThenId);
        const fused = fuse(new Map(Object.entries(words)), new Map(Object.entries(meaning)), settings);
        expect(fused.map(([id]) => id)).toEqual(expected.map(([id]) => id));
        for (const [index, [, score]] of fused.entries()) expect(score).toBeCloseTo(expected[index][1], 12);
      }),
    );
  });

  it("[HR5] meaning says less the more of the question is found word for word", () => {
    const settings = { weight: 0.4, yielding: 3 };
    const meant = new Map([["meant", 1]]);
    const scoreBeside = (share: number) =>
      fuse(new Map([["worded", share]]), meant, settings).find(([id]) => id === "meant")?.[1];
    expect(scoreBeside(0)).toBeCloseTo(0.4, 12);
    expect(scoreBeside(0.5)).toBeCloseTo(0.05, 12);
    expect(scoreBeside(1)).toBe(0);
  });
});
