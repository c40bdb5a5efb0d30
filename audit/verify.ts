// Checks whole chains of audit rows. In a chain of this product a row holds its own link too, so that the first row that
// is not what was written has a name. Rows of the other schemes hold that of the row before only: where two rows
// disagree, the later one is named.

import type { AuditRow, LinkScheme, PinnedScheme } from "./link.ts";

/** Says which row is the last. */
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
export function verifyChain(
  rows: Iterable<AuditRow & { readonly hash: string | null }>,
  scheme: PinnedScheme,
  pin: Pin | null,
): Verdict {
  let count = 0;
  let before: (AuditRow & { readonly hash: string | null }) | null = null;
  const broken = (brokenAt: number, reason: string): Verdict => ({ brokenAt, reason, rows: count });
  for (const row of rows) {
    count++;
    if (row.id !== count) return broken(count, "this row is missing");
    if (row.hash !== scheme.link(row)) return broken(count, "this row was changed");
    if (row.prev_hash !== (before?.hash ?? null))
      return broken(count, "this row did not follow the one before");
    before = row;
  }
  if (count < (pin?.id ?? 0)) return broken(count + 1, "this row is missing, and all that followed it");
  if (!before) return { brokenAt: null, reason: null, rows: count };
  if (!pin) return broken(count, "the pin of this last row is missing");
  if (count > pin.id) return broken(pin.id + 1, "this row was added behind the last one");
  if (scheme.pin(before) !== pin.hash) return broken(count, "the pin of this last row was changed");
  return { brokenAt: null, reason: null, rows: count };
}

/** As `verifyChain`, for exported chains of the reference: ids only grow, and rows before the first link may have none. */
export function verifyReferenceChain(rows: Iterable<AuditRow>, scheme: LinkScheme, pin: Pin | null): Verdict {
  let count = 0;
  let before: AuditRow | null = null;
  let isLinked = false;
  const broken = (brokenAt: number, reason: string): Verdict => ({ brokenAt, reason, rows: count });
  for (const row of rows) {
    count++;
    isLinked ||= row.prev_hash !== null;
    if (isLinked && row.prev_hash !== (before && scheme.link(before))) {
      return broken(row.id, "this row, or the one before, was changed");
    }
    before = row;
  }
  if (pin && before?.id !== pin.id) return broken(pin.id, "this row is not the last one");
  if (pin && before && scheme.link(before) !== pin.hash) return broken(pin.id, "this row was changed");
  return { brokenAt: null, reason: null, rows: count };
}
