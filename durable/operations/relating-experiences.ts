// How experiences are related to each other: what came next in a conversation, and what is a task like it. These edges say how
// things were done, one after the other; no question walks them, since experiences answer none.

import { isExperience, isKeptBack, NEXT, SIMILAR, USED_IN } from "../graph/structure.ts";
import type { Vector } from "../graph/vectors.ts";
import type { Work } from "./memory.ts";
import { plainMinSimilarity } from "./teaching.ts";

/** Of a new edge, by its kind, and what a repetition adds of what is left to 1. */
const FIRST_WEIGHT = { [USED_IN]: 0.2, [NEXT]: 0.1, [SIMILAR]: 0.1 };
const GAIN = 0.2;
/** Experiences that a new one is tied to by likeness. */
const MOST_SIMILAR = 3;

export function strengthen(
  { draft }: Work,
  source: string,
  target: string,
  kind: keyof typeof FIRST_WEIGHT,
): void {
  const edge = draft.graph.edgeOf(source, target);
  if (edge < 0) {
    draft.putEdge({ source, target, weight: FIRST_WEIGHT[kind], kind, relevance: null, metadata: {} });
    return;
  }
  const before = draft.graph.weights[edge];
  // What followed once and is alike too stays what it was.
  draft.weigh(edge, before + GAIN * (1 - before));
}

/** Ties an experience to the one before it in its conversation. */
export function tieNext(work: Work, id: string, before: string | null): void {
  const { graph } = work.draft;
  if (before === null || before === id || !isExperience(graph, before)) return;
  strengthen(work, before, id, NEXT);
}

/** Ties a new experience both ways to those with tasks like its own. */
export function tieSimilar(work: Work, id: string, vector: Vector): void {
  const { draft } = work;
  const { graph, vectors } = draft;
  if (isKeptBack(graph, id)) return;
  const isOther = (other: string) => other !== id && isExperience(graph, other) && !isKeptBack(graph, other);
  for (const [other, similarity] of vectors.search(vector, MOST_SIMILAR, 2, isOther)) {
    if (similarity < plainMinSimilarity(work)) break;
    strengthen(work, id, other, SIMILAR);
    strengthen(work, other, id, SIMILAR);
  }
}
