// Whether two statements that are laid beside each other are about two things: before the verb they differ in a number, a letter or
// a name, whatever follows. Behind the verb such a difference is a value, unless a second one goes with it: key 1 at
// desk 1, key 2 at desk 2.

import type { Aligned } from "./alignment.ts";
import { isValue, type Part } from "./statement.ts";
import { COUNTERS, COUNTING, isUnit } from "./subject-words.ts";
import { isVerb } from "./verbs.ts";

/** Parts of a name, at most, and characters of scripts without spaces. */
const MOST_WORDS = 3;
const MOST_CHARACTERS = 8;
const CAPITAL = /^\p{Lu}/u;
const LETTER = /^\p{Lu}$/u;
const LOWER = /^\p{Ll}/u;
const TITLE = /^(?:Dr|Mr|Mrs|Ms|Prof)$/;
const ADVERB =
  /(?:ly|lich|haft|mente|ment)$|^(?:now|today|last|next|once|twice|again|first|only|instead|jetzt|heute|seit|dort|hier|weiter|maintenant|aujourd'hui|ici|depuis|ahora|hoy|aquí|desde|сейчас|сегодня|теперь|здесь)$/u;
/** Who a name without a verb beside it is told to be, in scripts without spaces: 我的同事安娜, 同僚のアンナ. */
const ROLE =
  /(?:同事|朋友|妻子|丈夫|儿子|兒子|女儿|女兒|姐姐|哥哥|弟弟|妹妹|妈妈|爸爸|老板|老闆|经理|經理|客户|客戶|邻居|鄰居|老师|老師|同僚|友人|友達|上司|部下|先生|息子|娘|妻|夫|兄|姉|弟|妹)の?[小阿老]?$/u;
/** Who says or decides it says nothing of what is said: we decided that …. */
const REPORTING =
  /^(?:[\p{L}'’-]+,?\s+){0,4}(?:decided|agreed|remember|note|know|confirmed|sure|mind|forget|entschieden|beschlossen|vereinbart|merk|merke|denk|vergiss|bestätigt|festgelegt|décidé|convenu|confirmé|rappelle-toi|souviens-toi|retiens|oublie\s+pas|decidimos|decidido|acordamos|acordado|recuerda|confirmado|lembre|combinamos|решили|запомни|помни|договорились|подтвердили),?\s+(?:[\p{L}]+\s+)?(?:that|dass|daß|que|что)\s+(?=\S)/iu;

export function withoutReporting(sentence: string): string {
  return sentence.replace(REPORTING, "");
}

/** By the first place in which they differ. */
export function tellApart({ shared, left, right }: Aligned): boolean {
  const places = left.map((_, at) => at).filter((at) => left[at].length + right[at].length > 0);
  const [first, ...more] = places;
  const [before, behind] = [shared[first - 1], shared[first]];
  if (first === undefined || !before || !behind) return false;
  const sides = [left[first], right[first]];
  if (sides.some((side) => side.length === 0)) return false;
  const earlier = shared.slice(0, first);
  // A verb such as "is" is no part of its own; where the subject ended is known all the same.
  const isBehindSubject =
    earlier.some(({ isSubject }) => isSubject) && sides.flat().every((part) => !part.isSubject);
  const isBehindVerb = isBehindSubject || earlier.some(isVerb);
  if (sides.every(isLabel)) {
    if (isVerb(before) || COUNTING.has(before.says) || isUnit(behind.says)) return false;
    // A label stands right behind the noun that it is of.
    if (!sides.every(([label]) => label.joins || label.isTagged)) return false;
    const also = more.some((at) => [left[at], right[at]].every((side) => side.some(isLabelled)));
    if (also) return !isBehindVerb || isMarked(sides, behind) || !behind.joins;
    return (
      !isBehindVerb && (isMarked(sides, behind) || (behind.joins && isVerb(behind) && behind.kind === "word"))
    );
  }
  if (before.kind === "character") return sides.every(isCharacters) && isOfRole(earlier);
  const isBesideNoun = TITLE.test(before.written) || sides.every(([name]) => name.joins);
  return !isBehindVerb && sides.every(isName) && isDoing(behind, isBesideNoun);
}

/** A number, a letter, or a name with a number. */
function isLabel(side: readonly Part[]): boolean {
  return side.length === 1 && isLabelled(side[0]);
}

function isLabelled({ kind, written }: Part): boolean {
  return kind === "number" || LETTER.test(written);
}

function isMarked(sides: readonly (readonly Part[])[], behind: Part): boolean {
  return sides.every(([{ isTagged }]) => isTagged) || COUNTERS.has(behind.says);
}

function isName(side: readonly Part[]): boolean {
  return (
    side.length <= MOST_WORDS && side.every(({ kind, written }) => kind === "word" && CAPITAL.test(written))
  );
}

/** Right behind a name that stands beside its noun a word in small letters is what its bearer does, unless it says how or when. */
function isDoing(part: Part, isBesideNoun: boolean): boolean {
  if (part.kind !== "word") return false;
  if (isVerb(part)) return true;
  return isBesideNoun && part.joins && LOWER.test(part.written) && !ADVERB.test(part.written);
}

function isCharacters(side: readonly Part[]): boolean {
  return side.length <= MOST_CHARACTERS && side.every((part) => !isValue(part));
}

function isOfRole(before: readonly Part[]): boolean {
  return ROLE.test(before.map(({ written }) => written).join(""));
}
