// What memory says stands in a fence, as a question's context does: numbered, between markers with a value that no stored text can know.

import { type ContextEntry, fencedContext } from "../durable/text/context.ts";

/** Characters of one answer: more than that a host does not hand to its model. */
export const MOST_CHARACTERS = 40_000;

/** Entries as one block, and how many did not fit into it. */
export function fenced(entries: readonly ContextEntry[], most = MOST_CHARACTERS) {
  const { text, skippedIds } = fencedContext(entries, newNonce(), most);
  return { text, left: skippedIds.length };
}

/** One piece of memory; its id stands beside what it is. */
export function entry(id: string, kind: string, text: string, more: readonly string[] = []): ContextEntry {
  return { id, kind, citation: [`id ${id}`, ...more].join(", "), text };
}

function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
