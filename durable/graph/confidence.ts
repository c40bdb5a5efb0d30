// How likely a question is about this memory at all: 0 … 1, by a logistic curve fitted to questions asked of their own
// memory and of others.
//   z = words · w + prominence · m − strangers · s − bias          confidence = 1 / (1 + e^−z)
// words: the best share of the question's terms that one node holds. prominence: how far the nearest node stands out from
// the crowd, since how near a crowd is differs from embedder to embedder. strangers: the share of the names in the
// question that the memory has never seen: whoever asks of an unknown person will find no answer among similar talk.

import type { SilenceSettings } from "./recall-settings.ts";

export interface Evidence {
  /** 0 … 1. */
  readonly words: number;
  /** Similarities, best first; null where there is no vector to ask with. */
  readonly similarities: readonly number[] | null;
  /** Nodes with a vector. */
  readonly crowd: number;
  /** 0 … 1; 0 for a question without names. */
  readonly strangers: number;
}

/** The confidence of a question, 0 … 1. Without a vector only words and names can say. */
export function confidenceOf(evidence: Evidence, settings: SilenceSettings): number {
  const { words, strangers, similarities } = evidence;
  const { wordsWeight, prominenceWeight, strangersWeight, bias } = settings;
  const prominence = similarities === null ? settings.usualProminence : prominenceOf(evidence, settings);
  const z = words * wordsWeight + prominence * prominenceWeight - strangers * strangersWeight - bias;
  return 1 / (1 + Math.exp(-z));
}

/** Distance from the nearest to the middle of the nearest half, or to what counts as unrelated where there is no crowd. */
function prominenceOf({ similarities, crowd }: Evidence, settings: SilenceSettings): number {
  const all = similarities as readonly number[];
  const { crowdRank, leastCrowd, unrelated } = settings;
  const nearest = all[0] ?? 0;
  // Of a crowd without vectors, or one that may not be shown, nobody stands for the rest.
  const met = Math.min(crowd, all.length);
  const rest = met < leastCrowd ? unrelated : all[Math.min(crowdRank, met >> 1)];
  return Math.max(0, nearest - rest);
}
