// What sort of memory a text is, by its words: the sort with the most of them, each counted once; a tie goes to the first of
// rule, procedure, episode, preference. A text with none of them is a fact.

import { SPACED_TYPE_WORDS, type TypeWords, UNSPACED_TYPE_WORDS } from "./memory-type-words.ts";

type Sort = keyof TypeWords;
const SORTS = ["rule", "procedure", "episode", "preference"] as const satisfies readonly Sort[];

const wordsOf = (languages: readonly TypeWords[], sort: Sort) => [
  ...new Set(languages.flatMap((words) => words[sort])),
];
const SPACED = new Map(SORTS.map((sort) => [sort, wordsOf(SPACED_TYPE_WORDS, sort)]));
const UNSPACED = new Map(SORTS.map((sort) => [sort, wordsOf(UNSPACED_TYPE_WORDS, sort)]));

const IN_WORD = /^[\p{L}\p{N}_]/u;

export function memoryTypeOf(text: string): Sort | "fact" {
  const plain = text.normalize("NFC").toLowerCase().replaceAll(/[’‘ʼ]/g, "'").replaceAll(/\s+/g, " ");
  let [best, most]: [Sort | "fact", number] = ["fact", 0];
  for (const sort of SORTS) {
    const spaced = SPACED.get(sort)?.filter((word) => hasWord(plain, word)).length ?? 0;
    const unspaced = UNSPACED.get(sort)?.filter((word) => plain.includes(word)).length ?? 0;
    if (spaced + unspaced > most) [best, most] = [sort, spaced + unspaced];
  }
  return best;
}

/** Bounded by anything but letters, digits and underscores; behind a colon anything may follow. */
function hasWord(text: string, word: string): boolean {
  for (let start = text.indexOf(word); start >= 0; start = text.indexOf(word, start + 1)) {
    const end = start + word.length;
    const isOpen = !IN_WORD.test(before(text, start));
    if (isOpen && (word.endsWith(":") || !IN_WORD.test(text.slice(end, end + 2)))) return true;
  }
  return false;
}

/** The character before a place. */
function before(text: string, place: number): string {
  return Array.from(text.slice(Math.max(0, place - 2), place)).at(-1) ?? "";
}
