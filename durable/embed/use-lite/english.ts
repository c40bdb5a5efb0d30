// Whether a question is English enough for a transformer that knows nothing else.

import { englishShareOf } from "../../text/english-words.ts";

const LEAST_LETTERS = 2;
/** Share of letters beyond ASCII from which a text is not English. */
const FOREIGN_LETTERS = 0.3;
/** Share of English words that suffices alone. */
const MANY_ENGLISH_WORDS = 0.12;
/** Text that the vocabulary knows has long pieces: this long suffices alone, or the shorter with a few English words. */
const LONG_PIECES = 2.6;
const FAIR_PIECES = 2.2;
const FEW_ENGLISH_WORDS = 0.04;

/** `pieces`: how many pieces the text has. */
export function isEnglish(text: string, pieces: number): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  if (letters.length < LEAST_LETTERS) return false;
  const foreign = letters.filter((letter) => letter > "\x7f").length / letters.length;
  if (foreign >= FOREIGN_LETTERS) return false;
  const english = englishShareOf(text);
  if (english >= MANY_ENGLISH_WORDS) return true;
  const lettersAPiece = letters.length / pieces;
  return lettersAPiece >= LONG_PIECES || (lettersAPiece >= FAIR_PIECES && english >= FEW_ENGLISH_WORDS);
}
