// What chains lend: beside a twin that goes by the texts themselves, and what must never happen.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ChainSettings, chained, type Texts } from "../../durable/graph/chaining.ts";
import { gainsOf, idfOf, type Lengths, lexicalShares, type Posting } from "../../durable/graph/hybrid.ts";

const NAMES = ["Skarvo", "Elmsund", "Tavra", "Brin"];
const WORDS = ["office", "river", "fish", "keeper"];
const Text = fc.array(fc.constantFrom(...NAMES, ...WORDS), { minLength: 1, maxLength: 6 });
const Memory = fc.array(Text, { minLength: 5, maxLength: 9 });
const Question = fc.uniqueArray(fc.constantFrom(...NAMES, ...WORDS, "unknown"), {
  minLength: 1,
  maxLength: 5,
});
const Settings = fc.record({
  starts: fc.constantFrom(1, 2),
  open: fc.constantFrom(0.4, 1),
  steps: fc.constantFrom(1, 2, 3),
  lent: fc.constantFrom(1, 3),
  goingOn: fc.constantFrom(1, 2),
  rare: fc.constantFrom(3, 8),
  rareShare: fc.constantFrom(0.5, 1),
  names: fc.constant(24),
  fullTie: fc.constantFrom(1, 2),
  leastTie: fc.constantFrom(0.1, 0.3),
  least: fc.constantFrom(0.01, 0.2),
  keep: fc.constantFrom(0.5, 0.9),
  ceiling: fc.constant(0.999),
});

type Memory = readonly string[][];

function postingOf(term: string, memory: Memory): Posting {
  const counts = memory.map((text) => text.filter((one) => one === term).length);
  const documents = counts.flatMap((count, document) => (count > 0 ? [document] : []));
  return { documents, counts: documents.map((document) => counts[document]) };
}

function lengthsOf(memory: Memory): Lengths {
  const mean = memory.reduce((sum, { length }) => sum + length, 0) / memory.length;
  return { count: memory.length, mean, of: (document) => memory[document].length };
}

const namesIn = (text: readonly string[]) => [...new Set(text.filter((word) => NAMES.includes(word)))];

function textsOf(memory: Memory, question: readonly string[], hidden = new Set<number>()): Texts {
  return {
    count: memory.length,
    gains: gainsOf(
      question.map((term) => postingOf(term, memory)),
      lengthsOf(memory),
    ),
    names: (texts) => texts.map((text) => namesIn(memory[text]).map((name) => postingOf(name, memory))),
    shown: (texts) => texts.filter((text) => !hidden.has(text)),
  };
}

/** By the definition, over every pair of texts and every term. */
function naive(
  memory: Memory,
  question: readonly string[],
  starts: readonly number[],
  hidden: ReadonlySet<number>,
  settings: ChainSettings,
) {
  const texts = memory.map((_, text) => text);
  const holding = (word: string) => memory.filter((text) => text.includes(word)).length;
  const total = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
  const { gains } = textsOf(memory, question);
  const own = texts.map((text) => [...gains(text)]);
  const tie = (a: number, b: number) => {
    const both = namesIn(memory[a]).filter((name) => memory[b].includes(name));
    const rare = both.filter(
      (name) => holding(name) <= settings.rare && holding(name) <= settings.rareShare * memory.length,
    );
    const full = settings.fullTie * idfOf(1, memory.length);
    const parts = rare.map((name) => idfOf(holding(name), memory.length) / full);
    return parts.reduce((sum, part) => Math.min(1, sum + part), 0);
  };
  const loans = new Map<number, number>();
  let chains = starts
    .slice(0, settings.starts)
    .filter((start) => total(own[start]) <= settings.open)
    .map((start) => ({ path: [start], held: own[start], worth: 0, amount: 0 }));
  for (let step = 0; step < settings.steps; step++) {
    const longer = chains.flatMap(({ path, held }) =>
      texts
        .filter((text) => !path.includes(text) && tie(path.at(-1) as number, text) >= settings.leastTie)
        .filter((text) => total(own[text].map((gain, at) => Math.max(0, gain - held[at]))) >= settings.least)
        .map((text) => {
          const kept = settings.keep * tie(path.at(-1) as number, text);
          const amount = kept * total(own[text].map((gain, at) => Math.max(0, held[at] - gain)));
          return {
            path: [...path, text],
            held: own[text].map((gain, at) => Math.max(gain, kept * held[at])),
            worth: total(own[text]) + amount,
            amount,
          };
        }),
    );
    const ends = texts
      .filter((text) => !hidden.has(text))
      .flatMap(
        (text) =>
          longer.filter(({ path }) => path.at(-1) === text).sort((a, b) => b.worth - a.worth)[0] ?? [],
      )
      .sort((a, b) => b.worth - a.worth)
      .slice(0, settings.lent);
    for (const { path, amount } of ends) {
      const text = path.at(-1) as number;
      if (amount > (loans.get(text) ?? 0)) loans.set(text, amount);
    }
    chains = ends.slice(0, settings.goingOn);
  }
  return loans;
}

const Starts = fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 3 });
const Hidden = fc.uniqueArray(fc.nat(8), { maxLength: 2 });

describe("chains of texts that share rare names", () => {
  it("[HR63] lend what their definition says, to what may be shown", () => {
    let lending = 0;
    fc.assert(
      fc.property(Memory, Question, Starts, Hidden, Settings, (memory, question, first, out, settings) => {
        const hidden = new Set(out);
        const starts = first.filter((text) => text < memory.length && !hidden.has(text));
        const loans = chained(starts, textsOf(memory, question, hidden), settings);
        const expected = naive(memory, question, starts, hidden, settings);
        expect(total(loans)).toBeCloseTo(total(expected), 9);
        for (const text of loans.keys()) expect(hidden.has(text)).toBe(false);
        lending += loans.size > 0 ? 1 : 0;
      }),
      { numRuns: 300 },
    );
    expect(lending).toBeGreaterThan(20);
  });

  it("[HR63] go by the parts of the share that each term of the question gives a text", () => {
    fc.assert(
      fc.property(Memory, Question, (memory, question) => {
        const postings = question.map((term) => postingOf(term, memory));
        const [gains, shares] = [
          gainsOf(postings, lengthsOf(memory)),
          lexicalShares(postings, lengthsOf(memory)),
        ];
        for (const text of memory.keys())
          expect(gains(text).reduce((a, b) => a + b, 0)).toBeCloseTo(shares.of(text), 12);
      }),
    );
  });

  it("[HR63] go on from what they came to, with less at every step", () => {
    const memory = [
      ["Skarvo", "keeper", "Elmsund"],
      ["Elmsund", "office", "Tavra"],
      ["Tavra", "fish"],
      ["river"],
    ];
    const settings = { ...STRICT, steps: 2 };
    const loans = chained([0], textsOf(memory, ["Skarvo", "keeper", "office", "fish"]), settings);
    expect([...loans].map(([text, { from }]) => [text, from])).toEqual([
      [1, 0],
      [2, 1],
    ]);
    expect(chained([0], textsOf(memory, ["Skarvo", "keeper"]), settings).size).toBe(0);
  });

  it("[HR63] none starts where one text holds the question", () => {
    const memory = [["Skarvo", "keeper", "Elmsund"], ["Elmsund", "office"], ["river"], ["river"]];
    const texts = textsOf(memory, ["Skarvo", "keeper", "office"]);
    expect(chained([0], texts, STRICT).size).toBe(1);
    expect(chained([0], texts, { ...STRICT, open: 0.1 }).size).toBe(0);
  });

  it("[HR63] a name of many texts ties none", () => {
    const memory = [
      ["Skarvo", "Brin"],
      ["Brin", "fish"],
      ["Brin", "river"],
      ["office"],
      ["office"],
      ["office"],
    ];
    const texts = textsOf(memory, ["Skarvo", "fish"]);
    expect(chained([0], texts, STRICT).get(1)?.from).toBe(0);
    expect(chained([0], texts, { ...STRICT, rare: 2 }).size).toBe(0);
  });
});

const STRICT: ChainSettings = {
  ...{ starts: 2, open: 0.9, steps: 1, lent: 3, goingOn: 2, rare: 8, rareShare: 0.6, names: 24 },
  ...{ fullTie: 1, leastTie: 0.2, least: 0.05, keep: 0.9, ceiling: 0.999 },
};

function total(loans: ReadonlyMap<number, number | { readonly amount: number }>): number {
  return [...loans.values()].reduce(
    (sum: number, loan) => sum + (typeof loan === "number" ? loan : loan.amount),
    0,
  );
}
