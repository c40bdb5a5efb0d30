// Names: what a node is called, and the names that a text mentions. Both are words in lower case joined by blanks,
// so that a mention is found whatever stands between the words.

import { englishShareOf } from "./english-words.ts";
import { termsOf } from "./terms.ts";
import { wordsOf } from "./words.ts";

/** Words of the longest name, and characters of the shortest: a single common word names nothing. */
const MOST_WORDS = 8;
const LEAST_CHARACTERS = 4;

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Names begin with a capital, a digit, or in a script that has no capitals. */
const BEGINS_NAME = /^[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u;
/** `Tosca (opera)` is called Tosca. */
const REMARK = /\s*\([^()]*\)\s*$/u;

/** The names of a node, by its metadata: its title, where that can be one. */
export function namesOf({ title }: Readonly<Record<string, unknown>>): string[] {
  if (typeof title !== "string") return [];
  const words = wordsIn(title.replace(REMARK, ""));
  const name = words.join(" ").toLowerCase();
  return words.length > MOST_WORDS || name.length < LEAST_CHARACTERS ? [] : [name];
}

/** Everything in a text that could be a name: runs of words that begin and end like one. Each once, in order. */
export function possibleNames(text: string): string[] {
  const words = wordsIn(text);
  const names = new Set<string>();
  for (let start = 0; start < words.length; start++) {
    if (!BEGINS_NAME.test(words[start])) continue;
    let name = "";
    for (let end = start; end < Math.min(words.length, start + MOST_WORDS); end++) {
      name += (end > start ? " " : "") + words[end].toLowerCase();
      if (BEGINS_NAME.test(words[end]) && name.length >= LEAST_CHARACTERS) names.add(name);
    }
  }
  return [...names];
}

/** The terms of the words in a text that begin like a name, each once, in order. */
export function nameTermsOf(text: string): string[] {
  const words = wordsIn(text).filter((word) => BEGINS_NAME.test(word));
  return [...termsOf(words.join(" ")).keys()];
}

/** Share of English words from which a question's capitals mean names: German writes every noun with one. */
const ENGLISH = 0.12;
/** The first word of a sentence has its capital anyway. */
const SENTENCE_END = /[.!?:;\n]+/u;
/** Acronyms are words: someone who asks of TLS may find it written out. */
const PROPER = /^\p{Lu}.*\p{Ll}/u;

/** The words of an English question that name somebody or something; none where every word has a capital. */
export function namesAskedFor(question: string): string[] {
  if (englishShareOf(question) < ENGLISH) return [];
  const words = question.split(SENTENCE_END).flatMap((sentence) => wordsIn(sentence).slice(1));
  const names = words.filter((word) => PROPER.test(word));
  return names.length === words.length ? [] : names;
}

/** A name as it is looked for in texts; empty where it says nothing by itself. */
export function askedName(name: string): string {
  return wordsOf(name).length === 0 ? "" : lowerWords(name).join(" ");
}

/** The words of a text in lower case. */
export function lowerWords(text: string): string[] {
  return wordsIn(text).map((word) => word.toLowerCase());
}

function wordsIn(text: string): string[] {
  return Array.from(text.toWellFormed().normalize("NFKC").matchAll(WORD), ([word]) => word);
}
