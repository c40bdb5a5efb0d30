// Checks a chain of audit rows. A row is vouched for by the row after it, whose `prev_hash` is its link, and the last
// one by the pin. Where two rows disagree, the later one is broken if nothing vouches for it either, else the earlier.

import type { AuditRow, LinkScheme } from "./link.ts";

/** Says which row is the last, in words that the rows themselves don't hold. */
export interface Pin {
  readonly id: number;
  readonly hash: string;
}

export interface Verdict {
  /** Id of the first row that is not what was written, or is missing; null when the chain is whole. */
  readonly brokenAt: number | null;
  readonly reason: string | null;
  /** Rows that were looked at. */
  readonly rows: number;
}

/** Checks rows in the order of their ids, and that they end where the pin says. */
export function verifyChain(rows: Iterable<AuditRow>, scheme: LinkScheme, pin: Pin | null): Verdict {
  let count = 0;
  let before: AuditRow | null = null;
  let isLinked = scheme.strict;
  const broken = (brokenAt: number, reason: string): Verdict => ({ brokenAt, reason, rows: count });
  for (const [row, after] of withNext(rows)) {
    count++;
    if (scheme.strict && row.id !== count) return broken(count, "this row is missing");
    isLinked ||= row.prev_hash !== null;
    if (isLinked && row.prev_hash !== (before && scheme.link(before))) {
      if (before && isVouchedFor(row, after)) return broken(before.id, "this row was changed");
      return broken(row.id, "this row was changed, or its link to the row before");
    }
    before = row;
  }
  if (!pin) {
    return before && scheme.strict ? broken(before.id, "the pin of this last row is missing") : whole();
  }
  if (!before) return broken(scheme.strict ? 1 : pin.id, "all rows are missing");
  if (before.id < pin.id) return broken(before.id + 1, "this row is missing, and all that followed it");
  if (before.id > pin.id) return broken(pin.id + 1, "this row was added behind the last one");
  return scheme.pin(before) === pin.hash ? whole() : broken(before.id, "this row was changed, or its pin");

  function whole(): Verdict {
    return { brokenAt: null, reason: null, rows: count };
  }
  function isVouchedFor(row: AuditRow, after: AuditRow | null): boolean {
    return after ? after.prev_hash === scheme.link(row) : pin?.hash === scheme.pin(row);
  }
}

function* withNext(rows: Iterable<AuditRow>): Iterable<[AuditRow, AuditRow | null]> {
  let row: AuditRow | null = null;
  for (const next of rows) {
    if (row) yield [row, next];
    row = next;
  }
  if (row) yield [row, null];
}
