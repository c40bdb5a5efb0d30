// How the values of two texts stand to each other: their numbers, dates, names and denials. Where those differ two texts say
// different things, however alike they read. A name counts as said when its word stands in the other text in any form.

import { denies } from "./negation.ts";
import { withDigits } from "./numerals.ts";
import { sentencesOf } from "./sentences.ts";
import { isValue, partsOf } from "./statement.ts";

/** What `ours` says beside `theirs`: the same values, fewer of them, more of them, or others. */
export type ValueStance = "same" | "fewer" | "more" | "other";

/** First and second say which of two more often than how many. */
const LEAST_NUMBER = 3;
const CAPITAL = /^\p{Lu}/u;
const ACRONYM = /^\p{Lu}{2,}$/u;

export interface Said {
  readonly values: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  readonly denies: boolean;
}

export function valuesOf(text: string): Said {
  const values = new Set<string>();
  const words = new Set<string>();
  for (const sentence of sentencesOf(withDigits(text, LEAST_NUMBER))) {
    for (const [at, part] of partsOf(sentence).entries()) {
      words.add(part.says);
      const isName =
        part.kind === "word" && (ACRONYM.test(part.written) || (at > 0 && CAPITAL.test(part.written)));
      if (isValue(part) || isName) values.add(part.says);
    }
  }
  return { values, words, denies: denies(text) };
}

export function valueStance(ours: Said, theirs: Said): ValueStance {
  if (ours.denies !== theirs.denies) return "other";
  const own = [...ours.values].some((value) => !theirs.words.has(value));
  const other = [...theirs.values].some((value) => !ours.words.has(value));
  return own ? (other ? "other" : "more") : other ? "fewer" : "same";
}
