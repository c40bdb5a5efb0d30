// Wakes a graph: everything with numbers goes to memory, in the order in which it was made.
// Words stay on the disk: the text of a node is its last column, so that waking does not even read it.

import type { Authority, NodeKind, Origin } from "../graph/records.ts";
import type { RouteGraph } from "../graph/route-graph.ts";
import type { VectorIndex } from "../graph/vectors.ts";
import type { Database } from "./database.ts";
import { type VectorRow, vectorOf } from "./graph-rows.ts";
import { KEPT_BESIDE } from "./vectorized.ts";

/** Of a node: the screen keeps it back. `nodes_screen` is an index of those with a note alone. */
export const KEPT_BACK = "screen is not null and json_extract(screen, '$.released') is null";

/** Fills an empty graph and an empty vector index with what is stored; `most`: what stays on the disk is left out. */
export function loadGraph(database: Database, graph: RouteGraph, vectors: VectorIndex, most?: number): void {
  for (const row of database.each(
    "select id, ordinal, kind, origin, authority, file, chunk, length from nodes order by ordinal",
  )) {
    const [id, ordinal, kind, origin, authority, file, chunk, length] = row as NodeRow;
    graph.setNode({ id, kind, origin, authority, file, chunk, length }, ordinal);
  }
  for (const row of database.each(`select id from nodes where ${KEPT_BACK} order by ordinal`)) {
    graph.quarantined.add(graph.positionOf(row[0] as string));
  }
  for (const row of database.each(
    "select source, target, weight, kind, relevance, bucket, ordinal from edges order by bucket, ordinal",
  )) {
    const [source, target, weight, kind, relevance, bucket, ordinal] = row as EdgeRow;
    const edge = graph.addEdge(source, target, weight, kind, { bucket, ordinal });
    if (relevance !== null) graph.relevances[edge] = relevance;
  }
  for (const row of database.each("select id, weight, relevance from stops")) {
    const [id, weight, relevance] = row as [string, number, number];
    const position = graph.positionOf(id);
    if (position < 0) continue;
    graph.stopWeights[position] = weight;
    graph.stopRelevances[position] = relevance;
  }
  const kept = most === undefined ? "" : `where ${KEPT_BESIDE}`;
  for (const row of database.each(
    `select id, route, scale, ordinal, data from vectors as v ${kept} order by ordinal, id, route`,
    ...(most === undefined ? [] : [most]),
  )) {
    vectors.load(vectorOf(row as VectorRow));
  }
}

type NodeRow = [
  id: string,
  ordinal: number,
  kind: NodeKind,
  origin: Origin,
  authority: Authority,
  file: string | null,
  chunk: number | null,
  length: number,
];

type EdgeRow = [
  source: string,
  target: string,
  weight: number,
  kind: string,
  relevance: number | null,
  bucket: number,
  ordinal: number,
];
