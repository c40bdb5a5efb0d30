// Which experiences a prompt is shown: those whose own prompt is near enough by words and meaning, the better ones of what
// is near first. Relevance is a sum that does not depend on what else was found, so that one floor serves memories of any size.

import { byScoreThenId, type Scored } from "./vectors.ts";

export interface ExperienceRecall {
  /** What meaning weighs beside the share of words. */
  readonly meaningWeight: number;
  /** Least relevance. */
  readonly floor: number;
  /** Share of the best one's relevance that the others need. */
  readonly relativeFloor: number;
}

export const EXPERIENCE_RECALL: ExperienceRecall = { meaningWeight: 0.5, floor: 0.25, relativeFloor: 0.6 };

/** Relevance of everything that matches by words or meaning. */
export function relevances(
  words: ReadonlyMap<string, number>,
  meaning: ReadonlyMap<string, number>,
  { meaningWeight }: ExperienceRecall,
): Map<string, number> {
  const ids = new Set([...words.keys(), ...meaning.keys()]);
  return new Map(
    Array.from(ids, (id) => [id, (words.get(id) ?? 0) + meaningWeight * Math.max(0, meaning.get(id) ?? 0)]),
  );
}

/** Those near enough, best first by relevance × standing. */
export function chosen(
  relevance: ReadonlyMap<string, number>,
  standingOf: (id: string) => number,
  { floor, relativeFloor }: ExperienceRecall,
  most: number,
): Scored[] {
  const best = Math.max(0, ...relevance.values());
  return [...relevance]
    .filter(([, one]) => one >= Math.max(floor, relativeFloor * best))
    .map(([id, one]): Scored => [id, one * standingOf(id)])
    .sort(byScoreThenId)
    .slice(0, most);
}
