// What sort of memory a text is, by its words: the sort with the most of them, each counted once; a tie goes to the first of
// rule, procedure, episode, preference. A text with none of them is a fact.

import { SPACED_TYPE_WORDS, type TypeWords, UNSPACED_TYPE_WORDS } from "./memory-type-words.ts";

type Sort = keyof TypeWords;
const SORTS = ["rule", "procedure", "episode", "preference"] as const satisfies readonly Sort[];

const wordsOf = (languages: readonly TypeWords[], sort: Sort) => [
  ...new Set(languages.flatMap((words) => words[sort])),
];
const SPACED = new Map(
  SORTS.map((sort) => [sort, wordsOf(SPACED_TYPE_WORDS, sort).map((word) => wholeWord(word))]),
);
const UNSPACED = new Map(SORTS.map((sort) => [sort, wordsOf(UNSPACED_TYPE_WORDS, sort)]));

export function memoryTypeOf(text: string): Sort | "fact" {
  const plain = text.normalize("NFC").toLowerCase().replaceAll(/[’‘ʼ]/g, "'").replaceAll(/\s+/g, " ");
  let [best, most]: [Sort | "fact", number] = ["fact", 0];
  for (const sort of SORTS) {
    const spaced = SPACED.get(sort)?.filter((word) => word.test(plain)).length ?? 0;
    const unspaced = UNSPACED.get(sort)?.filter((word) => plain.includes(word)).length ?? 0;
    if (spaced + unspaced > most) [best, most] = [sort, spaced + unspaced];
  }
  return best;
}

/** Bounded by anything but letters, digits and underscores; behind a colon anything may follow. */
function wholeWord(word: string): RegExp {
  const escaped = word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}${word.endsWith(":") ? "" : "(?![\\p{L}\\p{N}_])"}`, "u");
}
