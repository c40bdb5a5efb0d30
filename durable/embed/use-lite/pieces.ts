// Cuts a text into the pieces that the transformer knows: of all ways to cut, the one with the best sum of scores.

/** Text after this is not read: 128 pieces of text the model knows take some 500 characters. */
export const READ_CHARACTERS = 4096;

/** Ids up to this stand for no text. Id 0 is what the vocabulary lacks. */
const LAST_SPECIAL = 5;
const UNKNOWN = 0;
const UNKNOWN_SCORE = -20;
/** Stands for a space, and before the first word. */
const SPACE = "\u2581";

export class Pieces {
  readonly #ids = new Map<string, number>();
  readonly #scores: ArrayLike<number>;
  readonly #longest: number;

  /** `vocabulary[id]` is the text of a piece, `scores[id]` its logarithmic score. */
  constructor(vocabulary: readonly string[], scores: ArrayLike<number>) {
    this.#scores = scores;
    let longest = 0;
    for (let id = LAST_SPECIAL + 1; id < vocabulary.length; id++) {
      this.#ids.set(vocabulary[id], id);
      longest = Math.max(longest, vocabulary[id].length);
    }
    this.#longest = longest;
  }

  /** Ids of the pieces in order, 0 for a run that the vocabulary lacks; none for a text without a character. */
  of(text: string): number[] {
    const marked = markedText(text);
    if (marked === SPACE) return [];
    const { length } = marked;
    const best = new Float64Array(length + 1).fill(-Infinity);
    const start = new Int32Array(length + 1);
    const piece = new Int32Array(length + 1);
    best[0] = 0;
    for (let from = 0; from < length; from++) {
      const reach = (to: number, id: number, score: number) => {
        const total = best[from] + score;
        if (total <= best[to]) return;
        best[to] = total;
        start[to] = from;
        piece[to] = id;
      };
      reach(from + 1, UNKNOWN, UNKNOWN_SCORE);
      for (let to = from + 1; to <= Math.min(length, from + this.#longest); to++) {
        const id = this.#ids.get(marked.slice(from, to));
        if (id !== undefined) reach(to, id, this.#scores[id]);
      }
    }
    const ids: number[] = [];
    for (let end = length; end > 0; end = start[end]) {
      if (piece[end] !== UNKNOWN || ids.at(-1) !== UNKNOWN) ids.push(piece[end]);
    }
    return ids.reverse();
  }
}

function markedText(text: string): string {
  const plain = text.slice(0, READ_CHARACTERS).toWellFormed().normalize("NFKC");
  return SPACE + plain.replace(/\s+/gu, " ").trim().replaceAll(" ", SPACE);
}
