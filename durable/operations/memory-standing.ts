// The factors of memories in a question: made of what is asked, once a question, and only for memories that it meets.

import type { AskedOf } from "../graph/memories/factors.ts";
import { conflictPenalty } from "../graph/memories/ranking.ts";
import { standingFactor } from "../graph/memories/standing.ts";
import { PRESETS } from "../graph/memories/weights.ts";
import { wordsOf } from "../text/words.ts";
import { knowledgeFor } from "./knowledge-sight.ts";
import type { Work } from "./memory.ts";
import { type MemoryQuestion, viewOf } from "./memory-shelf.ts";

export function askedOf(query: string, project: string, now: number): AskedOf {
  const words = (text: string) => wordsOf(text).map((word) => word.text.toLowerCase());
  return { now, project, words: new Set(words(query)), wordsOf: words };
}

/** By what the score of a memory or a fact is multiplied. */
export function standingOf(
  work: Work,
  { text, memories = {} }: { readonly text: string; readonly memories?: MemoryQuestion },
): (id: string) => number {
  const view = viewOf(work, memories.visibility, memories.asOf);
  const asked = askedOf(text, memories.about ?? "", work.call.now);
  const knowledge = knowledgeFor(work, { asOf: memories.asOf });
  return (id) => {
    const memory = view.seen(id);
    if (memory) return standingFactor(memory, asked, PRESETS.config);
    const fact = knowledge.fact(id);
    return fact ? conflictPenalty(fact) : 1;
  };
}
