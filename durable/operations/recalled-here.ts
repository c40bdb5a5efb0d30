// What memory showed of late to who captures, in the conversation or elsewhere: none of it is something new.

import type { Call, Memory } from "./memory.ts";

/** The newest questions that are looked through, and texts of what they were shown. */
const QUESTIONS = 50;
const TEXTS = 200;

export function recalledHere(
  { store }: Pick<Memory, "store">,
  { author }: Pick<Call, "author">,
  session: string | null,
): string[] {
  const shown = store
    .recentTrails(null, QUESTIONS)
    .filter((trail) => trail.author === author || (session !== null && trail.chatId === session))
    .flatMap(({ fired }) => fired);
  const ids = [...new Set(shown)].slice(0, TEXTS);
  return [...store.storedNodes(ids).values()].map(({ text }) => text);
}
