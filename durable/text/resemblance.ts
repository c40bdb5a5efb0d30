// How much of what two texts say is the same, by their terms: shared ones over all, 0 … 1.

import { termsOf } from "./terms.ts";

export type Terms = ReadonlySet<string>;

export function termSetOf(text: string): Terms {
  return new Set(termsOf(text).keys());
}

export function resemblance(a: Terms, b: Terms): number {
  const [fewer, more] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const term of fewer) if (more.has(term)) shared++;
  const all = a.size + b.size - shared;
  return all === 0 ? 1 : shared / all;
}
