// The postings that were read last, by term, in a bounded number of entries: questions to a memory repeat its words.

import type { Posting } from "../graph/hybrid.ts";

/** Entries of all postings together, five bytes each; an empty posting counts as one. */
const MOST_ENTRIES = 1 << 18;

export class PostingsCache {
  /** Least recently used first. */
  readonly #postings = new Map<string, Posting>();
  readonly #most: number;
  #entries = 0;

  constructor(most = MOST_ENTRIES) {
    this.#most = most;
  }

  get(term: string): Posting | undefined {
    const posting = this.#postings.get(term);
    if (!posting) return undefined;
    this.#postings.delete(term);
    this.#postings.set(term, posting);
    return posting;
  }

  set(term: string, posting: Posting): void {
    this.drop(term);
    if (sizeOf(posting) > this.#most) return;
    this.#postings.set(term, posting);
    this.#entries += sizeOf(posting);
    for (const oldest of this.#postings.keys()) {
      if (this.#entries <= this.#most) break;
      this.drop(oldest);
    }
  }

  drop(term: string): void {
    const posting = this.#postings.get(term);
    if (!posting) return;
    this.#postings.delete(term);
    this.#entries -= sizeOf(posting);
  }

  clear(): void {
    this.#postings.clear();
    this.#entries = 0;
  }
}

function sizeOf({ documents }: Posting): number {
  return Math.max(1, documents.length);
}
