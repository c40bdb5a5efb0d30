// Whether a sentence says something that should last: a decision, a rule, a preference, a wish to be remembered.
// Whole words in several languages, no questions, nothing that is denied, quoted or supposed, and the user's own phrases besides.

import { type CaptureWords, CHINESE, JAPANESE, SPACED } from "./capture-words.ts";
import { charactersOf, fullWidthOf } from "./characters.ts";
import { ownWordsOf } from "./own-words.ts";

/** Shortest sentence; a full-width character says as much as three others. */
const SHORTEST = 20;
/** A longer one is no statement but a paste. */
const LONGEST = 2_000;
const FULL_WIDTH_MORE = 2;
/** Words before a statement among which a denial is looked for, and characters in scripts without spaces. */
const REACH_WORDS = 3;
const REACH_CHARACTERS = 3;
const REACH_AFTER = 8;

const MARKED_QUESTION = /[?？؟;՞]["'”’»)\]」』\s\p{Extended_Pictographic}!！]*$|^\s*¿/u;
const PARTICLE_QUESTION = /(?:吗|嗎|呢|ですか|ますか|でしょうか|ましたか|んですか)[。.!！~～\s]*$/;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Letters of Polish, in which the German word for never is the word for not. */
const POLISH = /[ąęłńśźż]/;

/** Alternatives as parts of a text without spaces. */
const parts = (phrases: readonly string[]) => phrases.map(escaped).join("|");
/** Alternatives as whole words; a compound such as never-ending is another word. */
const wholeWords = (phrases: readonly string[]) =>
  `(?<![\\p{L}\\p{N}_]|\\p{L}-)(?:${phrases.map(escaped).join("|")})(?![\\p{L}\\p{N}_]|-\\p{L})`;

const spaced = listening(SPACED, wholeWords, "^(?:[\\p{L}]{1,6},? )?");
const chinese = listening([CHINESE], parts);
const japanese = listening([JAPANESE], parts);

const deniedBefore = new RegExp(
  `${wholeWords(SPACED.flatMap(({ denials }) => denials))}(?:[^\\p{L}\\p{N}]+[\\p{L}\\p{N}'-]+){0,${REACH_WORDS}}[^\\p{L}\\p{N}]*$`,
  "u",
);
const chineseDenial = new RegExp(parts(CHINESE.denials), "u");
const japaneseDenial = new RegExp(parts(JAPANESE.denials), "u");
const GERMAN_NEVER = new RegExp(wholeWords(["nie"]), "gu");

/** Whether to keep a sentence; `customTriggers` are phrases of the user's own. */
export function isWorthKeeping(sentence: string, customTriggers: readonly string[] = []): boolean {
  if (sentence.length > LONGEST) return false;
  const text = plain(sentence);
  if (charactersOf(text) + FULL_WIDTH_MORE * fullWidthOf(text) < SHORTEST) return false;
  if (isQuestion(text)) return false;
  const own = ownWordsOf(text);
  return saysSo(own) || saysOneOf(own, customTriggers);
}

function saysSo(text: string): boolean {
  const words = text.replace(spaced.idle, " ");
  if (spaced.firm.test(POLISH.test(words) ? words.replace(GERMAN_NEVER, " ") : words)) return true;
  if (holds(words, spaced.deniable, (before) => deniedBefore.test(before))) return true;
  return KANA.test(text) ? saysSoInJapanese(text) : saysSoInChinese(text);
}

function saysSoInJapanese(text: string): boolean {
  const words = text.replace(japanese.idle, " ");
  const isDenied = (_: string, after: string) => japaneseDenial.test(after.slice(0, REACH_AFTER));
  return japanese.firm.test(words) || holds(words, japanese.deniable, isDenied);
}

function saysSoInChinese(text: string): boolean {
  const words = text.replace(chinese.idle, " ");
  const isDenied = (before: string) => chineseDenial.test(before.slice(-REACH_CHARACTERS));
  return chinese.firm.test(words) || holds(words, chinese.deniable, isDenied);
}

/** Whether a pattern occurs where it is not denied by what stands before or after. */
function holds(text: string, pattern: RegExp, isDenied: (before: string, after: string) => boolean): boolean {
  for (const { index, 0: found } of text.matchAll(new RegExp(pattern, "gu"))) {
    const clause = text.slice(0, index).split(/[,;:.!，；：。、]/);
    if (!isDenied(clause[clause.length - 1], text.slice(index + found.length))) return true;
  }
  return false;
}

function isQuestion(text: string): boolean {
  const marks = [MARKED_QUESTION, PARTICLE_QUESTION, spaced.asking, chinese.asking, japanese.asking];
  return marks.some((mark) => mark.test(text));
}

function saysOneOf(text: string, triggers: readonly string[]): boolean {
  const phrases = triggers.map((trigger) => plain(trigger)).filter((trigger) => trigger !== "");
  return phrases.some((phrase) => new RegExp(wholeWords([phrase]), "u").test(text));
}

/** Lower case, one space between words, one kind of apostrophe. */
function plain(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc\uff07\u00b4`]/g, "'")
    .replace(/\s+/g, " ")
    .trim();
}

interface Patterns {
  readonly firm: RegExp;
  readonly deniable: RegExp;
  readonly idle: RegExp;
  readonly asking: RegExp;
}

function listening(
  languages: readonly CaptureWords[],
  alternatives: (phrases: readonly string[]) => string,
  start = "",
): Patterns {
  const all = (kind: keyof CaptureWords) => alternatives(languages.flatMap((words) => words[kind]));
  return {
    firm: new RegExp(all("firm"), "u"),
    deniable: new RegExp(all("deniable"), "u"),
    idle: new RegExp(all("idle"), "gu"),
    asking: new RegExp(`${start}(?:${all("asking")})`, "u"),
  };
}

function escaped(phrase: string): string {
  return phrase.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
