// Whether two statements are about the same and say something else of it: another number, another date, the opposite, or
// another word in one place. The two are laid beside each other; what they share must be most of what they say, and begin
// with what they are about. Rewordings are missed rather than strangers accused.

import { aligned, isSame } from "./alignment.ts";
import { areApart, type Label, labelOf, sameLabel } from "./labels.ts";
import { denies } from "./negation.ts";
import { sentencesOf } from "./sentences.ts";
import { isValue, type Part, partsOf } from "./statement.ts";
import { CHANGING, COUNTING } from "./subject-words.ts";
import { tellApart, withoutReporting } from "./subjects.ts";

export interface Disagreement {
  readonly because: "number" | "date" | "negation" | "value";
  /** What each says where they differ. */
  readonly ours: string;
  readonly theirs: string;
}

/** Share of the shorter statement's words that both must have. */
const SHARED = 0.6;
/** Shared words at least, and characters of scripts without spaces. */
const LEAST_WORDS = 1;
const LEAST_CHARACTERS = 3;
/** Words of the place where two statements differ, at most, and characters. */
const MOST_WORDS = 3;
const MOST_CHARACTERS = 6;
/** Parts that two statements of other subjects share at least, and letters by which forms of one word are known. */
const LEAST_REST = 2;
const ROOT = 4;
/** Sentences of a text that are compared. */
const MOST_SENTENCES = 40;
/** Characters of what is quoted. */
const QUOTED = 200;

export interface Statement {
  readonly text: string;
  readonly parts: readonly Part[];
  readonly label: Label | null;
  readonly denies: boolean;
}

/** The statements of a text, made once and compared with those of many. */
export function statementsOf(text: string): Statement[] {
  return sentencesOf(text)
    .slice(0, MOST_SENTENCES)
    .map((sentence) => {
      const parts = withoutChange(partsOf(withoutReporting(sentence)));
      return { text: sentence, parts, label: labelOf(parts), denies: denies(sentence) };
    })
    .filter(({ parts }) => parts.length > 1);
}

/** That something was moved or changed to a value says no more of it than the value. */
function withoutChange(parts: readonly Part[]): readonly Part[] {
  const kept = parts.filter(({ says }) => !CHANGING.has(says));
  return kept.some(isValue) && kept.some((part) => !isValue(part)) ? kept : parts;
}

/** The first place in which the statements of two texts disagree; where they say the same too, nothing does. */
export function disagreementOf(
  ours: readonly Statement[],
  theirs: readonly Statement[],
): Disagreement | null {
  for (const own of ours) {
    const found = theirs.map((other) => between(own, other));
    // Who says the very same somewhere does not contradict it elsewhere.
    if (found.includes("same")) continue;
    const different = found.find((one) => one !== null);
    if (different && different !== "same") return different;
  }
  return null;
}

/**
 * Whether two texts speak of two things of one kind: of room A and room B; or say the same of two subjects. Neither is a version
 * of the other then, nor the same.
 */
export function areOfOthers(ours: readonly Statement[], theirs: readonly Statement[]): boolean {
  const pairs = ours.flatMap((own) => theirs.map((other) => [own, other] as const));
  if (pairs.some(([own, other]) => own.label && sameLabel(own.label, other.label))) return false;
  if (pairs.some(([own, other]) => areApart(own.label, other.label))) return true;
  return (
    pairs.length === 1 &&
    pairs.every(([{ parts: own }, { parts: other }]) => {
      return haveOtherSubjects(own, other) || tellApart(aligned(own, other));
    })
  );
}

/** Whether each of two texts has a word that the other has in no form. Texts without any word in common can't be compared so. */
export function bothSayMore(ours: readonly Statement[], theirs: readonly Statement[]): boolean {
  const [own, other] = [ours, theirs].map(
    (all) =>
      new Set(
        all.flatMap(({ parts }) => parts.filter((part) => !isValue(part)).map(({ says }) => rootOf(says))),
      ),
  );
  const shared = [...own].filter((word) => other.has(word)).length;
  return shared > 0 && shared < Math.min(own.size, other.size);
}

function rootOf(word: string): string {
  return [...word].slice(0, ROOT).join("");
}

/** Whether both tell something of what one of them is about. */
export function shareSubject(ours: readonly Statement[], theirs: readonly Statement[]): boolean {
  return ours.some((own) =>
    theirs.some((other) => {
      if (areApart(own.label, other.label)) return false;
      return isSaidIn(subjectOf(own.parts), other) || isSaidIn(subjectOf(other.parts), own);
    }),
  );
}

function isSaidIn(subject: string, { parts }: Statement): boolean {
  if (subject === "") return false;
  const characters = parts.filter(({ kind }) => kind === "character").map(({ says }) => says);
  return parts.some(({ says }) => says === subject) || characters.join("").includes(subject);
}

/** Two statements that differ in nothing but their first word. */
function haveOtherSubjects([first, ...a]: readonly Part[], [other, ...b]: readonly Part[]): boolean {
  if ([first, other].some(({ kind, says }) => kind !== "word" || COUNTING.has(says))) return false;
  return isVerySame(a, b) && a.length >= LEAST_REST && rootOf(first.says) !== rootOf(other.says);
}

function isVerySame(one: readonly Part[], other: readonly Part[]): boolean {
  return one.length === other.length && one.every((part, at) => isSame(part, other[at]));
}

function between(ours: Statement, theirs: Statement): Disagreement | "same" | null {
  const [a, b] = [ours.parts, theirs.parts];
  if (ours.denies === theirs.denies && isVerySame(a, b)) return "same";
  if (!sameLabel(ours.label, theirs.label) || subjectOf(a) !== subjectOf(b)) return null;
  if (haveOtherWords(a, b) && haveOtherWords(b, a)) return null;
  const beside = aligned(a, b);
  if (tellApart(beside)) return null;
  const { left, right, shared } = beside;
  if (!isEnough(shared, ours, theirs)) return null;
  const rest = [...left, ...right].flat();
  if (ours.denies !== theirs.denies) {
    return rest.filter((part) => !isValue(part)).length <= MOST_WORDS + 1
      ? { because: "negation", ours: quoted(ours.text), theirs: quoted(theirs.text) }
      : null;
  }
  if (rest.length === 0) return "same";
  return (
    otherValue("date", left.flat(), right.flat()) ??
    left.map((place, at) => otherValue("number", place, right[at])).find((found) => found !== null) ??
    otherWord(left, right)
  );
}

/** A date may stand anywhere in a sentence; numbers are compared in the same place of it. */
function otherValue(
  kind: "date" | "number",
  left: readonly Part[],
  right: readonly Part[],
): Disagreement | null {
  const [own, other] = [left, right].map((parts) => parts.filter((part) => part.kind === kind));
  if (own.length === 0 || other.length === 0) return null;
  return { because: kind, ours: written(own), theirs: written(other) };
}

/** A single place in which both say a few words, and nothing else differs. */
function otherWord(left: readonly Part[][], right: readonly Part[][]): Disagreement | null {
  const places = left.map((_, at) => at).filter((at) => left[at].length + right[at].length > 0);
  if (places.length !== 1) return null;
  const [own, other] = [left[places[0]], right[places[0]]];
  const isShort = (parts: readonly Part[]) =>
    parts.length > 0 && parts.length <= (parts[0].kind === "character" ? MOST_CHARACTERS : MOST_WORDS);
  return isShort(own) && isShort(other)
    ? { because: "value", ours: written(own), theirs: written(other) }
    : null;
}

/** What a statement is about: the first word of it. In scripts without spaces the first two characters. */
function subjectOf(parts: readonly Part[]): string {
  const first = parts.findIndex((part) => !isValue(part));
  if (first < 0) return "";
  const isCharacter = parts[first].kind === "character";
  return parts
    .slice(first, first + (isCharacter ? 2 : 1))
    .map(({ says }) => says)
    .join("");
}

/** Whether the subject of the first, where its verb tells where that ends, has a word that the other has nowhere. */
function haveOtherWords(a: readonly Part[], b: readonly Part[]): boolean {
  const said = new Set(b.map(({ says }) => says));
  return a.some((part) => part.isSubject && !isValue(part) && !said.has(part.says));
}

/** A label tells whom a statement is about, and nothing of it. */
function isEnough(shared: readonly Part[], ours: Statement, theirs: Statement): boolean {
  const labels = [ours, theirs].flatMap(({ label }) => label?.parts ?? []);
  const words = (parts: readonly Part[]) =>
    parts.filter((part) => !isValue(part) && !labels.includes(part)).length;
  const least = shared.some(({ kind }) => kind === "character") ? LEAST_CHARACTERS : LEAST_WORDS;
  const both = words(shared);
  return both >= least && both >= SHARED * Math.min(words(ours.parts), words(theirs.parts));
}

function written(parts: readonly Part[]): string {
  return quoted(parts.map((part) => part.written).join(parts[0].kind === "character" ? "" : " "));
}

function quoted(text: string): string {
  const characters = [...text];
  return characters.length <= QUOTED ? text : `${characters.slice(0, QUOTED).join("")}…`;
}
