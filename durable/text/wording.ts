// The wording of a text, whatever its letter case, its blanks, what is not seen in it, the marks that end its sentences, and how its
// numbers are written: what two texts must share to be the same text written twice.

import { withDigits } from "./numerals.ts";

/** Marks that say nothing of what is stated. A question is no statement, and a sign before a number is part of it. */
const MARKS = /^[¡¿"'“”„«»‘’(]+|[.,;:!…"'“”«»‘’)。、，！；：．]+$/gu;
/** Between letters, or instead of nothing: what is read is the same. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

export function wordingOf(text: string): string {
  const plain = text.toWellFormed().replace(UNSEEN, "").normalize("NFKC").toLowerCase();
  return withDigits(plain)
    .split(/\s+/)
    .map((word) => word.replace(MARKS, ""))
    .filter((word) => word !== "")
    .join(" ");
}
