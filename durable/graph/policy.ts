// The policy of a node: a softmax over its outgoing edges and the choice to stop.
//   logit(edge) = (relevance + weight) / T     logit(STOP) = (stop relevance + stop weight) / T, or 0 where none is kept
// Probabilities, STOP counted, sum to 1. Dangling edges are no choices, and fixed ones
// are nobody's choice.

import type { RouteGraph } from "./route-graph.ts";
import { isFixed } from "./structure.ts";

export interface Policy {
  /** Outgoing edges, in order. */
  readonly edges: readonly number[];
  readonly logits: readonly number[];
  /** Probability of each edge, same order. */
  readonly probabilities: readonly number[];
  /** Probability of the choice to stop. */
  readonly stop: number;
}

/** Policy of the node at a position. `temperature` is above 0; with `keepsStop` the node's stop values count. */
export function policyOf(
  graph: RouteGraph,
  position: number,
  temperature: number,
  keepsStop: boolean,
): Policy {
  const edges = graph.outgoing(position).filter((edge) => !isFixed(graph, edge));
  const logits = edges.map((edge) => (relevanceAt(graph, edge) + graph.weights[edge]) / temperature);
  const stopped = keepsStop ? graph.stopRelevances[position] + graph.stopWeights[position] : 0;
  const [stop, ...probabilities] = softmax([stopped / temperature, ...logits]);
  return { edges, logits, probabilities, stop };
}

/** Shares that sum to 1; the largest logit is taken off first, so that none overflows. */
export function softmax(logits: readonly number[]): number[] {
  const largest = logits.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const powers = logits.map((logit) => Math.exp(logit - largest));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}

function relevanceAt(graph: RouteGraph, edge: number): number {
  const relevance = graph.relevances[edge];
  return Number.isFinite(relevance) ? relevance : 0;
}
