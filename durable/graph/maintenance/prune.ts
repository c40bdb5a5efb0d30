// Removes what no longer says anything: edges of almost no weight, then nodes that nothing links.
// Edges at constitutional nodes stay, and so do the stronger ones at canonical nodes, and those that hold the memory together.

import type { Draft } from "../draft.ts";
import { hasNeighbour } from "../health.ts";
import type { NodeRecord } from "../records.ts";
import type { RouteGraph } from "../route-graph.ts";
import type { StructureSettings } from "../settings.ts";
import { isFixed } from "../structure.ts";
import { belongsToSync } from "./inheritance.ts";
import { Slice, sliceOfEdges, sliceOfNodes } from "./slice.ts";

/** Removes edges smaller than `below` in size; 0 or less removes none. Returns how many went. */
export function pruneEdges(
  draft: Draft,
  below: number,
  settings: StructureSettings,
  lasting: readonly string[] = [],
  slice = new Slice(),
): number {
  const { graph } = draft;
  let removed = 0;
  if (!(below > 0)) {
    slice.place = null;
    return 0;
  }
  sliceOfEdges(graph, slice, (edge) => {
    const weight = graph.weights[edge];
    if (Math.abs(weight) >= below) return;
    if (weight < 0 && !settings.pruneInhibitory) return;
    if (lasting.includes(graph.edgeKindAt(edge)) || isFixed(graph, edge)) return;
    if (touches(graph, edge, "constitutional")) return;
    if (Math.abs(weight) > settings.pruneCanonicalAbove && touches(graph, edge, "canonical")) return;
    draft.cutEdge(edge);
    slice.change();
    removed++;
  });
  return removed;
}

/** Removes nodes without edges, except those that someone anchored. Returns how many went. */
export function pruneOrphans(draft: Draft, settings: StructureSettings, slice = new Slice()): number {
  const { graph } = draft;
  let removed = 0;
  sliceOfNodes(graph, slice, (position, id) => {
    if (hasNeighbour(graph, position) || !isExpendable(draft, id, settings)) return;
    draft.removeNode(id, settings.dropVectors);
    slice.change();
    removed++;
  });
  return removed;
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
