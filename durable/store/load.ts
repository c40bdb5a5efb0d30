// Wakes a graph: everything with numbers goes to memory, in the order in which it was made.
// Words stay on the disk: the text of a node is its last column, so that waking does not even read it.

import type { Authority, NodeKind, Origin, VectorRecord } from "../graph/records.ts";
import type { RouteGraph } from "../graph/route-graph.ts";
import type { Database } from "./database.ts";
import { type VectorRow, vectorOf } from "./graph-rows.ts";
import { KEPT_BESIDE } from "./vectorized.ts";

/** Of a node: the screen keeps it back. `nodes_screen` is an index of those with a note alone. */
export const KEPT_BACK = "screen is not null and json_extract(screen, '$.released') is null";

/** Fills an empty graph with what is stored. */
export function loadGraph(database: Database, graph: RouteGraph): void {
  // Room that is taken at once is neither taken twice while it grows nor left over.
  graph.reserveNodes(countOf(database, "nodes"));
  graph.reserveEdges(countOf(database, "edges"));
  for (const row of database.each(`select ${NODE_COLUMNS} from nodes order by ordinal`)) {
    putNode(graph, row as NodeRow);
  }
  for (const row of database.each(`select id from nodes where ${KEPT_BACK} order by ordinal`)) {
    graph.quarantined.add(graph.positionOf(row[0] as string));
  }
  for (const row of database.each(`select ${EDGE_COLUMNS} from edges order by bucket, ordinal`)) {
    appendEdge(graph, row as EdgeRow);
  }
  graph.listEdges();
  for (const row of database.each(`select ${STOP_COLUMNS} from stops`)) putStop(graph, row as StopRow);
}

function countOf(database: Database, table: "nodes" | "edges"): number {
  const [row] = database.exec(`select count(*) as count from ${table}`);
  return Number(row.count);
}

/** Hands out the vectors that are stored; `most`: what stays on the disk is left out. */
export function loadVectors(database: Database, take: (vector: VectorRecord) => void, most?: number): void {
  const kept = most === undefined ? "" : `where ${KEPT_BESIDE}`;
  for (const row of database.each(
    `select ${VECTOR_COLUMNS} from vectors as v ${kept} order by ordinal, id, route`,
    ...(most === undefined ? [] : [most]),
  )) {
    take(vectorOf(row as VectorRow));
  }
}

export const NODE_COLUMNS = "id, ordinal, kind, origin, authority, file, chunk, length";
export const EDGE_COLUMNS = "source, target, weight, kind, relevance, bucket, ordinal";
export const STOP_COLUMNS = "id, weight, relevance";
export const VECTOR_COLUMNS = "id, route, scale, ordinal, data";

export function putNode(graph: RouteGraph, row: NodeRow): number {
  const [id, ordinal, kind, origin, authority, file, chunk, length] = row;
  return graph.setNode({ id, kind, origin, authority, file, chunk, length }, ordinal);
}

/** Edges come in the order of their buckets, and are in no list until all are there. */
export function appendEdge(graph: RouteGraph, row: EdgeRow): void {
  const [source, target, weight, kind, relevance, bucket, ordinal] = row;
  const from = graph.claimPosition(source);
  const edge = graph.appendEdge(from, graph.claimPosition(target), weight, kind, { bucket, ordinal });
  if (relevance !== null) graph.relevances[edge] = relevance;
}

export function putStop(graph: RouteGraph, [id, weight, relevance]: StopRow): void {
  const position = graph.positionOf(id);
  if (position < 0) return;
  graph.stopWeights[position] = weight;
  graph.stopRelevances[position] = relevance;
}

export type NodeRow = [
  id: string,
  ordinal: number,
  kind: NodeKind,
  origin: Origin,
  authority: Authority,
  file: string | null,
  chunk: number | null,
  length: number,
];

export type StopRow = [id: string, weight: number, relevance: number];

export type EdgeRow = [
  source: string,
  target: string,
  weight: number,
  kind: string,
  relevance: number | null,
  bucket: number,
  ordinal: number,
];
