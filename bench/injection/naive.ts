// What the screen and the scanner are compared with: the word list and the three patterns of the reference as its
// behaviour is described, and weights that were set by hand for the features of the request model.

import { folded } from "../../durable/text/screening/fold.ts";
import { type Feature, requestScore, statementFeatures } from "../../durable/text/screening/requests.ts";
import { screened } from "../../durable/text/screening/screen.ts";

const PHRASES = [
  ["ignore", "previous"],
  ["disregard", "previous"],
  ["ignore", "all", "previous"],
  ["forget", "your", "instructions"],
  ["new", "instructions"],
  ["you", "are", "now"],
  ["you", "are", "an"],
  ["act", "as"],
  ["assume", "a", "persona"],
  ["developer", "mode"],
  ["system", "prompt"],
  ["reveal", "prompt"],
  ["reveal", "your", "instructions"],
];
const ANYWHERE = ["jailbreak", "override"];
const LINE = /^\s*(?:system:|### instruction|### system(?:\s*$|:)|def |import |exec\(|eval\()/im;

/** The reference's verdict: runs of whole words, the same without blanks inside of a word, and beginnings of lines. */
export function isListed(text: string): boolean {
  const words = text
    .replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, "")
    .toLowerCase()
    .split(/\s+/);
  const hasRun = (phrase: readonly string[]) =>
    words.some((_, start) => phrase.every((word, index) => words[start + index] === word));
  return (
    PHRASES.some((phrase) => hasRun(phrase) || words.some((word) => word.includes(phrase.join("")))) ||
    words.some((word) => ANYWHERE.some((part) => word.includes(part))) ||
    LINE.test(text)
  );
}

const HAND: Readonly<Partial<Record<Feature, number>>> = {
  changes_reply: 3,
  form_reply: 1,
  reply_first: 2,
  makes_work: 2,
  makes_impersonal: 1,
  makes: 1,
  asks_kind: 1,
  asks_how_it_works: 2,
  asks_who_made: 2,
  asks_language: 2,
  asks_to_be_shown: 2,
  changes_form: 1,
  first_person: -1,
  third_person: -1,
  related: -1,
};
const HAND_BIAS = -2;

/** The screen with weights by hand in place of those that were learned. */
export function isFlaggedByHand(text: string): boolean {
  if (screened(text, { requests: false }).verdict !== "clean") return true;
  const weights = HAND as Readonly<Record<Feature, number>>;
  return statementFeatures(folded(text)).some((features) => {
    const known = new Set([...features].filter((feature) => weights[feature] !== undefined));
    return requestScore(known, weights, HAND_BIAS) >= 0;
  });
}

/** Where the reference finds personal data, by kind. */
export const NAIVE_FINDERS: Readonly<Record<string, RegExp>> = {
  email: /(?<=.)[A-Za-z0-9._+-]*@[A-Za-z0-9.-]+/gs,
  phone: /[\d +().-]{10,}/g,
  card: /\d{13,19}/g,
};
