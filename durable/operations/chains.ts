// What chains of texts add to the candidates of a question (graph/chaining.ts), with the names looked up when it is asked.

import { type ChainSettings, chained } from "../graph/chaining.ts";
import { gainsOf, type Posting } from "../graph/hybrid.ts";
import { byScoreThenId, type Scored } from "../graph/vectors.ts";
import { nameTermsOf } from "../text/names.ts";
import { searchableText } from "../text/searchable.ts";
import type { Memory } from "./memory.ts";

export interface Chain {
  /** The node before it in the chain. */
  readonly from: string;
  readonly amount: number;
}

interface Asked {
  /** Of the terms of the question. */
  readonly postings: readonly Posting[];
  /** What matches by itself, and what was found with loans so far, best first. */
  readonly matches: readonly Scored[];
  readonly found: readonly Scored[];
  readonly isShown: (id: string) => boolean;
  /** In the index, of what matches by words or meaning. */
  readonly numbers: ReadonlyMap<string, number>;
}

/** What was found, with the loans of chains; `chains`: by node those that counted. */
export function withChains(
  { store }: Pick<Memory, "store">,
  { postings, matches, found, isShown, numbers }: Asked,
  settings: ChainSettings,
): { readonly found: readonly Scored[]; readonly chains: ReadonlyMap<string, Chain> } {
  const { lexicon } = store;
  const best = found.filter(([id]) => isShown(id)).slice(0, settings.starts);
  // What is only lent to starts no chain: it has no word of the question.
  const ids = new Map(best.flatMap(([id]) => (numbers.has(id) ? [[numbers.get(id) as number, id]] : [])));
  const { lengths } = lexicon;
  const loans = chained(
    [...ids.keys()],
    {
      count: lengths.count,
      gains: gainsOf(postings, lengths),
      names: (texts) =>
        namesOf(
          store,
          texts.map((text) => ids.get(text) as string),
          settings.names,
        ),
      shown(texts) {
        for (const [text, id] of lexicon.idsOf(texts.filter((text) => !ids.has(text)))) ids.set(text, id);
        return texts.filter((text) => isShown(ids.get(text) ?? ""));
      },
    },
    settings,
  );
  const own = new Map(matches);
  const scores = new Map(found);
  const chains = new Map<string, Chain>();
  for (const [text, { from, amount }] of loans) {
    const [id, before] = [ids.get(text) as string, ids.get(from) as string];
    const score = Math.min((own.get(id) ?? 0) + amount, settings.ceiling * best[0][1]);
    if (score <= (scores.get(id) ?? 0)) continue;
    scores.set(id, score);
    chains.set(id, { from: before, amount });
  }
  return { found: chains.size === 0 ? found : [...scores].sort(byScoreThenId), chains };
}

/** Where the names of nodes occur, all read at once. */
function namesOf(store: Memory["store"], ids: readonly string[], most: number): Posting[][] {
  const nodes = store.storedNodes(ids);
  const names = ids.map((id) => {
    const node = nodes.get(id);
    return node ? nameTermsOf(searchableText(node.text, node.metadata)).slice(0, most) : [];
  });
  const found = store.lexicon.postings(names.flat());
  let next = 0;
  return names.map(({ length }) => {
    next += length;
    return found.slice(next - length, next);
  });
}
