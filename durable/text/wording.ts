// The wording of a text, whatever its letter case, its blanks, the marks that end its sentences, and how its numbers are written: what
// two texts must share to be the same text written twice.

import { withDigits } from "./numerals.ts";

/** Marks that say nothing of what is stated. A question is no statement, and a sign before a number is part of it. */
const MARKS = /^[¡¿"'“”„«»‘’(]+|[.,;:!…"'“”«»‘’)。、，！；：．]+$/gu;

export function wordingOf(text: string): string {
  const words = withDigits(text.toWellFormed().normalize("NFKC").toLowerCase()).split(/\s+/);
  return words
    .map((word) => word.replace(MARKS, ""))
    .filter((word) => word !== "")
    .join(" ");
}
