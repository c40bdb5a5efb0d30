// Whether two names are one name in two spellings: the same words, but for a hyphen or a blank, an apostrophe, the plural of a common
// noun, or a slip in a long word. A letter, a number, a sign or any other word tells two names apart: Team A, Team B, C, C++.

/** Between letters they join words, and say nothing; at the edge of a name they do: a grade of A-. */
const JOINING = /(?<=[\p{L}\p{M}\p{N}])[-_'’‐‑]+(?=[\p{L}\p{N}])/gu;
const LETTERS = /^[\p{L}\p{M}]+$/u;
/** A surname may end in s, a common noun or an acronym with a small one is a plural. */
const PLURAL = /^(?:\p{Ll}{3,}|\p{Lu}{2,})s$/u;
/** Letters of a word in which a slip is likelier than another word. */
const LONG = 8;

export function areSpelledAlike(a: string, b: string): boolean {
  if (numbersIn(a) !== numbersIn(b)) return false;
  const [own, other] = [wordsIn(a), wordsIn(b)];
  if (lower(own.join("")) === lower(other.join(""))) return true;
  return own.length === other.length && own.every((word, at) => isSameWord(word, other[at]));
}

/** As they are written: 1 12 is not 11 2. */
function numbersIn(name: string): string {
  return (name.normalize("NFKC").match(/\p{N}+/gu) ?? []).join(" ");
}

function wordsIn(name: string): string[] {
  return name.normalize("NFKC").replaceAll(JOINING, " ").split(/\s+/u).filter(Boolean);
}

function isSameWord(a: string, b: string): boolean {
  const [own, other] = [lower(a), lower(b)];
  if (own === other) return true;
  if (isPluralOf(a, b) || isPluralOf(b, a)) return true;
  return [own, other].every((word) => LETTERS.test(word)) && isSlip([...own], [...other]);
}

function isPluralOf(many: string, one: string): boolean {
  return PLURAL.test(many) && lower(many) === `${lower(one)}s`;
}

/** Two neighbours swapped, or one letter twice, inside a long word. */
function isSlip(a: readonly string[], b: readonly string[]): boolean {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  if (short.length < LONG || long.length - short.length > 1) return false;
  const at = short.findIndex((letter, place) => letter !== long[place]);
  if (at < 1) return false;
  if (long.length > short.length)
    return long[at] === long[at - 1] && long.slice(at + 1).join("") === short.slice(at).join("");
  const isSwapped = long[at] === short[at + 1] && long[at + 1] === short[at];
  return isSwapped && long.slice(at + 2).join("") === short.slice(at + 2).join("");
}

function lower(text: string): string {
  return text.toLowerCase();
}
