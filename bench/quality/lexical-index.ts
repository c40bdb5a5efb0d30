// Exact BM25 over a handful of documents: the floor that everything else is measured against.
//   score = Σ idf(t) · tf·(k1 + 1) / (tf + k1·(1 − b + b·length/mean length)),  idf = ln(1 + (N − n + 0.5)/(n + 0.5))

import { termsOf } from "../../durable/text/terms.ts";

const K1 = 1.2;
const B = 0.75;

export class LexicalIndex {
  readonly #ids: string[] = [];
  readonly #lengths: number[] = [];
  /** How often a term stands in a document, by the document's number. */
  readonly #postings = new Map<string, Map<number, number>>();

  add(id: string, text: string): void {
    const terms = termsOf(text);
    const number = this.#ids.push(id) - 1;
    let length = 0;
    for (const [term, count] of terms) {
      const counts = this.#postings.get(term) ?? new Map<number, number>();
      counts.set(number, count);
      this.#postings.set(term, counts);
      length += count;
    }
    this.#lengths.push(length);
  }

  /**
   * Documents that share a term with the question, best first; equal scores in order of adding. Scores are shares of
   * the most that any document could have: 0…1.
   */
  search(question: string, count: number): (readonly [id: string, score: number])[] {
    const scores = new Map<number, number>();
    const meanLength = this.#lengths.reduce((sum, length) => sum + length, 0) / this.#lengths.length;
    let most = 0;
    for (const term of termsOf(question).keys()) {
      const counts = this.#postings.get(term) ?? new Map<number, number>();
      const idf = Math.log(1 + (this.#ids.length - counts.size + 0.5) / (counts.size + 0.5));
      most += idf * (K1 + 1);
      for (const [number, count] of counts) {
        const length = 1 - B + (B * this.#lengths[number]) / meanLength;
        const share = (count * (K1 + 1)) / (count + K1 * length);
        scores.set(number, (scores.get(number) ?? 0) + idf * share);
      }
    }
    return Array.from(scores)
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, count)
      .map(([number, score]) => [this.#ids[number], score / most] as const);
  }
}
