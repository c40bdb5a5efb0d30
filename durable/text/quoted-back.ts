// Whether a sentence says again what memory said before: repeats it, is a part of it, or quotes it. Compared word by
// word, so that case, spaces and marks make no difference.

import { charactersOf, fullWidthOf } from "./characters.ts";
import { sentencesOf } from "./sentences.ts";

/** Characters, full-width ones counted as three, that a repetition must have to be one. */
const LEAST = 10;
const QUOTED =
  /"[^"\n]{3,500}"|“[^”\n]{3,500}”|„[^“”\n]{3,500}[“”]|«[^»\n]{3,500}»|「[^」\n]{2,500}」|『[^』\n]{2,500}』/g;
const WORD = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|['’](?=\p{L}))*/gu;

/** What tells a sentence that stands in one of the `recalled` texts, word by word; one that says more is none. */
export function restatementsOf(recalled: readonly string[]): (sentence: string) => boolean {
  const texts = recalled.map(wordsOf);
  return (sentence) => {
    const words = wordsOf(sentence);
    return isLong(words) && texts.some((text) => holds(text, words));
  };
}

/** What tells a sentence that repeats any of the `recalled` texts, whatever it says besides. */
export function repetitionsOf(recalled: readonly string[]): (sentence: string) => boolean {
  const isPart = restatementsOf(recalled);
  const sentences = recalled.flatMap(sentencesOf).map(wordsOf).filter(isLong);
  return (sentence) => {
    const words = wordsOf(sentence);
    const quotations = sentence.match(QUOTED) ?? [];
    return isPart(sentence) || quotations.some(isPart) || sentences.some((one) => holds(words, one));
  };
}

/** Where no spaces are written, a sentence may stand right behind another word. */
function holds(text: string, words: string): boolean {
  return text.includes(fullWidthOf(words) > 0 ? words.trim() : words);
}

/** The words of a text in lower case, each with a space around it, so that whole words are compared. */
function wordsOf(text: string): string {
  const words = text.normalize("NFC").toLowerCase().replaceAll("’", "'").match(WORD) ?? [];
  return ` ${words.join(" ")} `;
}

function isLong(words: string): boolean {
  return charactersOf(words.trim()) + 2 * fullWidthOf(words) >= LEAST;
}
