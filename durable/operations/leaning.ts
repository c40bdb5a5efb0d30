// What judged answers taught of all answers, for the candidates of a question and for what was judged. Both tell the traits
// of a node alike: of candidates from the index, of what was judged from its words.

import {
  type Contrast,
  contrastOf,
  type RankingSettings,
  type Traits,
  traitsOf,
} from "../graph/learned-ranking.ts";
import type { RouteGraph } from "../graph/route-graph.ts";
import { byScoreThenId, type Scored } from "../graph/vectors.ts";
import { bylineOf, shareSaid } from "../text/byline.ts";
import { searchableText } from "../text/searchable.ts";
import { termsOf } from "../text/terms.ts";
import type { Memory, Work } from "./memory.ts";

interface Asked {
  readonly terms: readonly string[];
  readonly shown: readonly Scored[];
  /** Numbers in the index, as far as they are known. */
  readonly numbers: ReadonlyMap<string, number>;
}

/** By id what a candidate is worth more, or less; empty while nothing was learned. */
export function leaningsOf(
  { graph, store: { lexicon } }: Pick<Memory, "graph" | "store">,
  { terms, shown, numbers: known }: Asked,
  settings: RankingSettings,
): ReadonlyMap<string, number> {
  const { ranking } = lexicon.questions;
  if (!ranking.weights(settings)) return NOTHING;
  const ids = shown.map(([id]) => id);
  const others = lexicon.numbersOf(ids.filter((id) => !known.has(id)));
  const said = lexicon.said(terms);
  const { lengths } = lexicon;
  const candidates = ids.map((id) => {
    const number = known.get(id) ?? others.get(id) ?? -1;
    return { id, traits: traitsOf(said(number), lengths.of(number)) };
  });
  const leanings = ranking.leanings(candidates, settings) ?? [];
  return new Map(
    ids.map((id, place) => [id, isSpared(graph, id) ? Math.max(0, leanings[place]) : leanings[place]]),
  );
}

/** Whatever answers look like here, what was corrected comes behind its correction, and nobody lowers what is constitutional. */
function isSpared(graph: RouteGraph, id: string): boolean {
  const position = graph.positionOf(id);
  return graph.kindAt(position) === "correction" || graph.authorityAt(position) === "constitutional";
}

const NOTHING: ReadonlyMap<string, number> = new Map();

/** Candidates with what they are worth more, or less, best first; none below 0. */
export function withLeanings(
  found: readonly Scored[],
  leaning: ReadonlyMap<string, number>,
): readonly Scored[] {
  if (leaning.size === 0) return found;
  return found
    .map(([id, score]): Scored => [id, Math.max(0, score + (leaning.get(id) ?? 0))])
    .sort(byScoreThenId);
}

/** A node that was judged, as the journal keeps it. */
export type JudgedNode = [id: string, named: number, length: number];

/** Nodes with their traits in view of a question, as they are now. */
export function judgedNodes({ draft }: Work, question: string, ids: readonly string[]): JudgedNode[] {
  const asked = termsOf(question);
  return ids.flatMap((id): JudgedNode[] => {
    const node = draft.node(id);
    if (!node) return [];
    const byline = bylineOf(node.metadata);
    const said = byline.filter((term) => asked.has(term)).length;
    const counts = termsOf(searchableText(node.text, node.metadata)).values();
    const length = [...counts].reduce((sum, count) => sum + count, 0);
    return [[id, ...traitsOf(shareSaid(said, byline.length), length)]];
  });
}

/** The contrast of a judged node to those that misled beside it; null where that is not known. */
export function contrastAmong(
  id: string,
  answered: readonly JudgedNode[],
  misled: readonly JudgedNode[],
): Contrast | null {
  const traits = (node: JudgedNode): Traits => [node[1], node[2]];
  const answer = answered.find(([one]) => one === id);
  return answer ? contrastOf(traits(answer), misled.map(traits)) : null;
}
