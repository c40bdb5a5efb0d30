// The rows that a change of the graph puts and cuts.

import type { GraphChange } from "../graph/records.ts";
import { edgeRow, nodeRow, stopRow, vectorRow } from "./graph-rows.ts";
import type { Stamp, StoredNode } from "./ports.ts";
import { RowChanges } from "./row-changes.ts";

/** `stored`: the nodes as they are before the change. */
export function rowsOf(
  change: GraphChange,
  stored: (id: string) => StoredNode | undefined,
  stamp: Stamp,
): RowChanges {
  const rows = new RowChanges();
  for (const node of change.nodes) rows.put("nodes", nodeRow(node, stored(node.id), stamp));
  for (const id of change.removedNodes) rows.cut("nodes", [id]);
  for (const edge of change.edges) rows.put("edges", edgeRow(edge));
  for (const ends of change.removedEdges) rows.cut("edges", ends);
  for (const stop of change.stops) {
    if (stop.weight === 0 && stop.relevance === 0) rows.cut("stops", [stop.id]);
    else rows.put("stops", stopRow(stop));
  }
  for (const vector of change.vectors) rows.put("vectors", vectorRow(vector));
  for (const key of change.removedVectors) rows.cut("vectors", key);
  return rows;
}
