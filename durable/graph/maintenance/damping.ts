// Damping of the reference's harvest: what was corrected again and again leads less far. All edges of a correction's node,
// either way and whatever their sign, are multiplied by 1 / (1 + rate · corrections). It weakens the correction as well,
// so the product leaves it out.

import type { Draft } from "../draft.ts";

export interface Damped {
  /** Nodes that a correction names and that are there. */
  readonly nodes: number;
  readonly edges: number;
}

/** `ids`: the node of each correction, as often as it was corrected; null and unknown ones count for nothing. */
export function dampCorrected(draft: Draft, ids: readonly (string | null)[], rate: number): Damped {
  const { graph } = draft;
  const known = ids.filter((id) => id !== null && graph.has(id));
  const counts = new Map([...Map.groupBy(known, (id) => id as string)].map(([id, all]) => [id, all.length]));
  let edges = 0;
  for (const [id, count] of counts) {
    const position = graph.positionOf(id);
    // An edge of the node to itself is among both.
    for (const edge of new Set([...graph.out.list(position), ...graph.into.list(position)])) {
      draft.weigh(edge, graph.weights[edge] / (1 + rate * count));
      edges++;
    }
  }
  return { nodes: counts.size, edges };
}
