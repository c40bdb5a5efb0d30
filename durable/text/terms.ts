// The terms of a text for full-text search: its words, English endings taken off, with how often each occurs.

import { type Word, wordsOf } from "./words.ts";

/** Only plain words lose their endings: names with digits and other scripts are left as they are. */
const PLAIN = /^[a-z]{4,}$/;
/** Characters of a term: what is longer is told apart by its beginning alone, as long as an index may hold. */
const LONGEST = 100;

/** Terms of a text with their counts, in order of first occurrence. */
export function termsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of wordsOf(text.toWellFormed())) {
    const term = termOf(word);
    counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
}

function termOf({ text, script }: Word): string {
  if (text.length > LONGEST) return text.slice(0, LONGEST).toWellFormed();
  return script === "spaced" && PLAIN.test(text) ? stemOf(text) : text;
}

/** Light stemming: plurals, -ed, -ing, a final e; y becomes i, so that `policy` and `policies` meet. */
export function stemOf(word: string): string {
  let stem = withoutPlural(word);
  if (stem.length > 5 && stem.endsWith("ing")) stem = stem.slice(0, -3);
  else if (stem.length > 4 && stem.endsWith("ed")) stem = stem.slice(0, -2);
  if (stem.endsWith("e")) stem = stem.slice(0, -1);
  return stem.endsWith("y") ? `${stem.slice(0, -1)}i` : stem;
}

function withoutPlural(word: string): string {
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.endsWith("es")) return word.slice(0, -2);
  return word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}
