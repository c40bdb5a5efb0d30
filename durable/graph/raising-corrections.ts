// A correction is met in three ways: by what it says, by what it corrects, and by the question that it was taught for. Whoever
// asks for one of them asks for the correction, and a question that meets several is about it the more surely:
//   score'(c) = the best of them + share · the others
// So what led to the wrong text leads to the right one, however differently that is worded. Nothing else changes.

import type { RouteGraph } from "./route-graph.ts";
import { byScoreThenId, type Scored } from "./vectors.ts";

export interface Raising {
  /** What counts of each way beside the best one, 0 … 1. */
  readonly share: number;
  /** Weight from which on an edge suppresses. */
  readonly inhibitoryThreshold: number;
  /** What of a node is shown; only that hands on. */
  readonly isShown: (id: string) => boolean;
  /** What the question has to do with a correction beyond the score with which it was found. */
  readonly beyond: (id: string) => number;
}

export interface Raise {
  /** The best of what it corrects. */
  readonly from: string;
  readonly amount: number;
}

export interface Raised {
  /** Best first. */
  readonly found: readonly Scored[];
  /** By correction: what it was given. */
  readonly given: ReadonlyMap<string, Raise>;
}

/** Corrections with what those that they correct were found with. */
export function raiseCorrections(graph: RouteGraph, found: readonly Scored[], how: Raising): Raised {
  const heirs = new Map<string, Scored>();
  for (const [id, score] of found) {
    if (score <= 0 || !how.isShown(id)) continue;
    for (const heir of correctionsOf(graph, id, how.inhibitoryThreshold))
      if (score > (heirs.get(heir)?.[1] ?? 0)) heirs.set(heir, [id, score]);
  }
  if (heirs.size === 0) return { found, given: new Map() };
  const scores = new Map(found);
  const given = new Map<string, Raise>();
  for (const [heir, [from, corrected]] of heirs) {
    const own = scores.get(heir) ?? 0;
    const others = Math.max(0, Math.min(own, corrected)) + Math.max(0, how.beyond(heir));
    const score = Math.max(own, corrected) + how.share * others;
    scores.set(heir, score);
    given.set(heir, { from, amount: score - own });
  }
  return { found: [...scores].sort(byScoreThenId), given };
}

/** Corrections that suppress a node; none where it is constitutional, however it was before it became that. */
export function correctionsOf(graph: RouteGraph, id: string, inhibitoryThreshold: number): string[] {
  const position = graph.positionOf(id);
  const { inhibitors, sources, weights } = graph;
  if (position < 0 || inhibitors.counts[position] === 0) return [];
  if (graph.authorityAt(position) === "constitutional") return [];
  const start = inhibitors.starts[position];
  const edges = Array.from(inhibitors.items.subarray(start, start + inhibitors.counts[position]));
  return edges
    .filter((edge) => weights[edge] <= inhibitoryThreshold && graph.isNode[sources[edge]])
    .filter((edge) => graph.kindAt(sources[edge]) === "correction" && !graph.quarantined.has(sources[edge]))
    .map((edge) => graph.idAt(sources[edge]));
}
