// Which nodes a question is about before anything was learned: those that share its words or its meaning, and
// what the structure of the memory ties to them. What a caller may not see is left out before anything is ranked.

import { fuse, lexicalShares } from "../graph/hybrid.ts";
import type { HybridSettings } from "../graph/settings.ts";
import { spread } from "../graph/spreading.ts";
import { byScoreThenId, type Scored, type Vector } from "../graph/vectors.ts";
import { termsOf } from "../text/terms.ts";
import type { Memory } from "./memory.ts";

export interface AskedFor {
  readonly text: string;
  /** Null where the embedder failed: then words alone find. */
  readonly vector: Vector | null;
  /** Whether a node may be shown; absent: all may. */
  readonly isAllowed?: (id: string) => boolean;
}

/** Candidates with their scores, best first: 0 … 1 + weight, more where their surroundings match too. */
export function candidatesOf(
  { graph, vectors, store }: Pick<Memory, "graph" | "vectors" | "store">,
  { text, vector, isAllowed }: AskedFor,
  settings: HybridSettings,
  taughtFloor: number,
): Scored[] {
  const { depth, links } = settings;
  const terms = [...termsOf(text).keys()].slice(0, settings.terms);
  const shares = lexicalShares(store.lexicon.postings(terms), store.lexicon.lengths);
  const lexical = bestByWords(store.lexicon, shares, depth, isAllowed);
  const semantic = new Map(vector ? vectors.search(vector, depth, taughtFloor, isAllowed) : []);
  for (const [id, number] of store.lexicon.numbersOf([...semantic.keys()])) {
    const share = shares.get(number);
    if (share !== undefined) lexical.set(id, share);
  }
  if (vector)
    for (const id of lexical.keys()) if (!semantic.has(id)) semantic.set(id, vectors.similarity(id, vector));
  const matches = fuse(lexical, semantic, settings).filter(([id]) => graph.has(id));
  const found = spread(graph, matches, links);
  return isAllowed ? found.filter(([id]) => isAllowed(id)) : found;
}

function bestByWords(
  lexicon: Memory["store"]["lexicon"],
  shares: ReadonlyMap<number, number>,
  depth: number,
  isAllowed: AskedFor["isAllowed"],
): Map<string, number> {
  const ranked = [...shares].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  // Only a filter needs to know who everybody is.
  const asked = isAllowed ? ranked : ranked.slice(0, depth);
  const ids = lexicon.idsOf(asked.map(([number]) => number));
  const best: Scored[] = [];
  for (const [number, share] of asked) {
    const id = ids.get(number);
    if (id === undefined || (isAllowed && !isAllowed(id))) continue;
    best.push([id, share]);
    if (best.length === depth) break;
  }
  return new Map(best.sort(byScoreThenId));
}
