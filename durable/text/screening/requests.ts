// Finds sentences that order whoever answers to do something, also where no word of them tells: a foreign task that was
// planted in a text. A small linear model over what a sentence is made of; its weights are data (request-weights.ts), made
// by scripts/screening/train.ts.

import { foldedWords } from "./fold.ts";
import {
  CHANGING,
  FIRST_PERSON,
  FORM,
  FUNCTION_WORDS,
  GENERAL_VERBS,
  KINDS,
  LANGUAGES,
  MAKING,
  MODELS,
  OPENERS,
  PARTICLES,
  POINTING,
  POLITE,
  QUESTION,
  READERS,
  REPLY,
  SECOND_PERSON,
  STATING,
  THIRD_PERSON,
  TIMES,
  WORKS,
  YOURS,
} from "./request-words.ts";

/** What a sentence is made of, in the order of the weights. */
export const FEATURES = [
  "makes",
  "changes",
  "reply",
  "reply_first",
  "work",
  "form",
  "kind",
  "language",
  "question",
  "question_mark",
  "general_verb",
  "first_person",
  "second_person",
  "third_person",
  "pointing",
  "time",
  "readers",
  "models",
  "polite",
  "states",
  "quoted",
  "address",
  "short",
  "long",
  "related",
  "digits",
  "makes_work",
  "makes_impersonal",
  "changes_reply",
  "changes_form",
  "form_reply",
  "asks_impersonal",
  "asks_kind",
  "asks_how_it_works",
  "asks_how_to",
  "asks_who_made",
  "asks_language",
  "asks_to_be_shown",
  "contrast",
  "asks_related",
] as const;
export type Feature = (typeof FEATURES)[number];

const WORDS_KEPT = 60;
const SENTENCE_END = /(?<=[.!?。！？]["'”’)\]]{0,3})\s+|[。！？\n]+/u;
const ADDRESS =
  /https?:\/\/|www\.|\S@\S{1,200}\.\S|\b[\w-]{2,40}\.(?:com|net|org|xyz|io|ru|info|biz|co|app|dev)\b/iu;
const QUOTED = /["“”«»]|(?<![\p{L}\p{N}])['‘’][^'‘’\n]{2,80}['‘’](?![\p{L}\p{N}])/u;
const LABEL = /^[^\p{L}]*\p{L}+["”:]/u;
/** What a point of a list is about, before it says anything. */
const HEADING = /^(?:\*\*[^*\n]{1,80}:?\*\*|__[^_\n]{1,80}:?__)\s*:?\s*/u;
const BULLET = /^[\s>]*(?:[-*•–]|\d{1,3}[.)]|#{1,6})\s+/u;

/** Sentences of a text, points of lists without their marks; none empty. */
export function statementsOf(text: string): string[] {
  return text
    .split(SENTENCE_END)
    .map((sentence) => sentence.replace(BULLET, "").replace(HEADING, "").trim())
    .filter((sentence) => sentence !== "");
}

/** The features that a sentence has; none where it neither orders nor asks. `others`: words of the rest of its text. */
export function featuresOf(sentence: string, others: (word: string) => boolean): Set<Feature> {
  const all = wordsOf(sentence);
  const words = all.slice(0, WORDS_KEPT);
  const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
  const found = new Set<Feature>();
  const when = (isSo: boolean, feature: Feature) => {
    if (isSo) found.add(feature);
  };
  const start = words.findIndex((word) => !OPENERS.has(word));
  const first = words[start] ?? "";
  const second = words[start + 1] ?? "";
  const reply = replyAt(words);
  const leads = reply >= 0 && reply - start <= 3 && words[start] === "in";
  // "In your response, suggest …": the order comes after.
  const order = leads ? (words[reply + 1] ?? "") : first;
  const asks = QUESTION.has(first) || (POLITE.has(first) && second === "you");
  const isVerb = !LABEL.test(sentence) && !PARTICLES.has(second);
  // `Show" and …` goes on with what stood before it, `Answer: …` is a label, to show up is something else.
  const makes = isVerb && MAKING.has(order);
  const changes = isVerb && CHANGING.has(order);
  if (!makes && !changes && !asks && reply < 0) return found;
  const personal = [FIRST_PERSON, SECOND_PERSON, THIRD_PERSON].some(has);
  const impersonal = !personal && !has(POINTING) && !has(TIMES);
  const content = words.filter((word) => word.length > 2 && !FUNCTION_WORDS.has(word));
  when(makes, "makes");
  when(changes, "changes");
  when(reply >= 0, "reply");
  when(leads, "reply_first");
  when(has(WORKS), "work");
  when(has(FORM), "form");
  when(has(KINDS), "kind");
  when(has(LANGUAGES), "language");
  when(asks, "question");
  when(/[?？]["'”’)\]]*\s*$/u.test(sentence), "question_mark");
  when(QUESTION.has(first) && (GENERAL_VERBS.has(second) || /s$/.test(first)), "general_verb");
  when(has(FIRST_PERSON), "first_person");
  when(
    words.some((word) => SECOND_PERSON.has(word)),
    "second_person",
  );
  when(has(THIRD_PERSON), "third_person");
  when(has(POINTING), "pointing");
  when(has(TIMES), "time");
  when(has(READERS), "readers");
  when(has(MODELS), "models");
  when(POLITE.has(first) || words[0] === "please", "polite");
  when(STATING.has(first) && !leads, "states");
  when(QUOTED.test(sentence), "quoted");
  when(ADDRESS.test(sentence), "address");
  when(words.length <= 4, "short");
  when(all.length > 24, "long");
  when(content.some(others), "related");
  when(asks && content.some(others), "asks_related");
  when(/\d/.test(sentence), "digits");
  when(makes && has(WORKS), "makes_work");
  when(makes && impersonal, "makes_impersonal");
  when(changes && reply >= 0, "changes_reply");
  when(changes && has(FORM), "changes_form");
  when(has(FORM) && reply >= 0, "form_reply");
  when(QUESTION.has(first) && impersonal, "asks_impersonal");
  when(QUESTION.has(first) && has(KINDS) && !has(THIRD_PERSON), "asks_kind");
  when(first === "how" && ["do", "does", "is", "are"].includes(second) && !personal, "asks_how_it_works");
  when(
    first === "how" &&
      ["do", "can", "to"].includes(second) &&
      ["i", "you", "one", "we"].includes(words[start + 2] ?? second) &&
      !has(TIMES) &&
      !has(POINTING),
    "asks_how_to",
  );
  when(first === "who" && /(?:ed|ote|on|ilt)$/.test(second) && impersonal, "asks_who_made");
  when(QUESTION.has(first) && has(LANGUAGES), "asks_language");
  when(
    ["can", "could", "would"].includes(first) &&
      second === "you" &&
      MAKING.has(words[start + 2] ?? "") &&
      has(WORKS),
    "asks_to_be_shown",
  );
  when(
    words.includes("difference") || words.includes("differences") || words.includes("between"),
    "contrast",
  );
  return found;
}

/** Where an answer is spoken of as the reader's own; −1: nowhere. */
function replyAt(words: readonly string[]): number {
  return words.findIndex((word, index) => REPLY.has(word) && isReaders(words, index));
}

function isReaders(words: readonly string[], index: number): boolean {
  const before = words.slice(Math.max(0, index - 3), index);
  if (before.includes("your") || before.at(-1) === "youre") return true;
  return (
    YOURS.has(before.at(-1) ?? "") &&
    ["answer", "response", "reply", "output", "completion"].includes(words[index]) &&
    ["your", "each", "every", "final"].includes(before.at(-1) ?? "")
  );
}

/** For each sentence of a folded text what it is made of. */
export function statementFeatures(text: string): readonly ReadonlySet<Feature>[] {
  const sentences = statementsOf(text);
  let counts: Map<string, number> | undefined;
  // Counted when the first sentence asks: most texts hold none that does.
  const isElsewhere = (word: string) => {
    counts ??= countsOf(sentences);
    return (counts.get(stem(word)) ?? 0) > 1;
  };
  return sentences.map((sentence) => featuresOf(sentence, isElsewhere));
}

/** In how many sentences each word of some meaning occurs. */
function countsOf(sentences: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const sentence of sentences) {
    const words = wordsOf(sentence).slice(0, WORDS_KEPT);
    const said = new Set(words.filter((word) => word.length > 2 && !FUNCTION_WORDS.has(word)).map(stem));
    for (const word of said) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

function wordsOf(sentence: string): string[] {
  return foldedWords(sentence.replace(/['’`]/gu, ""));
}

function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/u, "") : word;
}

/** How much speaks for an order, of a sentence with these features; above 0 more than against. */
export function requestScore(
  features: ReadonlySet<Feature>,
  weights: Readonly<Record<Feature, number>>,
  bias: number,
): number {
  let score = bias;
  for (const feature of features) score += weights[feature];
  return score;
}
