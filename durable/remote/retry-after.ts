// How long a provider asks to wait, and how long we wait by ourselves.

import { TALK } from "./limits.ts";

/** Milliseconds of a `Retry-After` header, given in seconds or as a date; null where it says nothing of use. */
export function retryAfterOf(header: string | null, now: number): number | null {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1_000);
  // A bare number is no date, though Date.parse would take it for a year.
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/**
 * Milliseconds before the next attempt after `failures` of them: doubling, the upper half left to chance,
 * never less than what the provider asked for.
 */
export function pauseAfter(failures: number, chance: number, retryAfterMs: number | null): number {
  const doubled = Math.min(TALK.longestPauseMs, TALK.firstPauseMs * 2 ** (failures - 1));
  return Math.max(Math.round(doubled * (0.5 + chance / 2)), retryAfterMs ?? 0);
}
