// Texts that belong to a match by a rare name that both hold, and say what of the question it leaves open: the words of a question
// of several steps are spread over such texts, and each of them alone has few.
//   tie(s, t)    = min(1, Σ idf over rare names of both / (fullTie · idf of a name in one text)), 0 below `leastTie`
//   loan(s, t)   = keep · tie(s, t) · Σ over terms max(0, held(s) − gain(t))      where Σ max(0, gain(t) − held(s)) ≥ `least`
//   held of the next step, by term: the more of gain(t) and keep · tie(s, t) · held(s)
// So a chain has what its texts hold together, less with every step. Only the best go on, and few steps are made.

import { idfOf, type Posting } from "./hybrid.ts";

export interface ChainSettings {
  /** So many of the best matches start a chain, where they hold at most the share `open` of the question. */
  readonly starts: number;
  readonly open: number;
  readonly steps: number;
  /** What each step lends to, and what of that goes on. */
  readonly lent: number;
  readonly goingOn: number;
  /** A name in more texts ties none, nor one in more than this share of all. */
  readonly rare: number;
  readonly rareShare: number;
  /** Names of a text that are looked up. */
  readonly names: number;
  /** So many names of one text each tie in full; ties below the least do not count. */
  readonly fullTie: number;
  readonly leastTie: number;
  /** Share of the question that a step adds at the least. */
  readonly least: number;
  readonly keep: number;
  /** No text is lifted beyond this share of the best. */
  readonly ceiling: number;
}

/** Texts go by their numbers in the index. */
export interface Texts {
  readonly count: number;
  /** What each term of the question gives a text. */
  gains(text: number): Float64Array;
  /** Where the names of each text occur. */
  names(texts: readonly number[]): readonly (readonly Posting[])[];
  /** Those that may be shown, in their order. */
  shown(texts: readonly number[]): readonly number[];
}

export interface ChainLoan {
  /** The text before it in the chain. */
  readonly from: number;
  readonly amount: number;
}

interface Link {
  readonly text: number;
  readonly held: Float64Array;
  readonly before: readonly number[];
  readonly loan: ChainLoan;
  /** What its own words and the loan come to. */
  readonly worth: number;
}

/** The most that a chain from one of the starts lends to each text that it comes to. */
export function chained(
  starts: readonly number[],
  texts: Texts,
  settings: ChainSettings,
): Map<number, ChainLoan> {
  const loans = new Map<number, ChainLoan>();
  let ends = starts
    .slice(0, settings.starts)
    .map(
      (text): Link => ({
        ...{ text, held: texts.gains(text), before: [] },
        ...{ loan: { from: text, amount: 0 }, worth: 0 },
      }),
    )
    .filter(({ held }) => sum(held) <= settings.open);
  for (let step = 0; step < settings.steps && ends.length > 0; step++) {
    const next = new Map<number, Link>();
    const names = texts.names(ends.map(({ text }) => text));
    for (const link of ends.flatMap((end, place) => linksFrom(end, names[place], texts, settings)))
      if (link.worth > (next.get(link.text)?.worth ?? 0)) next.set(link.text, link);
    const best = firstShown(
      [...next.values()].sort((a, b) => b.worth - a.worth || a.text - b.text),
      texts,
      settings.lent,
    );
    for (const { text, loan } of best)
      if (loan.amount > (loans.get(text)?.amount ?? 0)) loans.set(text, loan);
    ends = best.slice(0, settings.goingOn);
  }
  return loans;
}

function linksFrom(
  { text: from, held, before }: Link,
  names: readonly Posting[],
  texts: Texts,
  settings: ChainSettings,
): Link[] {
  const { keep, least, leastTie } = settings;
  return Array.from(tiesBy(names, texts.count, settings)).flatMap(([text, tie]): Link[] => {
    if (text === from || before.includes(text) || tie < leastTie) return [];
    const gains = texts.gains(text);
    if (sum(gains.map((gain, term) => Math.max(0, gain - held[term]))) < least) return [];
    const kept = keep * tie;
    const amount = kept * sum(gains.map((gain, term) => Math.max(0, held[term] - gain)));
    return [
      {
        text,
        held: gains.map((gain, term) => Math.max(gain, kept * held[term])),
        before: [...before, from],
        loan: { from, amount },
        worth: sum(gains) + amount,
      },
    ];
  });
}

/** How closely texts are tied to the one with these names, 0 … 1. */
function tiesBy(names: readonly Posting[], count: number, { rare, rareShare, fullTie }: ChainSettings) {
  const full = fullTie * idfOf(1, count);
  const ties = new Map<number, number>();
  for (const { documents } of names) {
    if (documents.length > Math.min(rare, rareShare * count)) continue;
    const part = idfOf(documents.length, count) / full;
    for (const text of Array.from(documents)) ties.set(text, Math.min(1, (ties.get(text) ?? 0) + part));
  }
  return ties;
}

/** Looks hardly further than it has to. */
function firstShown(links: readonly Link[], texts: Texts, most: number): Link[] {
  const found: Link[] = [];
  for (let first = 0; first < links.length && found.length < most; first += most) {
    const next = links.slice(first, first + most);
    const shown = new Set(texts.shown(next.map(({ text }) => text)));
    found.push(...next.filter(({ text }) => shown.has(text)));
  }
  return found.slice(0, most);
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}
