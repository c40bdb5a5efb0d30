// Bylines in the full-text index: each of their terms is written once more, with a mark for how many terms the byline has,
// so that the index alone says how much of it a question says.

import type { Posting } from "../graph/hybrid.ts";
import { bylineOf, LONGEST_BYLINE, shareSaid } from "../text/byline.ts";

const SIZES = Array.from({ length: LONGEST_BYLINE }, (_, index) => index + 1);

/** What is written of a node's byline. */
export function bylineTokens(metadata: Readonly<Record<string, unknown>>): string[] {
  const terms = bylineOf(metadata);
  return terms.map((term) => marked(term, Math.min(terms.length, LONGEST_BYLINE)));
}

/** How much of their bylines nodes find said, 0 … 1, by their numbers in the index. */
export function saidOf(
  terms: readonly string[],
  postingsOf: (tokens: readonly string[]) => readonly Posting[],
): (number: number) => number {
  const tokens = terms.flatMap((term) => SIZES.map((size) => marked(term, size)));
  const shares = postingsOf(tokens).flatMap(({ documents }, place) =>
    documents.length > 0 ? [{ documents, share: shareSaid(1, SIZES[place % SIZES.length]) }] : [],
  );
  // A speaker may have said half of all: candidates are looked up, and nothing is counted out.
  return (number) =>
    Math.min(
      1,
      shares.reduce((sum, { documents, share }) => (holds(documents, number) ? sum + share : sum), 0),
    );
}

/** Whether ascending numbers hold one. */
function holds(ascending: ArrayLike<number>, wanted: number): boolean {
  let [first, end] = [0, ascending.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    if (ascending[middle] < wanted) first = middle + 1;
    else end = middle;
  }
  return ascending[first] === wanted;
}

/** No term holds an underscore, and marks of counts are digits. */
function marked(term: string, size: number): string {
  return `${term}_by${size}`;
}
