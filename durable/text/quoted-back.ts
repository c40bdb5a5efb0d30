// Takes out of what a user says what memory said before: sentences repeated whole, and quotations out of them.
// Compared word by word, so that case, spaces and marks make no difference.

import { charactersOf, fullWidthOf } from "./characters.ts";
import { sentencesOf } from "./sentences.ts";

/** Characters, full-width ones counted as three, that a repetition must have to be one. */
const LEAST = 10;
const QUOTED =
  /"[^"\n]{3,500}"|“[^”\n]{3,500}”|„[^“”\n]{3,500}[“”]|«[^»\n]{3,500}»|「[^」\n]{2,500}」|『[^』\n]{2,500}』/g;
const WORD = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|['’](?=\p{L}))*/gu;

/** Takes what `recalled` texts say out of a sentence, or a line; what is left may be empty. */
export function takingOut(recalled: readonly string[]): (text: string) => string {
  const whole = recalled.map(wordsOf).filter((words) => words !== SPACE);
  const said = recalled.flatMap(sentencesOf).map(wordsOf).filter(isLong);
  said.sort((a, b) => b.length - a.length);
  const isRecalled = (text: string) => {
    const words = wordsOf(text);
    return isLong(words) && whole.some((one) => one.includes(words));
  };
  return (text) => {
    const unquoted = text.replace(QUOTED, (quotation) => (isRecalled(quotation) ? " " : quotation));
    const heard = wordsOf(unquoted);
    const rest = said.filter((words) => heard.includes(words.trim())).reduce(without, unquoted);
    return isRecalled(rest) ? "" : rest;
  };
}

const SPACE = " ";

/** The words of a text in lower case, each with a space around it, so that whole words are compared. */
function wordsOf(text: string): string {
  return ` ${(text.normalize("NFC").toLowerCase().match(WORD) ?? []).join(" ")} `.replace(/^ {2}$/, SPACE);
}

function isLong(words: string): boolean {
  return charactersOf(words) + 2 * fullWidthOf(words) - 2 >= LEAST;
}

/** The text without a run of words, wherever it stands. */
function without(text: string, words: string): string {
  const pattern = words
    .trim()
    .split(" ")
    .map((word) => word.replace(/['’]/g, "['’]"))
    .join("[^\\p{L}\\p{N}\\n]{1,20}");
  const edge = "[^\\p{L}\\p{M}\\p{N}\\n]*";
  // Where no spaces are written, a sentence may stand right behind another word.
  const [before, after] = fullWidthOf(words) > 0 ? ["", ""] : ["(?<![\\p{L}\\p{N}])", "(?![\\p{L}\\p{N}])"];
  return text.normalize("NFC").replace(new RegExp(`${before}${pattern}${after}${edge}`, "giu"), " ");
}
