// What a user's turn says about the answer before it, and what it tells to be known: found by words, in English, and
// rather missed than guessed. A language model finds more, in any language.

import { firstCharacters } from "./characters.ts";
import { digestOf } from "./digest.ts";
import type { EventType, LearningEvent } from "./learning-events.ts";
import { collapsed } from "./lines.ts";

export type Reaction = "wrong" | "right";

/** Beyond this a turn is a task or a document. */
const LONGEST_REACTION = 600;
const LONGEST_LESSON = 600;
const FEWEST_WORDS = 4;

const WRONG = [
  /^(?:no|nope|wrong|incorrect|not (?:quite|correct|right|true))\b(?!\s+(?:problem|worries|idea|need|matter|one|doubt|rush|longer|more|less)\b)/i,
  /\b(?:that|this|it)(?:'s|’s| is| was)(?: just| simply| still)? (?:wrong|incorrect|not (?:right|correct|true|what)|outdated)\b/i,
  /\byou(?:'re|’re| are| were) (?:wrong|mistaken)\b/i,
  /\bnot what i (?:asked|meant|said|wanted)\b/i,
  /^actually,? (?:it|that|we|the)\b/i,
];
const RIGHT = [
  /^(?:thanks|thank you|thx|perfect|great|excellent|exactly|correct|awesome|nice)\b/i,
  /^(?:yes|yep),? (?:that(?:'s|’s| is|)|exactly|correct|perfect|it works)\b/i,
  /^that(?:'s|’s| is) (?:right|correct|it|perfect|exactly)\b/i,
  /^(?:that |it )?works?\b/i,
];
const TEACHING =
  /^(?:please )?(?:remember|note|keep in mind)\b|\bfrom now on\b|\bfor future reference\b|^(?:please )?(?:always|never)\b|\b(?:we|you|they) (?:always|never|must)\b|\bour (?:policy|rule|convention)\b|\bi prefer\b/i;
/** What a correction begins with before it says what is right. */
const OBJECTION =
  /^(?:(?:no|nope|wrong|incorrect|actually|sorry|but|not (?:quite|correct|right|true)|(?:that|this|it)(?:'s|’s| is| was) (?:wrong|incorrect|not (?:right|correct|true)|outdated)|you(?:'re|’re| are) (?:wrong|mistaken))\b[\s,.:;!–—-]*)+/i;

/** How a turn judges the answer before it; null: it does not. */
export function reactionIn(turn: string): Reaction | null {
  const text = collapsed(turn);
  if (text.length > LONGEST_REACTION) return null;
  if (WRONG.some((pattern) => pattern.test(text))) return "wrong";
  return RIGHT.some((pattern) => pattern.test(text)) ? "right" : null;
}

/** Whether a turn wants to know something, whatever else it says. */
export function asksSomething(turn: string): boolean {
  return /[?？]/.test(turn);
}

/** What a turn says is right in place of the answer before it; null where it only objects. */
export function correctionIn(turn: string): LearningEvent | null {
  if (reactionIn(turn) !== "wrong" || asksSomething(turn)) return null;
  const content = collapsed(turn).replace(OBJECTION, "");
  return isSaid(content) ? eventOf("CORRECTION", content) : null;
}

/** What a turn says is to be known from now on. */
export function teachingsIn(turn: string): LearningEvent[] {
  return turn
    .split(/(?<=[.!?。！？])\s+|\n/)
    .map(collapsed)
    .filter((sentence) => TEACHING.test(sentence) && !asksSomething(sentence) && isSaid(sentence))
    .map((sentence) => eventOf("TEACHING", sentence));
}

function isSaid(content: string): boolean {
  return content.length <= LONGEST_LESSON && content.split(" ").length >= FEWEST_WORDS;
}

function eventOf(type: EventType, said: string): LearningEvent {
  const content = firstCharacters(said, LONGEST_LESSON);
  return { type, content, contentHash: digestOf(content), severity: "medium", context: "" };
}
