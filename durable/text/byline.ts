// What a node goes by: its title, and who said it. A question that says these words asks for this node more than for
// others that hold the words of the question somewhere.

import { termsOf } from "./terms.ts";

const GOES_BY = ["title", "speaker"] as const;

/** Of a longer byline it is enough that so many terms are said. */
export const LONGEST_BYLINE = 4;

/** Terms of a node's byline, each once. `metadata` may hold anything; only strings under the known names count. */
export function bylineOf(metadata: Readonly<Record<string, unknown>>): string[] {
  const parts = GOES_BY.map((name) => metadata[name]).filter((part) => typeof part === "string");
  return [...termsOf(parts.join("\n")).keys()];
}

/** How much of a byline is said, 0 … 1, by how many of its terms are. */
export function shareSaid(said: number, size: number): number {
  return Math.min(1, said / Math.max(1, Math.min(size, LONGEST_BYLINE)));
}
