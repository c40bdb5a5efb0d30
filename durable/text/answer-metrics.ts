// Whether what was retrieved holds an answer: the candidate that shares most words with it, whether that one contains it as whole
// words, and whether any of the first few does.

const WORD = /[\p{L}\p{M}\p{N}_]+(?:['’][\p{L}\p{M}\p{N}_]+)*/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

export interface AnswerMetrics {
  readonly best: string;
  readonly exactMatch: boolean;
  readonly f1: number;
  readonly recalledAtK: boolean;
}

export function answerMetrics(retrieved: readonly string[], truth: string, k: number): AnswerMetrics {
  const scored = retrieved.map((text) => ({ text, f1: sharedWords(text, truth) }));
  const best = scored.reduce(
    (most, one) => (one.f1 > most.f1 ? one : most),
    scored[0] ?? { text: "", f1: 0 },
  );
  return {
    best: best.text,
    exactMatch: contains(best.text, truth),
    f1: best.f1,
    recalledAtK: retrieved.slice(0, k).some((text) => contains(text, truth)),
  };
}

/** Harmonic mean of the shares of common words in both texts. */
function sharedWords(text: string, truth: string): number {
  const [own, wanted] = [text, truth].map((one) => one.toLowerCase().match(WORD) ?? []);
  const left = [...wanted] as string[];
  let shared = 0;
  for (const word of own) {
    const place = left.indexOf(word);
    if (place < 0) continue;
    left.splice(place, 1);
    shared++;
  }
  if (shared === 0) return 0;
  const [precision, recall] = [shared / own.length, shared / wanted.length];
  return (2 * precision * recall) / (precision + recall);
}

function contains(text: string, truth: string): boolean {
  if (truth === "") return false;
  const escaped = truth.toLowerCase().replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const bounded = UNSPACED.test(truth) ? escaped : `(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`;
  return new RegExp(bounded, "u").test(text.toLowerCase());
}
