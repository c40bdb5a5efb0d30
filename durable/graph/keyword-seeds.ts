// Seeds without vectors:  score = shared words / words of the question.
// Ordered by score, then by id, both descending.

import { compareIds } from "./code-points.ts";
import type { RouteGraph } from "./route-graph.ts";
import type { Scored } from "./vectors.ts";

/** The set of words of a node, by its id. */
export type WordsOf = (id: string) => ReadonlySet<string>;

/** Seeds of a replayed question: nodes that share a word, and with score 0 what leads to them. */
export function replaySeeds(
  graph: RouteGraph,
  asked: ReadonlySet<string>,
  wordsOf: WordsOf,
  count: number,
): Scored[] {
  const sharing = overlaps(graph, asked, wordsOf).filter(([, score]) => score > 0);
  const scores = new Map(sharing);
  for (const [id] of sharing) {
    for (const edge of graph.incoming(graph.positionOf(id))) {
      const source = graph.idAt(graph.sources[edge]);
      if (!scores.has(source)) scores.set(source, 0);
    }
  }
  return best([...scores], count);
}

/** Seeds where no vectors exist at all: every node competes, also those that share nothing. */
export function lexicalSeeds(
  graph: RouteGraph,
  asked: ReadonlySet<string>,
  wordsOf: WordsOf,
  count: number,
): Scored[] {
  return best(overlaps(graph, asked, wordsOf), count);
}

function overlaps(graph: RouteGraph, asked: ReadonlySet<string>, wordsOf: WordsOf): Scored[] {
  if (asked.size === 0) return [];
  return Array.from(graph.entries(), ([id]) => {
    const words = wordsOf(id);
    const shared = Array.from(asked).filter((word) => words.has(word));
    return [id, shared.length / asked.size];
  });
}

function best(scored: Scored[], count: number): Scored[] {
  return scored.sort((a, b) => b[1] - a[1] || compareIds(b[0], a[0])).slice(0, Math.max(0, count));
}
