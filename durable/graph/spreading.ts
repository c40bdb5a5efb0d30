// What belongs to a good match is a better one: along the structure of the memory each match lends of its score.
//   score'(t) = score(t) + Σ over links of `added` kinds + the most of any link of the others
//   a link s → t lends  gain(kind) · weight(s → t) · score(s) / links(s, kind)^crowding(kind)
// Neighbours in a talk or file add up, since two matches around a text say more than one; a mention counts once however
// often a name is named, and a node that mentions many lends little to each. Only the best matches lend.

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
  /** So many of the best matches lend. */
  readonly lenders: number;
}

/** All nodes with what they have and were lent, best first. `matches` come best first; suppressing edges lend nothing. */
export function spread(
  graph: RouteGraph,
  matches: readonly Scored[],
  settings: readonly LinkSettings[],
): Scored[] {
  const scores = new Map<string, number>(matches);
  for (const link of settings) {
    const lent = new Map<number, number>();
    for (const [id, score] of matches.slice(0, link.lenders)) lend(graph, id, score, link, lent);
    for (const [position, amount] of lent) {
      const id = graph.idAt(position);
      scores.set(id, (scores.get(id) ?? 0) + amount);
    }
  }
  return [...scores].sort(byScoreThenId);
}

function lend(
  graph: RouteGraph,
  id: string,
  score: number,
  { kind, gain, crowding, adds }: LinkSettings,
  lent: Map<number, number>,
): void {
  const position = graph.positionOf(id);
  if (position < 0 || score <= 0) return;
  const edges = graph.out
    .list(position)
    .filter((edge) => graph.edgeKindAt(edge) === kind && graph.weights[edge] > 0);
  const share = (gain * score) / edges.length ** crowding;
  for (const edge of edges) {
    const target = graph.targets[edge];
    if (!graph.isNode[target]) continue;
    const amount = share * graph.weights[edge];
    const before = lent.get(target) ?? 0;
    lent.set(target, adds ? before + amount : Math.max(before, amount));
  }
}
