// Texts put together into requests: in order, each within the limits of one request.

import type { RequestLimits } from "./limits.ts";

/**
 * Runs of neighbours, each of at most `items` members and `tokens` in sum. Every member is in exactly one run;
 * one that is above the sum by itself is a run of its own.
 */
export function batchesOf<Member extends { readonly tokens: number }>(
  members: readonly Member[],
  { items, tokens }: Pick<RequestLimits, "items" | "tokens">,
): Member[][] {
  const batches: Member[][] = [];
  let sum = 0;
  for (const member of members) {
    const batch = batches.at(-1);
    if (!batch || batch.length >= items || sum + member.tokens > tokens) {
      batches.push([member]);
      sum = member.tokens;
    } else {
      batch.push(member);
      sum += member.tokens;
    }
  }
  return batches;
}
