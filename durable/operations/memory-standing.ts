// The factors of memories in a question: made of what is asked, once a question, and only for memories that it meets.

import type { AskedOf } from "../graph/memories/factors.ts";
import { standingFactor } from "../graph/memories/standing.ts";
import { PRESETS } from "../graph/memories/weights.ts";
import { wordsOf } from "../text/words.ts";
import type { Work } from "./memory.ts";
import { type MemoryQuestion, viewOf } from "./memory-shelf.ts";

export function askedOf(query: string, project: string, now: number): AskedOf {
  const words = (text: string) => wordsOf(text).map((word) => word.text.toLowerCase());
  return { now, project, words: new Set(words(query)), wordsOf: words };
}

/** By what a memory's score is multiplied. */
export function standingOf(
  work: Work,
  { text, memories = {} }: { readonly text: string; readonly memories?: MemoryQuestion },
): (id: string) => number {
  const view = viewOf(work, memories.visibility, memories.asOf);
  const asked = askedOf(text, memories.about ?? "", work.call.now);
  return (id) => {
    const memory = view.seen(id);
    return memory ? standingFactor(memory, asked, PRESETS.config) : 1;
  };
}
