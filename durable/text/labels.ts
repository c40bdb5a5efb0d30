// What tells a thing from others of its kind in the subject of a sentence: room A, server 2, the first gate, 第一会议室. Two
// statements with other labels are about two things, however alike they read. Behind the verb the same is a value.

import { isValue, type Part } from "./statement.ts";
import { COUNTERS, COUNTING, isUnit, NUMERALS, ONES, WHICH } from "./subject-words.ts";
import { isVerb } from "./verbs.ts";

export interface Label {
  /** The subject without it. */
  readonly of: string;
  readonly says: string;
  readonly parts: readonly Part[];
}

/** Parts of a subject that is not told by a verb, at most. */
const MOST_PARTS = 3;
const MOST_CHARACTERS = 6;
const LETTER = /^\p{Lu}$/u;
/** A code: letters with a number. */
const CODE = /^(?=.*\p{L})(?=.*\p{N})/u;

/** What a statement's subject is labelled with; null where it is not. */
export function labelOf(parts: readonly Part[]): Label | null {
  const subject = subjectOf(parts);
  const isLabel = isUnspaced(parts) ? isLabelCharacter : isLabelWord;
  const labels = subject.filter((_, at) => isLabel(parts, at));
  if (labels.length === 0) return null;
  const isKnown = subject[0].isSubject;
  // Where no verb tells the end of a subject, it ends behind its label, or behind the noun that the label is of.
  const end = isKnown ? subject.length : Math.max(parts.indexOf(labels[labels.length - 1]) + 1, 2);
  const rest = subject.slice(0, end).filter((part) => !labels.includes(part) && !isValue(part));
  const of = rest.map(({ says }) => says).join(" ");
  return of === "" ? null : { of, says: labels.map(saidBy).join(" "), parts: labels };
}

export function sameLabel(a: Label | null, b: Label | null): boolean {
  return a?.of === b?.of && a?.says === b?.says;
}

/** Whether two labels are of the same kind of thing, and tell two of them. */
export function areApart(a: Label | null, b: Label | null): boolean {
  return a !== null && b !== null && a.of === b.of && a.says !== b.says;
}

function subjectOf(parts: readonly Part[]): readonly Part[] {
  const told = parts.filter(({ isSubject }) => isSubject);
  if (told.length > 0) return told;
  return parts.slice(0, isUnspaced(parts) ? MOST_CHARACTERS : MOST_PARTS);
}

function isUnspaced(parts: readonly Part[]): boolean {
  return parts.slice(0, 2).some(({ kind }) => kind === "character");
}

function isLabelWord(parts: readonly Part[], at: number): boolean {
  const [part, before, behind] = [parts[at], parts[at - 1], parts[at + 1]];
  if (!behind || (before && COUNTING.has(before.says))) return false;
  if (WHICH.has(part.says)) return (at === 0 || part.isSubject) && behind.joins && !isValue(behind);
  const isNumber = part.kind === "number";
  if (isNumber && CODE.test(part.written)) return at === 0 || isBehindNoun(parts, at);
  if (at === 0) return isCounted(part, behind);
  if (isNumber && part.isTagged && !parts.slice(0, at).some(isVerb)) return true;
  if (LETTER.test(part.written)) return part.isSubject || isBehindNoun(parts, at);
  if (!isNumber && !ONES.has(part.says)) return false;
  if (isUnit(behind.says)) return false;
  const isLast = part.isSubject && !behind.isSubject;
  return part.joins && (isLast || (at === 1 && isBehindNoun(parts, at)));
}

/** A number or letter that begins a sentence, and the word that makes it a label. */
function isCounted(part: Part, behind: Part): boolean {
  return (
    (part.kind === "number" && COUNTERS.has(behind.says)) || (LETTER.test(part.written) && part.isSubject)
  );
}

/** Behind the first words, with more to follow; a verb has ended no subject yet. */
function isBehindNoun(parts: readonly Part[], at: number): boolean {
  const isEnded = parts[0].isSubject && !parts[at].isSubject;
  const isNoun = parts[at].joins && parts[at - 1].kind === "word" && !COUNTING.has(parts[0].says);
  return isNoun && !isEnded && parts.slice(at + 1).length > 0;
}

function isLabelCharacter(parts: readonly Part[], at: number): boolean {
  const [part, before, behind] = [parts[at], parts[at - 1], parts[at + 1]];
  const isEnd = behind !== undefined && part.isSubject && !behind.isSubject;
  const isCounter = behind !== undefined && COUNTERS.has(behind.says);
  if (part.kind === "character")
    return NUMERALS.has(part.says) && (before?.says === "第" || isCounter || isEnd);
  if (part.kind === "word") return LETTER.test(part.written) && part.isSubject;
  if (part.kind !== "number" || (behind && isUnit(behind.says))) return false;
  return part.isSubject || (at === 0 && isCounter) || before?.says === "第";
}

function saidBy({ says }: Part): string {
  return ONES.has(says) ? "1" : (WHICH.get(says) ?? says);
}
