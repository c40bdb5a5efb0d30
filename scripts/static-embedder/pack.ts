// Word vectors → the file of the static embedder.

import { hashOf } from "../../durable/embed/hash-block.ts";
import { writeStaticFile } from "../../durable/embed/static-file.ts";
import { type Rows, rowAt } from "./matrices.ts";

/** Four bits hold −7 … 7. */
const MOST_STEPS = 7;

/** The file of the first `words.length` vectors. Of two words with one hash the first, more common one stays. */
export function pack(
  words: readonly string[],
  vectors: Rows,
  isEnglish: (word: string) => boolean,
): ArrayBuffer {
  const places = new Map<number, number>();
  words.forEach((word, index) => {
    const hash = hashOf(word);
    if (!places.has(hash)) places.set(hash, index);
  });
  const sorted = [...places].sort(([one], [other]) => one - other);
  const { width } = vectors;
  const scales = new Float32Array(sorted.length);
  const english = new Uint8Array(sorted.length);
  const rows = new Uint8Array((sorted.length * width) / 2);
  sorted.forEach(([, index], row) => {
    const vector = rowAt(vectors, index);
    const scale = scaleOf(vector);
    scales[row] = scale;
    english[row] = isEnglish(words[index]) ? 1 : 0;
    for (let i = 0; i < width; i += 2)
      rows[(row * width + i) / 2] =
        (stepsOf(vector[i], scale) + 8) | ((stepsOf(vector[i + 1], scale) + 8) << 4);
  });
  const hashes = Uint32Array.from(sorted, ([hash]) => hash);
  return writeStaticFile({ dimension: width, hashes, scales, english, rows });
}

/** The step that loses least: smaller ones cut the largest entries off, larger ones are coarse for all the others. */
function scaleOf(vector: Float32Array): number {
  const most = vector.reduce((largest, entry) => Math.max(largest, Math.abs(entry)), 0);
  let best = most / MOST_STEPS;
  let least = Number.POSITIVE_INFINITY;
  for (let share = 0.4; share <= 1; share += 0.05) {
    const scale = Math.fround((share * most) / MOST_STEPS);
    const loss = vector.reduce((sum, entry) => sum + (entry - scale * stepsOf(entry, scale)) ** 2, 0);
    if (loss < least) {
      best = scale;
      least = loss;
    }
  }
  return best;
}

function stepsOf(entry: number, scale: number): number {
  if (scale === 0) return 0;
  return Math.max(-MOST_STEPS, Math.min(MOST_STEPS, Math.round(entry / scale)));
}
