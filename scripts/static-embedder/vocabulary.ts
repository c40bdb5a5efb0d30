// Which words get a vector of their own: common English, and what technical texts talk about.

import { wordsOf } from "../../durable/text/words.ts";

/** Ranks of GloVe that are looked at; its news of the world goes on far beyond what is English. */
const COMMON_RANKS = 70_000;
/** Times that a word must stand in the sentences to be taken without being common. */
const SEEN_TIMES = 3;
/** What a rank among the sentences counts for beside one of GloVe, which has seen far more. */
const SENTENCE_RANK = 1.5;

/** The words of a text that may have a vector: those of scripts with spaces. */
export function spacedWords(text: string): string[] {
  return wordsOf(text)
    .filter(({ script }) => script === "spaced")
    .map((word) => word.text);
}

/** Times that each word stands in the sentences. */
export function countWords(sentences: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const sentence of sentences)
    for (const word of spacedWords(sentence)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Candidates, the most useful first: by GloVe's rank or by the rank among the sentences, whichever is better. */
export function candidates(common: readonly string[], counts: ReadonlyMap<string, number>): string[] {
  const bySentences = [...counts]
    .filter(([word, count]) => count >= SEEN_TIMES && isWord(word))
    .sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .map(([word]) => word);
  const ranks = new Map(bySentences.map((word, rank) => [word, rank * SENTENCE_RANK]));
  common.slice(0, COMMON_RANKS).forEach((word, rank) => {
    if (isWord(word)) ranks.set(word, Math.min(rank, ranks.get(word) ?? Number.POSITIVE_INFINITY));
  });
  return [...ranks].sort(([one, a], [other, b]) => a - b || (one < other ? -1 : 1)).map(([word]) => word);
}

/** Whole for the splitter, and no mere number. */
function isWord(word: string): boolean {
  if (!/^[a-z][a-z0-9]{1,24}$/.test(word)) return false;
  const words = wordsOf(word);
  return words[0]?.text === word;
}
