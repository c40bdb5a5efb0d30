// The links that a node would have got when it was new, had some of its neighbours not been there:
// with the nearest of the others that were there then. Nodes are told apart by their rank: what is newer ranks higher.

import { linksBetween, type Reach } from "./connecting.ts";
import type { EdgeRecord } from "./records.ts";
import type { RouteGraph } from "./route-graph.ts";
import type { Vector, VectorIndex } from "./vectors.ts";

/** A search asks for so many times as many as it found too few. */
const WIDER = 4;

/** Edges both ways to the neighbours that take the place of those in `gone`; `linked` is what the node was linked with. */
export function linksInstead(
  { graph, vectors }: { readonly graph: RouteGraph; readonly vectors: VectorIndex },
  node: { readonly id: string; readonly vector: Vector; readonly linked: readonly string[] },
  gone: ReadonlySet<string>,
  { topK, minSimilarity, share }: Reach,
): EdgeRecord[] {
  const kept = node.linked.filter((id) => !gone.has(id));
  const missing = topK - kept.length;
  if (missing <= 0 || kept.length === node.linked.length) return [];
  const rank = graph.ordinals[graph.positionOf(node.id)];
  const wasThere = (id: string) => graph.has(id) && graph.ordinals[graph.positionOf(id)] < rank;
  for (let count = WIDER * topK; ; count *= WIDER) {
    const found = vectors.search(node.vector, count);
    const others = found
      .filter(([id, score]) => score >= minSimilarity && wasThere(id) && !gone.has(id) && !kept.includes(id))
      .slice(0, missing);
    const isAll = found.length < count || found[found.length - 1][1] < minSimilarity;
    if (others.length < missing && !isAll) continue;
    return others.flatMap(([id, similarity]) => linksBetween(node.id, { id, similarity }, share));
  }
}
