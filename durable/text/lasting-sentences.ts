// Which sentences of what a user said should last, and why the others are passed over: by their words, in several languages.

import { firstBytes } from "./bytes.ts";
import { quotedIn } from "./own-words.ts";
import { repetitionsOf } from "./quoted-back.ts";
import { sentencesOf } from "./sentences.ts";
import { isWorthKeeping } from "./worth-keeping.ts";

/** Bytes of a sentence; one that is longer is cut, and most likely is none. */
const SENTENCE_BYTES = 2_000;
/** Sentences of one turn; who pastes more is not telling what should last. */
const MOST_SENTENCES = 10;

export interface HeardSentence {
  readonly sentence: string;
  /** Null: it should last. */
  readonly passedOver: "nothing_lasting" | "recalled" | "too_many" | null;
}

/** Each once, in the order in which they were said. `recalled`: what memory showed, so that none of it is taken for new. */
export function heardSentences(
  said: readonly string[],
  {
    recalled,
    triggers = [],
  }: { readonly recalled: readonly string[]; readonly triggers?: readonly string[] },
): HeardSentence[] {
  const isRepeated = repetitionsOf(recalled);
  const heard = new Map<string, HeardSentence["passedOver"]>();
  let kept = 0;
  for (const { whole, isQuoted } of said.flatMap(sentencesIn)) {
    const sentence = firstBytes(whole, SENTENCE_BYTES).trimEnd();
    if (heard.has(sentence)) continue;
    if (isQuoted || !isWorthKeeping(whole, triggers)) heard.set(sentence, "nothing_lasting");
    else if (isRepeated(whole)) heard.set(sentence, "recalled");
    else heard.set(sentence, ++kept > MOST_SENTENCES ? "too_many" : null);
  }
  return [...heard].map(([sentence, passedOver]) => ({ sentence, passedOver }));
}

function sentencesIn(text: string): { readonly whole: string; readonly isQuoted: boolean }[] {
  const isQuoted = quotedIn(text);
  return sentencesOf(text).map((whole) => ({ whole, isQuoted: isQuoted(whole) }));
}

/** Those that should last. */
export function lastingSentences(...asked: Parameters<typeof heardSentences>): string[] {
  return heardSentences(...asked)
    .filter(({ passedOver }) => passedOver === null)
    .map(({ sentence }) => sentence);
}
