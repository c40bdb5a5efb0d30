// How well nodes match a question: by their words and by their meaning, as one number.
//   score(d) = words(d) + weight · (1 − max words)^yielding · cos(q, d)
//   words(d) = bm25(q, d) / (2.2 · Σ idf over the question's terms), 0 … 1
//   idf(t) = ln(1 + (N − n + 1/2) / (n + 1/2))      bm25: k1 = 1.2, b = 0.75, so no term gives more than 2.2 · idf
// `words` is a share of what the question asks for: terms that the memory lacks lower it, and what the words leave open
// falls to the meaning. Sums of scores, not of ranks: of two lists a rank says too little.
// A text without a term, but with one that is kin to it, has a share of what the commoner of the two would give:
//   weak(t, d) = share · the most over kin k of min(idf(t), idf(k)) · tf(k, d)

import type { Scored } from "./vectors.ts";
import { byScoreThenId } from "./vectors.ts";

const K1 = 1.2;
const B = 0.75;

/** One term of a question: what it weighs, and where it occurs how often. */
export interface Posting {
  /** Nodes with the term, by their number in the index, ascending. */
  readonly documents: ArrayLike<number>;
  readonly counts: ArrayLike<number>;
}

/** Lengths of texts in terms, by number in the index. */
export interface Lengths {
  of(document: number): number;
  /** Number of documents, and their mean length. */
  readonly count: number;
  readonly mean: number;
}

/** What share of a question's terms documents hold, 0 … 1, by their numbers in the index. */
export interface Shares {
  /** Those that hold any, in order of first occurrence. */
  readonly documents: readonly number[];
  /** 0 for all others. */
  of(document: number): number;
}

/** Terms that tell what another one tells, and the share of it that they count for. */
export interface Kin {
  /** By the place of a term in the question: where its kin occurs. */
  readonly postings: ReadonlyMap<number, readonly Posting[]>;
  readonly share: number;
}

const NO_KIN: Kin = { postings: new Map(), share: 0 };

/** Shares of one question. Terms that occur nowhere count. */
export function lexicalShares(postings: readonly Posting[], lengths: Lengths, kin: Kin = NO_KIN): Shares {
  const idfs = postings.map(({ documents }) => idfOf(documents.length, lengths.count));
  const most = idfs.reduce((sum, idf) => sum + idf * (K1 + 1), 0);
  const documents: number[] = [];
  const scores = new Float64Array(1 + lastOf([...postings, ...[...kin.postings.values()].flat()]));
  const add = (document: number, gain: number) => {
    if (scores[document] === 0 && gain > 0) documents.push(document);
    scores[document] += gain;
  };
  /** What a posting gives each of its documents, for a term of this idf. */
  const each = ({ documents, counts }: Posting, idf: number, give: typeof add) => {
    const gain = (idf * (K1 + 1)) / most;
    for (let index = 0; index < documents.length; index++) {
      const document = documents[index];
      const count = counts[index];
      give(document, (gain * count) / (count + normOf(document, lengths)));
    }
  };
  for (const [term, posting] of postings.entries()) {
    each(posting, idfs[term], add);
    const weak = new Map<number, number>();
    for (const other of kin.postings.get(term) ?? [])
      each(
        other,
        kin.share * Math.min(idfs[term], idfOf(other.documents.length, lengths.count)),
        (document, gain) => weak.set(document, Math.max(weak.get(document) ?? 0, gain)),
      );
    if (weak.size > 0) for (const document of Array.from(posting.documents)) weak.delete(document);
    for (const [document, gain] of weak) add(document, gain);
  }
  return { documents, of: (document) => scores[document] ?? 0 };
}

/** What each term of a question gives a document, as parts of its share. */
export function gainsOf(postings: readonly Posting[], lengths: Lengths): (document: number) => Float64Array {
  const idfs = postings.map(({ documents }) => idfOf(documents.length, lengths.count));
  const all = idfs.reduce((sum, idf) => sum + idf, 0);
  return (document) =>
    Float64Array.from(postings, (posting, term) => {
      const count = countIn(posting, document);
      return count === 0 ? 0 : (idfs[term] / all) * (count / (count + normOf(document, lengths)));
    });
}

function normOf(document: number, lengths: Lengths): number {
  return K1 * (1 - B + (B * lengths.of(document)) / lengths.mean);
}

/** How often a document holds a term. */
function countIn({ documents, counts }: Posting, document: number): number {
  let [low, high] = [0, documents.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (documents[middle] < document) low = middle + 1;
    else high = middle;
  }
  return documents[low] === document ? counts[low] : 0;
}

/** The number of the last document of all, −1 where there is none. */
function lastOf(postings: readonly Posting[]): number {
  let last = -1;
  for (const { documents } of postings)
    for (let index = 0; index < documents.length; index++) last = Math.max(last, documents[index]);
  return last;
}

/** The `count` best documents, best first, equal ones in order of their numbers. */
export function bestOf({ documents, of }: Shares, count: number): number[] {
  const scores = Float64Array.from(documents, of).sort();
  const least = count < scores.length ? scores[scores.length - count] : 0;
  return documents
    .filter((document) => of(document) >= least)
    .sort((a, b) => of(b) - of(a) || a - b)
    .slice(0, count);
}

/** What a term weighs that so many of all texts hold. */
export function idfOf(documents: number, all: number): number {
  return Math.log(1 + (all - documents + 0.5) / (documents + 0.5));
}

interface Yielding {
  readonly weight: number;
  readonly yielding: number;
}

/** What meaning weighs beside words, where these are found so far. */
export function weightOfMeaning(lexical: ReadonlyMap<string, number>, settings: Yielding): number {
  let most = 0;
  for (const share of lexical.values()) most = Math.max(most, share);
  return settings.weight * (1 - most) ** settings.yielding;
}

/** Both parts added up over the union of the two lists, best first. Each list holds the exact score of all it can. */
export function fuse(
  lexical: ReadonlyMap<string, number>,
  semantic: ReadonlyMap<string, number>,
  settings: Yielding,
): Scored[] {
  const weight = weightOfMeaning(lexical, settings);
  const ids = new Set([...lexical.keys(), ...semantic.keys()]);
  return Array.from(
    ids,
    (id): Scored => [id, (lexical.get(id) ?? 0) + weight * Math.max(0, semantic.get(id) ?? 0)],
  ).sort(byScoreThenId);
}
