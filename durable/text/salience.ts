// How much a text says that is worth remembering, 0 … 1, whatever its length: names, numbers, dates and codes; words of a
// decision, a rule or a preference; something said at all, and not asked. More of the same, and padding around it, is nothing more.

import { sentencesOf } from "./sentences.ts";
import { isValue, partsOf } from "./statement.ts";
import { isWorthKeeping } from "./worth-keeping.ts";

/** What each part of it counts. */
const SAID = 0.2;
const SPECIFIC = 0.5;
const LASTING = 0.3;
/** Different words from which a statement is whole; characters of scripts without spaces say less each. */
const WHOLE = 3;
const CHARACTERS_A_WORD = 2;
/** Each specific word halves what is missing. */
const HALVES = 0.5;
/** A text of questions alone. */
const ASKED = 0.3;
const QUESTION = /[?？؟;՞]["'”’»)\]」』\s]*$|^\s*¿/u;
/** A name, where it does not begin its sentence, and an acronym anywhere. German writes every noun with a capital. */
const CAPITAL = /^\p{Lu}/u;
const ACRONYM = /^\p{Lu}{2,}$/u;
const GERMAN = /(?<!\p{L})(?:der|die|das|dem|den|und|ist|wird|nicht|ein|eine)(?!\p{L})/iu;

/** `known`: names that are told to be in it. */
export function salienceOf(text: string, known: readonly string[] = []): number {
  const words = new Set<string>();
  const characters = new Set<string>();
  const specific = new Set(known.map((name) => name.toLowerCase()));
  const sentences = sentencesOf(text);
  for (const sentence of sentences) {
    const names = GERMAN.test(sentence) ? ACRONYM : CAPITAL;
    for (const [at, part] of partsOf(sentence).entries()) {
      const { kind, says, written } = part;
      if (kind === "character") characters.add(says);
      else words.add(says);
      const isName = kind === "word" && (ACRONYM.test(written) || (at > 0 && names.test(written)));
      if (isValue(part) || isName) specific.add(says);
    }
  }
  const said = Math.min(1, (words.size + characters.size / CHARACTERS_A_WORD) / WHOLE);
  const lasting = sentences.some((sentence) => isWorthKeeping(sentence)) ? 1 : 0;
  const score = SAID * said + SPECIFIC * (1 - HALVES ** specific.size) + LASTING * lasting;
  return asksOnly(sentences) ? ASKED * score : score;
}

/** Whether a text states nothing. */
export function isQuestion(text: string): boolean {
  return asksOnly(sentencesOf(text));
}

function asksOnly(sentences: readonly string[]): boolean {
  return sentences.length > 0 && sentences.every((sentence) => QUESTION.test(sentence));
}
