// The place in a list that a page left off at, as a number.

import { Refusal } from "../../wire/errors.ts";

/** `of`: what the list is of, for whoever sent another cursor. */
export function ordinalIn(cursor: string, of: string): number {
  const ordinal = /^\d{1,15}$/.test(cursor) ? Number(cursor) : Number.NaN;
  if (Number.isSafeInteger(ordinal)) return ordinal;
  throw new Refusal("invalid_request", `cursor must be the next_cursor of an earlier page of ${of}`);
}
