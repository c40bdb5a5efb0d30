// What belongs to a good match is a better one: along the structure of the memory each match lends of its score.
//   score'(t) = score(t) + Σ over links of `added` kinds + the most of any link of the others
//   a link s → t lends  gain · weight(s → t) · score(s) / √(links(s) · links(t))^crowding       of its kind
// Neighbours in a talk or file add up, since two matches around a text say more than one; a mention counts once however
// often a name is named, and where many meet, each lends and is lent little; both ends are counted alike, so that of two
// that lend to each other the better match stays ahead. A loan lifts a node no further than its ceiling, but for the part that
// backs it: what surrounds a match that others confirm rises with it. Only the best matches lend.

import type { RouteGraph } from "./route-graph.ts";
import { byScoreThenId, type Scored } from "./vectors.ts";

export interface LinkSettings {
  /** Edges of this kind lend. */
  readonly kind: string;
  /** Share of the score that an edge of weight 1 lends. */
  readonly gain: number;
  /** How much many links thin out what each lends: 0 not at all, 1 in proportion. */
  readonly crowding: number;
  /** True: what several lend adds up; false: the most counts. */
  readonly adds: boolean;
  /** What is lent lifts a node at most to this share of its best lender. */
  readonly ceiling: number;
  /** Share of what it was lent that a node has beyond the ceiling. */
  readonly backing: number;
  /** So many of the best matches lend. */
  readonly lenders: number;
}

interface Loan {
  readonly amount: number;
  /** The best node that lends, and its score. */
  readonly lender: number;
  readonly score: number;
}

const NO_LOAN: Loan = { amount: 0, lender: -1, score: 0 };

/** All nodes with what they have and were lent, best first. `matches` come best first; suppressing edges lend nothing. */
export function spread(
  graph: RouteGraph,
  matches: readonly Scored[],
  settings: readonly LinkSettings[],
): Scored[] {
  const scores = new Map<string, number>(matches);
  const scoreOf = new Map(matches.map(([id, score]) => [graph.positionOf(id), score]));
  for (const link of settings) {
    const loans = new Map<number, Loan>();
    for (const [id, score] of matches.slice(0, link.lenders)) lend(graph, id, score, link, loans);
    const backed = (position: number, score: number) =>
      score + link.backing * (loans.get(position)?.amount ?? 0);
    for (const [position, { amount, lender }] of loans) {
      const id = graph.idAt(position);
      const own = scores.get(id) ?? 0;
      const most = link.ceiling * backed(lender, scoreOf.get(lender) as number);
      scores.set(id, Math.max(backed(position, own), Math.min(own + amount, most)));
    }
  }
  return [...scores].sort(byScoreThenId);
}

/** One loan: who lent, along which kind of link, and how much of it. */
export interface Lent {
  readonly from: string;
  readonly kind: string;
  readonly amount: number;
}

/** What the best of the matches lend to one node, the most first: what `spread` adds up, told apart. */
export function lentTo(
  graph: RouteGraph,
  id: string,
  matches: readonly Scored[],
  settings: readonly LinkSettings[],
  most: number,
): Lent[] {
  const position = graph.positionOf(id);
  const lent: Lent[] = [];
  for (const link of settings) {
    const scoreOf = new Map(matches.slice(0, link.lenders));
    for (const edge of position < 0 ? [] : graph.into.list(position)) {
      const source = graph.sources[edge];
      const score = scoreOf.get(graph.idAt(source)) ?? 0;
      if (score <= 0 || graph.edgeKindAt(edge) !== link.kind || graph.weights[edge] <= 0) continue;
      const links = linksOf(graph, source, link.kind);
      lent.push({
        from: graph.idAt(source),
        kind: link.kind,
        amount: loanAlong(graph, edge, links, score, link),
      });
    }
  }
  return lent.sort((a, b) => b.amount - a.amount).slice(0, most);
}

function lend(
  graph: RouteGraph,
  id: string,
  score: number,
  link: LinkSettings,
  loans: Map<number, Loan>,
): void {
  const { kind, adds } = link;
  const position = graph.positionOf(id);
  if (position < 0 || score <= 0) return;
  const { starts, counts, items } = graph.out;
  const end = starts[position] + counts[position];
  const links = linksOf(graph, position, kind);
  for (let place = starts[position]; links > 0 && place < end; place++) {
    const edge = items[place];
    const target = graph.targets[edge];
    if (!isLink(graph, edge, kind) || !graph.isNode[target]) continue;
    const amount = loanAlong(graph, edge, links, score, link);
    const before = loans.get(target) ?? NO_LOAN;
    loans.set(target, {
      amount: adds ? before.amount + amount : Math.max(before.amount, amount),
      lender: before.lender < 0 || score > before.score ? position : before.lender,
      score: Math.max(before.score, score),
    });
  }
}

/** What an edge lends of its source's score; `links`: how many of the kind the source has. */
function loanAlong(
  graph: RouteGraph,
  edge: number,
  links: number,
  score: number,
  { kind, gain, crowding }: LinkSettings,
): number {
  const crowd = crowding === 0 ? 1 : (links * linksOf(graph, graph.targets[edge], kind)) ** (crowding / 2);
  return (gain * score * graph.weights[edge]) / Math.max(1, crowd);
}

/** How many links of a kind leave a node. */
function linksOf(graph: RouteGraph, position: number, kind: string): number {
  const { starts, counts, items } = graph.out;
  const end = starts[position] + counts[position];
  let links = 0;
  for (let place = starts[position]; place < end; place++) if (isLink(graph, items[place], kind)) links++;
  return links;
}

function isLink(graph: RouteGraph, edge: number, kind: string): boolean {
  return graph.weights[edge] > 0 && graph.edgeKindAt(edge) === kind;
}
