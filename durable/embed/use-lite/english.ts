// Whether a question is English enough for a transformer that knows nothing else. German and Dutch mislead it,
// so words that they share with English (in, was, is, an, am, so, we, me) don't count.

const ENGLISH_WORDS = new Set(
  `the of to and that with for are be this from have has what which how why who when where does did do can could
  should would you your my our they their it its not or on by if than there these those each any some were been
  after before because then`.split(/\s+/),
);

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
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const english = words.filter((word) => ENGLISH_WORDS.has(word)).length / words.length;
  if (english >= MANY_ENGLISH_WORDS) return true;
  const lettersAPiece = letters.length / pieces;
  return lettersAPiece >= LONG_PIECES || (lettersAPiece >= FAIR_PIECES && english >= FEW_ENGLISH_WORDS);
}
