// Nodes that say a text in the very words, written in whichever way: known without any vector.

import { lexicalShares } from "../graph/hybrid.ts";
import { digestOf } from "../text/digest.ts";
import { termSetOf } from "../text/resemblance.ts";
import { wordingOf } from "../text/wording.ts";
import { bestByWords } from "./candidates.ts";
import type { Work } from "./memory.ts";

/** Nodes that are compared, those that share most words with the text. */
const LOOKED_AT = 20;
/** Terms of a text that are looked up. */
const MOST_TERMS = 64;

/** Those that say exactly this text come first. */
export function nodesWorded(
  { store }: Pick<Work, "store">,
  text: string,
  isAllowed: (id: string) => boolean,
): string[] {
  const exact = store.erasing.nodesSaying([digestOf(text)]).filter(isAllowed);
  const { lexicon } = store;
  const postings = lexicon.postings([...termSetOf(text)].slice(0, MOST_TERMS));
  const near = bestByWords(lexicon, lexicalShares(postings, lexicon.lengths), LOOKED_AT, isAllowed);
  const wording = wordingOf(text);
  const alike = [...near.keys()].filter((id) => wordingOf(store.storedNode(id)?.text ?? "") === wording);
  return [...new Set([...exact, ...alike])];
}
