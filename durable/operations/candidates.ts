// Which nodes a question is about before anything was learned: those that share its words or its meaning, and
// what the structure of the memory ties to them. What a caller may not see is left out before anything is ranked.

import type { Evidence } from "../graph/confidence.ts";
import { bestOf, fuse, lexicalShares, type Shares } from "../graph/hybrid.ts";
import type { HybridSettings } from "../graph/settings.ts";
import { spread } from "../graph/spreading.ts";
import type { Scored, Vector } from "../graph/vectors.ts";
import { namesAskedFor } from "../text/names.ts";
import { termsOf } from "../text/terms.ts";
import type { Memory } from "./memory.ts";

export interface AskedFor {
  readonly text: string;
  /** Null where the embedder failed: then words alone find. */
  readonly vector: Vector | null;
  /** Whether a node may be shown; absent: all may. */
  readonly isAllowed?: (id: string) => boolean;
}

export interface Candidates {
  /** Best first: 0 … 1 + weight, more where their surroundings match too. */
  readonly found: readonly Scored[];
  /** What speaks for the question being about this memory. */
  readonly evidence: Evidence;
}

export function candidatesOf(
  { graph, vectors, store }: Pick<Memory, "graph" | "vectors" | "store">,
  { text, vector, isAllowed }: AskedFor,
  settings: HybridSettings,
  taughtFloor: number,
): Candidates {
  const { depth, links } = settings;
  const terms = [...termsOf(text).keys()].slice(0, settings.terms);
  const postings = store.lexicon.postings(terms);
  const shares = lexicalShares(postings, store.lexicon.lengths);
  const lexical = bestByWords(store.lexicon, shares, depth, isAllowed);
  const nearest = vector ? vectors.search(vector, depth, taughtFloor, isAllowed) : [];
  const semantic = new Map(nearest);
  for (const [id, number] of store.lexicon.numbersOf([...semantic.keys()])) {
    const share = shares.of(number);
    if (share > 0) lexical.set(id, share);
  }
  if (vector)
    for (const id of lexical.keys()) if (!semantic.has(id)) semantic.set(id, vectors.similarity(id, vector));
  const matches = fuse(lexical, semantic, settings).filter(([id]) => graph.has(id));
  const found = spread(graph, matches, links);
  const known = new Set(terms.filter((_, index) => postings[index].documents.length > 0));
  return {
    found: isAllowed ? found.filter(([id]) => isAllowed(id)) : found,
    evidence: {
      words: Math.max(0, ...lexical.values()),
      similarities: vector && nearest.map(([, similarity]) => similarity),
      crowd: graph.nodeCount,
      strangers: strangersIn(text, known),
    },
  };
}

/** The share of the names in a question that occur nowhere, 0 … 1. */
function strangersIn(question: string, known: ReadonlySet<string>): number {
  const names = namesAskedFor(question);
  const strangers = names.filter((name) => ![...termsOf(name).keys()].some((term) => known.has(term)));
  return strangers.length / Math.max(1, names.length);
}

function bestByWords(
  lexicon: Memory["store"]["lexicon"],
  shares: Shares,
  depth: number,
  isAllowed: AskedFor["isAllowed"],
): Map<string, number> {
  // What a filter leaves out makes room for what comes next.
  const ranked = bestOf(shares, isAllowed ? shares.documents.length : depth);
  const best: Scored[] = [];
  for (let first = 0; first < ranked.length && best.length < depth; first += depth) {
    const asked = ranked.slice(first, first + depth);
    const ids = lexicon.idsOf(asked);
    for (const number of asked) {
      const id = ids.get(number);
      if (id !== undefined && (!isAllowed || isAllowed(id))) best.push([id, shares.of(number)]);
    }
  }
  return new Map(best.slice(0, depth));
}
