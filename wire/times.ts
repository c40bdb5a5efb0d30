// Instants and durations as people write them, in milliseconds. A date alone is its first instant, and as an upper bound its last
// second; a duration is so long before now.

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
const DURATION = /^(?:\d+(?:\.\d+)?[smhd])+$/;
const PART = /(\d+(?:\.\d+)?)([smhd])/g;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const PARTIAL = /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/;
const LAST_SECOND_MS = UNIT_MS.d - UNIT_MS.s;

/** Null for what is no duration. */
export function durationOf(text: string): number | null {
  if (!DURATION.test(text)) return null;
  return [...text.matchAll(PART)].reduce((sum, [, count, unit]) => sum + Number(count) * UNIT_MS[unit], 0);
}

/** Null for what is no time. */
export function timeOf(text: string, now: number, asUpperBound = false): number | null {
  const back = durationOf(text);
  if (back !== null) return back > 0 ? now - back : null;
  if (DAY.test(text)) {
    const first = instantOf(text);
    return first === null ? null : first + (asUpperBound ? LAST_SECOND_MS : 0);
  }
  return TIME.exec(text)?.[1] ? instantOf(text) : null;
}

/** The first instant of a year, a month or a day, or a time; without a zone it is that of Greenwich. Null for anything else. */
export function instantOf(text: string): number | null {
  const time = TIME.exec(text);
  if (!time && !PARTIAL.test(text)) return null;
  const parsed = Date.parse(time && !time[1] ? `${text}Z` : text);
  if (Number.isNaN(parsed)) return null;
  // The parser turns the 30th of February into a day of March.
  const day = text.slice(0, 10);
  const isReal = !DAY.test(day) || new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) === day;
  return isReal ? parsed : null;
}

const MILLISECONDS = /^\d{9,16}$/;

/** A moment as requests have it: milliseconds since 1970, or whatever `timeOf` reads. Null for anything else. */
export function momentOf(value: number | string, now: number, asUpperBound = false): number | null {
  if (typeof value === "number") return value;
  return MILLISECONDS.test(value) ? Number(value) : timeOf(value, now, asUpperBound);
}
