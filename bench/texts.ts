// Texts for measuring: sentences of made-up words, the common ones much more often than the rare ones.

import { draws } from "./generator.ts";

const SYLLABLES = [
  "ba",
  "cor",
  "den",
  "fi",
  "gra",
  "hul",
  "in",
  "jo",
  "kep",
  "lum",
  "mar",
  "no",
  "pri",
  "qua",
  "ros",
  "ste",
];
const VOCABULARY = 4_096;
const WORDS = { least: 12, more: 20 } as const;

/** Sentences without end, the same for a seed everywhere. */
export function* sentences(seed: number): Generator<string, never> {
  const draw = draws(seed);
  for (;;) {
    const count = WORDS.least + Math.floor(draw() * WORDS.more);
    // Squaring crowds the draws near 0, so that few words make up most of a text, as in any language.
    yield Array.from({ length: count }, () => word(Math.floor(draw() ** 2 * VOCABULARY))).join(" ");
  }
}

/** Word number 0…4095: three syllables, one a hexadecimal digit. */
function word(number: number): string {
  return SYLLABLES[number >> 8] + SYLLABLES[(number >> 4) & 15] + SYLLABLES[number & 15];
}

const ENGLISH = {
  small:
    `the a of to in and for with on from by at is was are were that this it which when after before because not
    only every more than as about into over between while until also still without under`.split(/\s+/),
  large:
    `server database backup customer invoice release password certificate office printer meeting report payment
    network storage queue worker memory traffic deploy cluster region account budget contract warehouse order refund
    engineer manager team project schedule deadline ticket error warning timeout retry latency cache index query table
    column record archive export import setting feature version branch review test failure alert dashboard metric
    disk volume host gateway proxy token session login permission policy audit region supplier delivery stock price
    kitchen garden holiday morning evening weekend train bicycle coffee lunch doctor school music book language answer
    question reason decision change problem solution example reminder preference habit birthday travel hotel flight
    old new slow fast daily weekly manual automatic private public broken stable missing large small early late
    runs stops fails needs keeps moves sends reads writes opens closes starts ends grows shrinks returns rejects allows
    expires renewed restarted approved cancelled booked measured replaced agreed E4471 OOMKilled db-prod-02 429 09:30`.split(
      /\s+/,
    ),
} as const;

/** Sentences without end in English words, as far as their mix of words goes; the same for a seed everywhere. */
export function* englishSentences(seed: number): Generator<string, never> {
  const draw = draws(seed);
  const one = (words: readonly string[]) => words[Math.floor(draw() * words.length)];
  for (;;) {
    const count = WORDS.least + Math.floor(draw() * WORDS.more);
    yield `${Array.from({ length: count }, () => one(draw() < 0.4 ? ENGLISH.small : ENGLISH.large)).join(" ")}.`;
  }
}

/** Texts without end of English sentences, of `least` to `most` characters. */
export function* englishTexts(seed: number, least: number, most: number): Generator<string, never> {
  const draw = draws(seed);
  const next = englishSentences(seed + 1);
  for (;;) {
    const length = least + Math.floor(draw() * (most - least + 1));
    let text = next.next().value;
    while (text.length < length) text += ` ${next.next().value}`;
    yield text.slice(0, length);
  }
}
