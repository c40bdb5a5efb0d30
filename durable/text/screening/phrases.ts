// Finds phrases in a folded text. A phrase is a row of places: `ignore|forget ~2 previous|earlier instructions|rules` is one
// of two words, at most two words of any kind, and so on. In scripts without spaces, and inside of one long word, the
// places are parts and a gap counts characters. The work grows with the text and never with what is in it.

import { folded, foldedWords } from "./fold.ts";

interface Place {
  readonly words: readonly string[];
  /** Words, or characters, that may stand before it. */
  readonly gap: number;
}

export interface Phrase {
  readonly places: readonly Place[];
  readonly spaced: boolean;
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const UNSPACED_RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{N}ー]+/gu;
/** A word as long as this may be several, written as one. */
const LONG_WORD = 14;
/** Characters of a word that are looked at: longer ones are data. */
const LONGEST_WORD = 400;

export function phraseOf(written: string): Phrase {
  const places: Place[] = [];
  let gap = 0;
  for (const part of written.split(" ")) {
    const wait = /^~(\d+)$/.exec(part);
    if (wait) gap = Number(wait[1]);
    else {
      places.push({ words: part.split("|").map((word) => folded(word)), gap });
      gap = 0;
    }
  }
  return { places, spaced: !UNSPACED.test(written.normalize("NFKC")) };
}

/** Phrases by the word that they begin with. */
export interface PhraseBook<Owner> {
  readonly spaced: ReadonlyMap<string, readonly (readonly [Phrase, Owner])[]>;
  readonly unspaced: readonly (readonly [Phrase, Owner])[];
  /** Those that are looked for inside of long words. */
  readonly within: readonly (readonly [Phrase, Owner])[];
}

export function phraseBook<Owner>(phrases: readonly (readonly [string, Owner])[]): PhraseBook<Owner> {
  const spaced = new Map<string, (readonly [Phrase, Owner])[]>();
  const all = phrases.map(([written, owner]) => [phraseOf(written), owner] as const);
  for (const entry of all.filter(([phrase]) => phrase.spaced)) {
    for (const word of entry[0].places[0].words) {
      const entries = spaced.get(word);
      if (entries) entries.push(entry);
      else spaced.set(word, [entry]);
    }
  }
  return {
    spaced,
    unspaced: all.filter(([phrase]) => !phrase.spaced),
    within: all.filter(
      ([{ places, spaced }]) =>
        spaced && places.length > 1 && places.every(({ words }) => words.every((word) => word.length > 3)),
    ),
  };
}

/** Owners of the phrases that a folded text holds, each once. */
export function phrasesIn<Owner>(book: PhraseBook<Owner>, text: string): Set<Owner> {
  const found = new Set<Owner>();
  const words = foldedWords(text);
  for (const [start, word] of words.entries()) {
    for (const [phrase, owner] of book.spaced.get(word) ?? []) {
      if (!found.has(owner) && follows(phrase.places, words, start)) found.add(owner);
    }
    if (word.length >= LONG_WORD) partsIn(book.within, word.slice(0, LONGEST_WORD), found);
  }
  if (UNSPACED.test(text)) {
    const runs = text.replace(/\s+/g, "").match(UNSPACED_RUN) ?? [];
    for (const run of runs) partsIn(book.unspaced, run, found);
  }
  return found;
}

function follows(places: readonly Place[], words: readonly string[], start: number): boolean {
  let from = start;
  for (const place of places.slice(1)) {
    const end = Math.min(words.length, from + place.gap + 2);
    let at = from + 1;
    while (at < end && !place.words.includes(words[at])) at++;
    if (at >= end) return false;
    from = at;
  }
  return true;
}

function partsIn<Owner>(
  phrases: readonly (readonly [Phrase, Owner])[],
  run: string,
  found: Set<Owner>,
): void {
  for (const [{ places }, owner] of phrases) {
    if (!found.has(owner) && partsFollow(places, run)) found.add(owner);
  }
}

/** Whether the parts stand in a run one after the other, each within its gap of the one before. */
function partsFollow([first, ...rest]: readonly Place[], run: string): boolean {
  for (const part of first.words) {
    for (let at = run.indexOf(part); at >= 0; at = run.indexOf(part, at + 1)) {
      let end = at + part.length;
      const fits = rest.every(({ words, gap }) => {
        const window = run.slice(end, end + gap + longestOf(words));
        const ends = words.map((word) => {
          const index = window.indexOf(word);
          return index < 0 || index > gap ? Number.POSITIVE_INFINITY : index + word.length;
        });
        const next = Math.min(...ends);
        end += next;
        return next < Number.POSITIVE_INFINITY;
      });
      if (fits) return true;
    }
  }
  return false;
}

function longestOf(words: readonly string[]): number {
  return Math.max(...words.map((word) => word.length));
}
