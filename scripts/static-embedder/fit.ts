// Word vectors whose sum points where the teacher's vector of the sentence points.

import { seeded, shuffled } from "./chance.ts";
import { countOf, dot, type Rows, rowAt, rowsOf } from "./matrices.ts";

export interface Fitting {
  readonly epochs: number;
  /** Step of Adam at the start; it falls to a tenth. */
  readonly step: number;
  /** Share of a sentence's words that is left out at random, so that each word carries its part. */
  readonly dropout: number;
}

/**
 * Moves `vectors` (a row a word) in place so that for each sentence 1 − cos(Σ rows, target) falls, over all sentences.
 * Returns the mean cosine of the last epoch.
 */
export function fit(
  vectors: Rows,
  sentences: readonly Uint32Array[],
  targets: Rows,
  { epochs, step, dropout }: Fitting,
): number {
  const { width } = vectors;
  // Adam, but for one second moment a word: so a step keeps the direction of the slope.
  const first = rowsOf(countOf(vectors), width);
  const second = new Float32Array(countOf(vectors));
  const chance = seeded(4);
  const order = Array.from(sentences.keys()).filter((index) => sentences[index].length > 0);
  const sum = new Float64Array(width);
  const slope = new Float64Array(width);
  let mean = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    const rate = step * (1 - (0.9 * epoch) / epochs);
    let total = 0;
    for (const index of shuffled(order, chance)) {
      const words = sentences[index].filter(() => chance() >= dropout);
      if (words.length === 0) continue;
      const target = rowAt(targets, index);
      sum.fill(0);
      for (const word of words) {
        const at = word * width;
        for (let i = 0; i < width; i++) sum[i] += vectors.values[at + i];
      }
      const length = Math.sqrt(dot(sum, sum)) + 1e-9;
      const cosine = dot(sum, target) / length;
      total += cosine;
      let square = 0;
      for (let i = 0; i < width; i++) {
        slope[i] = ((cosine * sum[i]) / length - target[i]) / length;
        square += slope[i] * slope[i];
      }
      for (const word of words) {
        const at = word * width;
        second[word] = 0.98 * second[word] + 0.02 * (square / width);
        const scale = rate / (Math.sqrt(second[word]) + 1e-6);
        for (let i = at, j = 0; j < width; i++, j++) {
          first.values[i] = 0.8 * first.values[i] + 0.2 * slope[j];
          vectors.values[i] -= scale * first.values[i];
        }
      }
    }
    mean = total / order.length;
  }
  return mean;
}
