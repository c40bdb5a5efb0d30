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
