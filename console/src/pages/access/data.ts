// What the access page makes of tokens: how they stand, and until when a new one opens.

import type { TokenInfo } from "../../../../wire/directory.ts";

export type Standing = "active" | "expired" | "revoked";

export function standingOf({ revoked_at, expires_at }: TokenInfo, now: number): Standing {
  if (revoked_at !== null) return "revoked";
  return expires_at !== null && expires_at <= now ? "expired" : "active";
}

const DAY_MS = 24 * 3_600_000;

/** Lives to choose from, in days; 0: without an end. */
export const LIVES = [
  ["0", "It does not end"],
  ["1", "For a day"],
  ["7", "For a week"],
  ["30", "For 30 days"],
  ["90", "For 90 days"],
  ["365", "For a year"],
] as const;

/** When a token ends that is made now; undefined: never. */
export function endOf(days: number, now: number): number | undefined {
  return days === 0 ? undefined : now + days * DAY_MS;
}

/** How long a secret that was replaced still opens. */
export const GRACES = [
  ["0", "At once"],
  ["600000", "After 10 minutes"],
  ["3600000", "After an hour"],
  ["86400000", "After a day"],
] as const;

export const ROLE_SAYS = {
  reader: "reader: asks and looks",
  agent: "agent: also teaches and judges",
  reviewer: "reviewer: also decides what waits",
  owner: "owner: everything, access included",
} as const;
