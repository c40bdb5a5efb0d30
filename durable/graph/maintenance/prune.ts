// Removes what no longer says anything: edges of almost no weight, then nodes that nothing links.
// Edges at constitutional nodes stay, and so do the stronger ones at canonical nodes.

import type { Draft } from "../draft.ts";
import { orphansOf } from "../health.ts";
import type { NodeRecord } from "../records.ts";
import type { RouteGraph } from "../route-graph.ts";
import type { StructureSettings } from "../settings.ts";
import { belongsToSync } from "./inheritance.ts";

/** Removes edges smaller than `below` in size; 0 or less removes none. Returns how many went. */
export function pruneEdges(draft: Draft, below: number, settings: StructureSettings): number {
  if (!(below > 0)) return 0;
  const { graph } = draft;
  let removed = 0;
  for (const edge of [...graph.allEdges()]) {
    const weight = graph.weights[edge];
    if (Math.abs(weight) >= below) continue;
    if (weight < 0 && !settings.pruneInhibitory) continue;
    if (touches(graph, edge, "constitutional")) continue;
    if (Math.abs(weight) > settings.pruneCanonicalAbove && touches(graph, edge, "canonical")) continue;
    draft.cutEdge(edge);
    removed++;
  }
  return removed;
}

/** Removes nodes without edges, except those that someone anchored. Returns how many went. */
export function pruneOrphans(draft: Draft, settings: StructureSettings): number {
  const orphans = orphansOf(draft.graph).filter((id) => isExpendable(draft, id, settings));
  for (const id of orphans) draft.removeNode(id, settings.dropVectors);
  return orphans.length;
}

function isExpendable(draft: Draft, id: string, settings: StructureSettings): boolean {
  const { graph } = draft;
  const position = graph.positionOf(id);
  if (graph.authorityAt(position) !== "overlay") return false;
  const origin = graph.originAt(position);
  if (settings.pruneOrphans === "generated" && (origin === "workspace" || origin === "injected"))
    return false;
  return !settings.keepWorkspace || !belongsToSync(draft.node(id) as NodeRecord);
}

function touches(graph: RouteGraph, edge: number, authority: "canonical" | "constitutional"): boolean {
  return [graph.sources[edge], graph.targets[edge]].some(
    (position) => graph.isNode[position] === 1 && graph.authorityAt(position) === authority,
  );
}
