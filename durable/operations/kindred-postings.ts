// Where the terms of a question occur, and those that tell the same as one of them.

import type { Kin, Posting } from "../graph/hybrid.ts";
import { kindredOf } from "../text/kindred-terms.ts";
import type { Memory } from "./memory.ts";

/** Read at once. `share`: what kin count for. */
export function postingsWithKin(
  lexicon: Memory["store"]["lexicon"],
  terms: readonly string[],
  share: number,
): { readonly postings: readonly Posting[]; readonly kin: Kin } {
  const kindred = terms.map((term) => kindredOf(term).filter((other) => !terms.includes(other)));
  const found = lexicon.postings([...terms, ...kindred.flat()]);
  let next = terms.length;
  const ofKin = kindred.map((others, place) => {
    const first = next;
    next += others.length;
    return [place, found.slice(first, next)] as const;
  });
  const postings = new Map(ofKin.filter(([, others]) => others.length > 0));
  return { postings: found.slice(0, terms.length), kin: { postings, share } };
}
