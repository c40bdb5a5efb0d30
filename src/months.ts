// Calendar months in UTC, by which use is counted.

/** YYYY-MM. */
export function monthOf(now: number): string {
  return new Date(now).toISOString().slice(0, 7);
}

/** When the month of `now` is over, milliseconds since 1970. */
export function endOfMonth(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

export function secondsLeftIn(now: number): number {
  return Math.ceil((endOfMonth(now) - now) / 1000);
}
