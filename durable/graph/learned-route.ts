// A low-rank model of which edge suits a question, mixed with what the graph knows by how sure each is.
//   router = ((q·A) · (t·B) + w·f + b) / T,  f = (0, …, 0, 1)
//   prior  = c_rel · relevance + (1 − c_rel) · weight      final = c_router · router + (1 − c_router) · prior
// where c is the confidence of all candidates' relevances and router scores.

import type { Vector } from "./vectors.ts";

export interface RouteModel {
  /** Columns of both projections. */
  readonly rank: number;
  /** A: one row per entry of a question's vector. */
  readonly questions: readonly Vector[];
  /** B: one row per entry of a node's vector. */
  readonly targets: readonly Vector[];
  /** w: only its last entry counts, the others belong to features that are 0. */
  readonly features: Vector;
  readonly bias: number;
  /** T: 1 is used when it is not above 0. */
  readonly temperature: number;
}

export interface Confidence {
  /** Entropy of the softmax, 0 (sure) … 1 (no idea). */
  readonly entropy: number;
  /** 0 … 1. */
  readonly confidence: number;
  /** Distance of the two most probable. */
  readonly margin: number;
}

/** Up to so many rivals the margin says more than the entropy. */
const FEW_RIVALS = 3;
const LEAST_PROBABILITY = 1e-12;

/** A question's or a node's vector in the space of the model; one of that length already is taken as it is. */
export function projected(vector: Vector, matrix: readonly Vector[], rank: number): Vector {
  if (vector.length === rank && matrix.length !== rank) return vector;
  const result = new Float64Array(rank);
  for (let column = 0; column < rank; column++) {
    for (let row = 0; row < vector.length; row++) result[column] += vector[row] * matrix[row][column];
  }
  return result;
}

/** Score of a target for a question, both projected. */
export function routerScore(model: RouteModel, question: Vector, target: Vector): number {
  let dot = 0;
  for (let index = 0; index < model.rank; index++) dot += question[index] * target[index];
  const feature = model.features.length > 0 ? model.features[model.features.length - 1] : 0;
  return (dot + feature + model.bias) / (model.temperature > 0 ? model.temperature : 1);
}

/** How clearly a list of scores singles out one of them. */
export function confidenceOf(scores: readonly number[]): Confidence {
  const count = scores.length;
  if (count === 0) return { entropy: 0, confidence: 0, margin: 0 };
  const odds = scores.map((score) => Math.exp(score - Math.max(...scores)));
  const total = odds.reduce((sum, odd) => sum + odd, 0);
  const probabilities = odds.map((odd) => odd / total);
  const [first, second] = probabilities.toSorted((a, b) => b - a);
  const margin = count === 1 ? 1 : first - second;
  const entropy = count === 1 ? 0 : within01(entropyOf(probabilities) / Math.log(count));
  return { entropy, confidence: within01(count <= FEW_RIVALS ? margin : 1 - entropy), margin };
}

/** `sure` · a + (1 − sure) · b. */
export function mixed(sure: number, a: number, b: number): number {
  return sure * a + (1 - sure) * b;
}

function entropyOf(probabilities: readonly number[]): number {
  return -probabilities.reduce((sum, p) => sum + p * Math.log(Math.max(p, LEAST_PROBABILITY)), 0);
}

function within01(value: number): number {
  return Math.min(1, Math.max(0, value));
}
