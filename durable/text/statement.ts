// A sentence as what can be compared with another one: its words, numbers and dates in order, each in one form however it is
// written, and without what says nothing. Scripts without spaces are compared by their characters.

import { AMBIGUOUS, CALENDAR, IDLE_WORDS, WRITTEN_NUMBERS } from "./statement-words.ts";
import { endsSubject } from "./subject-words.ts";
import { stemOf } from "./terms.ts";

export interface Part {
  readonly kind: "word" | "character" | "number" | "date";
  /** The form that is compared. */
  readonly says: string;
  /** As it was written. */
  readonly written: string;
  /** True where nothing but blanks stands between it and the part before. */
  readonly joins: boolean;
  /** True where a mark of numbering ties it to the part before: web-1, key #1, key number 1. */
  readonly isTagged: boolean;
  /** True where a verb, or a mark of the subject, comes later: it belongs to what the sentence is about. */
  readonly isSubject: boolean;
}

type Read = Omit<Part, "joins" | "isTagged" | "isSubject">;

/** Longer sentences are compared by their beginning. */
const MOST_PARTS = 80;
/** Of a month. */
const MOST_DAYS = 31;

const UNSPACED = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}";
const PART = new RegExp(
  [
    "(?<date>\\d{4}-\\d{1,2}-\\d{1,2}|\\d{1,2}\\.\\d{1,2}\\.\\d{4}|\\d{1,2}/\\d{1,2}/\\d{2,4}|\\d{1,2}:\\d{2}(?::\\d{2})?)(?!\\.?\\d)",
    "(?<series>(?!\\d{1,3}(?:\\.\\d{3})+(?!\\.?\\d))\\d+(?:\\.\\d+){2,})",
    "(?<number>\\d{1,3}(?:[.,'’]\\d{3})+(?!\\d)(?:[.,]\\d+)?|\\d+(?:[.,]\\d+)?)(?<unit>%|[\\p{L}]{1,4}(?![\\p{L}\\p{N}]))?(?![\\p{L}\\p{N}])",
    `(?<character>[${UNSPACED}])`,
    "(?<letter>\\p{Lu}(?=[\\p{Script=Hangul}]))",
    `(?<word>(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}])+(?:['’](?:(?![${UNSPACED}])[\\p{L}\\p{M}])+)*)`,
  ].join("|"),
  "gu",
);
const GROUPED = /^\d{1,3}(?:[.,'’]\d{3})+$/;
/** Blanks that some languages put between thousands; they would become plain ones. */
const NARROW = /(?<=\p{Nd})[\u00a0\u2009\u202f](?=\p{Nd}{3})/gu;
const BLANK = /^[\s#№-]*$/u;
const TAG = /^(?:-|,?\s*[#№]\s*)$/u;
/** Abbreviations of the word number before one. */
const NUMBERED =
  /(?<![\p{L}\p{N}])(?:no|nr|n|núm|num|nummer|number|numéro|número|номер)(?:\.|(?<=\p{L}{4}))\s*(?=\d)/giu;
const NUMBER_OF = /^-\d/;
/** I is a word of its own. */
const LETTER = /^(?!I)\p{Lu}$/u;
const LOWER = /[\p{Ll}\p{Lo}]/u;
/** MIT is a name, mit is none. */
const ACRONYM = /^\p{Lu}{3,}$/u;
const HAS_DIGIT = /\p{N}/u;
const PLAIN = /^[a-z]{4,}$/;

/** The parts of a sentence in order. */
export function partsOf(sentence: string): Part[] {
  const parts: Part[] = [];
  const text = withPlainDigits(
    sentence.toWellFormed().replace(NARROW, "'").normalize("NFKC").replace(NUMBERED, "#"),
  );
  const found = [...text.matchAll(PART)];
  let end = -1;
  let subject = 0;
  for (const [at, match] of found.entries()) {
    if (parts.length >= MOST_PARTS) break;
    const beside = [found[at - 1], found[at + 1]];
    const between = end < 0 ? "." : text.slice(end, match.index);
    const [joins, isTagged] = [BLANK.test(between), TAG.test(between)];
    const isLabel = isLetter(match, joins, beside);
    const read = isLabel
      ? [{ kind: "word" as const, says: match[0].toLowerCase(), written: match[0] }]
      : readPart(
          match,
          beside.some((next) => next?.groups?.number),
        );
    const ends = subject === 0 && !isLabel ? endsSubject(match[0]) : "no";
    if (ends === "before") subject = parts.length;
    for (const [index, part] of read.entries())
      parts.push({
        ...part,
        joins: joins || index > 0,
        isTagged: isTagged && index === 0,
        isSubject: false,
      });
    if (ends === "behind") subject = parts.length;
    // What is left out stands between its neighbours all the same, but for the name of a number: nas-1.
    const behind = match.index + match[0].length;
    end = read.length > 0 || NUMBER_OF.test(text.slice(behind, behind + 2)) ? behind : -1;
  }
  return withDays(parts.map((part, at) => ({ ...part, isSubject: at < subject })));
}

/** A single capital right behind a word, or beside a character: room A. */
function isLetter(
  { groups, 0: written }: RegExpExecArray,
  joins: boolean,
  [before, behind]: readonly (RegExpExecArray | undefined)[],
): boolean {
  if (groups?.letter) return true;
  if (!LETTER.test(written)) return false;
  const isBesideCharacter = [before, behind].some((next) => next?.groups?.character);
  return isBesideCharacter || (joins && LOWER.test(before?.[0] ?? ""));
}

function readPart(match: RegExpExecArray, isBesideNumber: boolean): Read[] {
  const { date, series, number, unit, character } = match.groups ?? {};
  const [written] = match;
  if (date) return [{ kind: "date", says: date.replaceAll("/", "."), written }];
  if (series) return [{ kind: "number", says: series, written }];
  if (character) return [{ kind: "character", says: character, written }];
  if (!number) return wordPart(written, isBesideNumber);
  const value: Read = { kind: "number", says: numberOf(number), written: number };
  return unit ? [value, { kind: "word", says: unit.toLowerCase(), written: unit }] : [value];
}

/** A day of a month is one date with it, whichever comes first. */
function withDays(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const [month, day] = last && isMonth(last) ? [last, part] : [part, last];
    if (day && isMonth(month) && isDay(day)) {
      const written = `${(last as Part).written} ${part.written}`;
      joined[joined.length - 1] = {
        ...(last as Part),
        kind: "date",
        says: `${month.says} ${day.says}`,
        written,
      };
    } else joined.push(part);
  }
  return joined;
}

function isMonth({ says }: Part): boolean {
  return /^month \d+$/.test(says);
}

function isDay({ kind, says }: Part): boolean {
  return kind === "number" && /^\d{1,2}$/.test(says) && Number(says) <= MOST_DAYS;
}

/** Whether it is a number or a date. */
export function isValue({ kind }: Part): boolean {
  return kind === "number" || kind === "date";
}

/** None for a word that says nothing. */
function wordPart(written: string, isBesideNumber: boolean): Read[] {
  const word = written.toLowerCase().replaceAll("’", "'");
  const date = AMBIGUOUS.has(word) && !isBesideNumber ? undefined : CALENDAR.get(word);
  if (date !== undefined) return [{ kind: "date", says: date, written }];
  const number = WRITTEN_NUMBERS.get(word);
  if (number !== undefined) return [{ kind: "number", says: number, written }];
  if (IDLE_WORDS.has(word) && !ACRONYM.test(written)) return [];
  // Codes and names with a number in them are told apart by it.
  if (HAS_DIGIT.test(word)) return [{ kind: "number", says: word, written }];
  return [{ kind: "word", says: PLAIN.test(word) ? stemOf(word) : word, written }];
}

/** Without marks between thousands, and with a point for the fraction. */
function numberOf(written: string): string {
  if (GROUPED.test(written)) return written.replaceAll(/\D/g, "");
  const [whole, fraction = ""] = written.split(/[.,](?=\d+$)/);
  const rest = fraction.replace(/0+$/, "");
  return String(BigInt(whole.replaceAll(/\D/g, ""))) + (rest === "" ? "" : `.${rest}`);
}

/** Digits of any script as those of ASCII. */
function withPlainDigits(text: string): string {
  return text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => {
    const point = digit.codePointAt(0) as number;
    let zero = point;
    while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
    return String(point - zero);
  });
}
