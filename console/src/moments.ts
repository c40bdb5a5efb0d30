// Moments as fields of date and time have them, in the time of this place.

/** Milliseconds; undefined for what is no time. */
export function momentIn(text: string | null): number | undefined {
  const at = text === null || text === "" ? Number.NaN : new Date(text).getTime();
  return Number.isNaN(at) ? undefined : at;
}

/** The other way. */
export function fieldOf(at: number | null): string {
  if (at === null) return "";
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
