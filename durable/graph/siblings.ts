// Edges between neighbouring chunks of a file, both ways, with a first weight near one half:
//   weight = clamp(1/2 + (digest mod 2001 − 1000) / 100000, 0.4, 0.6)
// The jitter, from a digest of file and offset, keeps the neighbours of a fresh graph from tying.
// An edge that still has its first weight holds nothing learned: it follows the order of the file.

import type { Draft } from "./draft.ts";
import { SIBLING } from "./inhibiting.ts";

/** First weight of the edges between two neighbours; `digest` is a whole number in 0…2³²−1. */
export function siblingWeight(digest: number): number {
  const jitter = ((digest % 2001) - 1000) / 100_000;
  return Math.min(0.6, Math.max(0.4, 0.5 + jitter));
}

/** First weight of the edges between the chunks at `offset` and `offset + 1`. */
export type FirstWeight = (offset: number) => number;

/**
 * Brings the edges between old neighbours in line with the new order. Edges of neighbours that part are cut and
 * those of neighbours that shift get their new first weight, unless something was learned: then they stay.
 * @param before ids in the old order, null where a chunk is no node
 * @param placeOf where a chunk is now, or −1
 * @returns offsets of the new neighbours that were neighbours before: theirs is what is between them, even nothing
 */
export function regroupSiblings(
  draft: Draft,
  before: readonly (string | null)[],
  placeOf: (id: string) => number,
  firstWeight: FirstWeight,
): Set<number> {
  const { graph } = draft;
  const still = new Set<number>();
  for (let offset = 0; offset + 1 < before.length; offset++) {
    const [a, b] = [before[offset], before[offset + 1]];
    if (a === null || b === null) continue;
    const [first, second] = [placeOf(a), placeOf(b)];
    const together = first >= 0 && second >= 0 && Math.abs(first - second) === 1;
    const now = Math.min(first, second);
    if (together) still.add(now);
    for (const edge of [graph.edgeOf(a, b), graph.edgeOf(b, a)]) {
      if (edge < 0 || graph.edgeKindAt(edge) !== SIBLING || graph.weights[edge] !== firstWeight(offset))
        continue;
      if (together) draft.weigh(edge, firstWeight(now));
      else draft.cutEdge(edge);
    }
  }
  return still;
}

/** Cuts every sibling edge among these nodes, whatever its weight. */
export function cutSiblings(draft: Draft, ids: readonly string[]): void {
  const { graph } = draft;
  const positions = new Set(ids.map((id) => graph.positionOf(id)));
  positions.delete(-1);
  for (const position of positions) {
    for (const edge of graph.out.list(position)) {
      if (graph.edgeKindAt(edge) === SIBLING && positions.has(graph.targets[edge])) draft.cutEdge(edge);
    }
  }
}

/** Lays edges both ways between neighbours, but for the offsets in `settled` and where one is, unless it `replaces` that. */
export function laySiblings(
  draft: Draft,
  order: readonly (string | null)[],
  firstWeight: FirstWeight,
  { settled, replace }: { readonly settled: ReadonlySet<number>; readonly replace: boolean },
): void {
  for (let offset = 0; offset + 1 < order.length; offset++) {
    const [a, b] = [order[offset], order[offset + 1]];
    if (a === null || b === null || settled.has(offset)) continue;
    const weight = firstWeight(offset);
    for (const [source, target] of [
      [a, b],
      [b, a],
    ]) {
      if (!replace && draft.graph.edgeOf(source, target) >= 0) continue;
      draft.putEdge({ source, target, weight, kind: SIBLING, relevance: null, metadata: {} });
    }
  }
}
