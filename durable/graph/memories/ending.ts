// When a memory ends: when somebody ended it, when its time is over, or when a newer version took its place. Told from what is
// known of it, so that it is over at that very moment, whether or not anything ran since.

import type { MemoryRecord } from "./memory-record.ts";

/** A session ends when it was of no use for so long. */
export const SESSION_MS = 24 * 3_600_000;

type Life = Pick<
  MemoryRecord,
  "scope" | "ttlSeconds" | "createdAt" | "lastAccessed" | "validUntil" | "validFrom" | "validTo"
>;

/** `replaced`: since when a newer version holds; null: there is none. Null: it has no end. */
export function endOf(memory: Life, replaced: number | null): number | null {
  // What was ended says when; a version that came later holds no earlier than that.
  if (memory.validTo !== null) return memory.validTo;
  const ends = [replaced === null ? null : Math.max(replaced, memory.validFrom ?? replaced), lifeEnd(memory)];
  const known = ends.filter((end) => end !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** The first moment at which a memory is over by its scope. */
export function lifeEnd({ scope, ttlSeconds, createdAt, lastAccessed, validUntil }: Life): number | null {
  if (scope === "ttl") return ttlSeconds ? createdAt + ttlSeconds * 1000 + 1 : null;
  if (scope === "session") return (lastAccessed ?? createdAt) + SESSION_MS + 1;
  return validUntil === null ? null : validUntil + 1;
}
