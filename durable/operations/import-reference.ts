// Lines of openclawbrain's state.json as rows: its nodes, edges and vectors in their order, authority, kinds and metadata kept.
// The place of an edge's bucket is known only when all edges are; `placedEdges` gives it.

import { Refusal } from "../../wire/errors.ts";
import { LIMITS } from "../../wire/limits.ts";
import type { StateHeader } from "../../wire/moving.ts";
import type { Json, PlacedEdge, PlacedNode, StopRecord, VectorRecord } from "../graph/records.ts";
import type { StagedRow, Stamp } from "../store/ports.ts";
import { invalid, type Line } from "./import-lines.ts";
import type { OpenImport } from "./import-progress.ts";
import { DECAY_HALF_LIFE } from "./maintain.ts";
import type { Memory } from "./memory.ts";
import { emptyIndex } from "./mind.ts";
import { edgeIn, nodeIn, numbers } from "./read-reference-state.ts";
import { fromReferenceEdge, fromReferenceNode, REFERENCE_META, stopOf } from "./reference-state.ts";
import { screenFor } from "./screening.ts";

export interface NumberedRow {
  readonly row: StagedRow;
  readonly line: number;
}

type Records = Parameters<Memory["store"]["imports"]["rowsOf"]>[0];
const NOTHING: Records = { nodes: [], edges: [], stops: [], vectors: [] };

export function readReferenceLines(
  memory: Memory,
  { plan, progress }: OpenImport,
  lines: readonly Line[],
  stamp: Stamp,
): NumberedRow[] {
  const { imports } = memory.store;
  const screen = screenFor(memory, { ...stamp, role: "owner" });
  const index = emptyIndex(memory.settings, memory.embedder.dimension);
  /** Lines of a kind, those of earlier parts counted. */
  const seen: Record<string, number> = { ...progress.read };
  const rows: NumberedRow[] = progress.next === 0 ? settingsOf(plan.header as StateHeader) : [];
  for (const line of lines) {
    seen[line.kind] = (seen[line.kind] ?? 0) + 1;
    const records = recordsOf(line, seen[line.kind], (id, vector) => {
      // An embedder that is dropped may have vectors of any length.
      if (plan.reembed) return { id, route: 0, scale: 0, bytes: new Uint8Array() };
      if (vector.length !== memory.embedder.dimension) {
        throw invalid(
          line.number,
          `has ${vector.length} numbers, and the embedder makes ${memory.embedder.dimension}`,
        );
      }
      index.set(id, 0, vector);
      return index.record(id, 0) as VectorRecord;
    });
    // An owner brings it, and the system that it comes from screened nothing.
    const nodes = records.nodes?.map((node) => ({ ...node, screen: screen?.(node) ?? null })) ?? [];
    for (const row of imports.rowsOf({ ...NOTHING, ...records, nodes }, stamp))
      rows.push({ row, line: line.number });
  }
  return rows;
}

/** Rows of edges whose buckets follow the first edge of each source. Their ordinals number them through. */
export function* placedEdges(
  pieces: Iterable<readonly StagedRow["cells"][]>,
  columns: readonly string[],
): Iterable<readonly StagedRow["cells"][]> {
  const [source, bucket, ordinal] = ["source", "bucket", "ordinal"].map((name) => columns.indexOf(name));
  const buckets = new Map<StagedRow["cells"][0], number>();
  for (const piece of pieces) {
    yield piece.map((cells) => {
      const place = buckets.get(cells[source]) ?? (cells[ordinal] as number);
      buckets.set(cells[source], place);
      return cells.with(bucket, place);
    });
  }
}

function recordsOf(
  { kind, cells, number }: Line,
  place: number,
  vectorOf: (id: string, vector: number[]) => VectorRecord,
): Partial<Records> {
  try {
    for (const cell of cells) requireShallow(cell, LIMITS.jsonDepth);
    if (kind === "node") return nodeRecords(cells[0], place);
    if (kind === "edge") return { edges: [edgeRecord(cells[0], place)] };
    if (kind === "vector" && typeof cells[0] === "string") {
      const record = vectorOf(cells[0], numbers(cells[1], "the vector"));
      return { vectors: [{ ...record, ...(record.ordinal !== undefined && { ordinal: place }) }] };
    }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "invalid_request") throw error;
    throw invalid(number, `is wrong: ${error.message}`);
  }
  throw invalid(number, "is neither a node nor an edge nor a vector");
}

function nodeRecords(value: unknown, ordinal: number): Partial<Records> {
  const node = nodeIn(value, "the node");
  const placed: PlacedNode = { ...fromReferenceNode(node), ordinal };
  const { weight, relevance } = stopOf(node);
  const stop: StopRecord = { id: node.id, weight, relevance };
  return { nodes: [placed], stops: weight !== 0 || relevance !== 0 ? [stop] : [] };
}

function edgeRecord(value: unknown, ordinal: number): PlacedEdge {
  const edge = fromReferenceEdge(edgeIn(value, "the edge"));
  return { ...edge, weight: Math.min(1, Math.max(-1, edge.weight)), bucket: ordinal, ordinal };
}

/** What a state says about itself stays known; its half-life is in force. */
function settingsOf({ meta }: StateHeader): NumberedRow[] {
  const { decay_half_life: halfLife } = meta;
  const settings: [string, Json][] = [[REFERENCE_META, meta as Json]];
  if (typeof halfLife === "number" && halfLife > 0) settings.push([DECAY_HALF_LIFE, halfLife]);
  return settings.map(([name, value]) => ({
    row: { table: "settings", cells: [name, JSON.stringify(value)] },
    line: 1,
  }));
}

/** JSON that is nested deeper than a request may be could not be written again. */
function requireShallow(value: unknown, levels: number): void {
  if (typeof value !== "object" || value === null) return;
  if (levels === 0) {
    throw new Refusal("invalid_request", `it is nested deeper than ${LIMITS.jsonDepth} levels`);
  }
  for (const child of Object.values(value)) requireShallow(child, levels - 1);
}
