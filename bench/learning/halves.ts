// The questions of one memory in two halves at random: one that feedback is given on, one that is asked afterwards.

import { draws } from "../generator.ts";
import type { Question } from "../quality/evaluation-set.ts";

export interface Halves {
  /** In the order in which feedback is given. */
  readonly fed: readonly Question[];
  /** Those that share evidence with a fed question, and the rest. */
  readonly related: readonly Question[];
  readonly unrelated: readonly Question[];
}

/** Categories whose questions have a false premise: nothing answers them. */
const WITHOUT_ANSWER = ["adversarial"];

export function isAnswerable({ category }: Question): boolean {
  return category === undefined || !WITHOUT_ANSWER.includes(category);
}

/** The same for a seed everywhere. An odd question is asked, not fed. */
export function halvesOf(questions: readonly Question[], seed: number): Halves {
  const shuffled = shuffle(questions, seed);
  const fed = shuffled.slice(0, Math.floor(shuffled.length / 2));
  const known = new Set(fed.flatMap(({ gold }) => [...gold]));
  const asked = Map.groupBy(shuffled.slice(fed.length), ({ gold }) => !gold.isDisjointFrom(known));
  return { fed, related: asked.get(true) ?? [], unrelated: asked.get(false) ?? [] };
}

/** How many of the fed questions a share of the feedback is. */
export function countOf(share: number, { fed }: Pick<Halves, "fed">): number {
  return Math.round(share * fed.length);
}

function shuffle<Item>(items: readonly Item[], seed: number): Item[] {
  const draw = draws(seed);
  // Neighbouring seeds begin with neighbouring draws.
  for (let turn = 0; turn < 8; turn++) draw();
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(draw() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other], shuffled[last]];
  }
  return shuffled;
}
