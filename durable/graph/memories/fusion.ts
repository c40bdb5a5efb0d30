// One list of several by rank: what stands high in many lists stands high in the one.

import { byScoreThenId, type Scored } from "../vectors.ts";
import { proximityOf } from "./factors.ts";

/** How far down a list a place still counts. */
const RANKS = 60;
const VECTOR_WEIGHT = 0.6;
const GRAPH_WEIGHT = 0.4;

/** Scores by id of weighted lists, each best first. */
export function fusedByRank(
  lists: readonly { readonly ids: readonly string[]; readonly weight: number }[],
): Map<string, number> {
  const scores = new Map<string, number>();
  for (const { ids, weight } of lists) {
    for (const [place, id] of ids.entries())
      scores.set(id, (scores.get(id) ?? 0) + weight / (RANKS + place + 1));
  }
  return scores;
}

/** What is near in meaning with what the walk found; a weight of 0 or none is the default of its side. */
export function blended(
  vectorIds: readonly string[],
  graphIds: readonly string[],
  { vector = 0, graph = 0 }: { readonly vector?: number; readonly graph?: number } = {},
): Map<string, number> {
  return fusedByRank([
    { ids: vectorIds, weight: vector || VECTOR_WEIGHT },
    { ids: graphIds, weight: graph || GRAPH_WEIGHT },
  ]);
}

/** The best of several lists of equal weight. */
export function bestOfLists(lists: readonly (readonly string[])[], limit: number): Scored[] {
  const scores = fusedByRank(lists.map((ids) => ({ ids, weight: 1 })));
  return [...scores]
    .map(([id, score]): Scored => [id, score])
    .sort(byScoreThenId)
    .slice(0, limit);
}

export interface Hit {
  readonly id: string;
  readonly similarity: number;
  readonly proximity: number;
}

/** What is near in meaning, and what the walk found besides, each with its own similarity; what is gone is left out. */
export function candidatesFrom(
  near: readonly Scored[],
  walked: readonly string[],
  /** Null: nobody counted, and nothing is near by its route. */
  hops: Readonly<Record<string, number>> | null,
  similarityOf: (id: string) => number | undefined,
): Hit[] {
  const similarities = new Map(near);
  const found = new Set([...similarities.keys(), ...walked]);
  return [...found].flatMap((id) => {
    const similarity = similarities.get(id) ?? similarityOf(id);
    if (similarity === undefined) return [];
    const proximity = hops !== null && walked.includes(id) ? proximityOf(hops[id] ?? 0) : 0;
    return [{ id, similarity, proximity }];
  });
}
