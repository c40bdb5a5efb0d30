// What a meter keeps, and how a batch is added to it: once, however often it is delivered.
// Everything here is bounded, since the whole of it is written with every batch.

import * as z from "zod";
import { COUNTED, Counts } from "../wire/usage.ts";

/** Months that are kept, the present one included. */
const MONTHS = 13;
/** Tokens of a month that are counted apart. */
const TOKENS = 100;
/** Ids of batches that are remembered: those of the last moments, of many isolates. */
const BATCHES = 128;

/** The token that stands for all that are not counted apart. */
export const OTHER_TOKENS = "other";

const TokenCounts = z.array(z.tuple([z.string(), Counts]));

export const Month = z.object({ total: Counts, tokens: TokenCounts });
export type Month = z.infer<typeof Month>;

export const Usage = z.object({
  ...Month.shape,
  earlier: z.array(z.object({ month: z.string(), total: Counts })),
});
/** A month of a tenant, and the totals of those before it, newest first. */
export type Usage = z.infer<typeof Usage>;

/** What an isolate has counted of one tenant in one month. */
export interface Batch {
  readonly id: string;
  /** YYYY-MM. */
  readonly month: string;
  readonly tokens: readonly (readonly [token: string, counts: Counts])[];
}

export interface Ledger {
  months: Record<string, Month>;
  /** Ids of batches that were added, oldest first. */
  batches: string[];
}

export function nothing(): Counts {
  return { queries: 0, reads: 0, writes: 0, embedded_characters: 0, model_calls: 0 };
}

export function add(counts: Counts, more: Counts): void {
  for (const name of COUNTED) counts[name] += more[name];
}

/** Adds a batch, and returns the total of its month. */
export function record(ledger: Ledger, { id, month: name, tokens }: Batch): Counts {
  ledger.months[name] ??= { total: nothing(), tokens: [] };
  const month = ledger.months[name];
  if (!ledger.batches.includes(id)) {
    ledger.batches = [...ledger.batches, id].slice(-BATCHES);
    for (const [token, counts] of tokens) {
      add(month.total, counts);
      add(countsOf(month.tokens, token), counts);
    }
    forgetOld(ledger);
  }
  return month.total;
}

export function usageOf({ months }: Ledger, name: string): Usage {
  const earlier = Object.keys(months)
    .filter((other) => other < name)
    .sort()
    .reverse()
    .map((month) => ({ month, total: months[month].total }));
  return { ...(months[name] ?? { total: nothing(), tokens: [] }), earlier };
}

function countsOf(tokens: Month["tokens"], token: string): Counts {
  const counted = tokens.find(([known]) => known === token);
  if (counted) return counted[1];
  if (tokens.length >= TOKENS && token !== OTHER_TOKENS) return countsOf(tokens, OTHER_TOKENS);
  const counts = nothing();
  tokens.push([token, counts]);
  return counts;
}

/** Of months that are over only their totals are of interest. */
function forgetOld(ledger: Ledger): void {
  const [newest, ...older] = Object.keys(ledger.months).sort().reverse();
  for (const month of older) ledger.months[month].tokens = [];
  for (const month of [newest, ...older].slice(MONTHS)) delete ledger.months[month];
}
