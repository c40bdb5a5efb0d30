// Between the records of the graph and rows of the tables.

import type { RowOf } from "../../schema/replica.ts";
import { lengthOf } from "../graph/code-points.ts";
import type { Contrast } from "../graph/learned-ranking.ts";
import type {
  Asked,
  Authority,
  Metadata,
  NodeKind,
  Origin,
  PlacedEdge,
  PlacedNode,
  ScreenNote,
  StopRecord,
  VectorRecord,
} from "../graph/records.ts";
import { digestOf } from "../text/digest.ts";
import type { SqlRow } from "./database.ts";
import type { JournalEntry, JournalType, ShownNode, Stamp, StoredNode } from "./ports.ts";

/** The row of a node. Who wrote it and when it was made stay with what is stored, as long as its text does. */
export function nodeRow(node: PlacedNode, stored: StoredNode | undefined, stamp: Stamp): RowOf<"nodes"> {
  const sameText = stored !== undefined && stored.text === node.text;
  return {
    id: node.id,
    ordinal: node.ordinal,
    kind: node.kind,
    origin: node.origin,
    authority: node.authority,
    file: node.file,
    chunk: node.chunk,
    length: lengthOf(node.text),
    author: sameText ? stored.author : (node.writer ?? stamp.author),
    content_hash: sameText ? stored.contentHash : digestOf(node.text),
    created_at: stored?.createdAt ?? stamp.at,
    updated_at: stamp.at,
    summary: node.summary,
    metadata: JSON.stringify(node.metadata),
    text: node.text,
    screen: node.screen ? JSON.stringify(node.screen) : null,
  };
}

export function shownNodeOf(row: SqlRow): ShownNode {
  return {
    id: row.id as string,
    kind: row.kind as NodeKind,
    authority: row.authority as Authority,
    text: row.text as string,
    file: row.file as string | null,
    metadata: JSON.parse(row.metadata as string) as Metadata,
  };
}

export function storedNodeOf(row: SqlRow): StoredNode {
  return {
    id: row.id as string,
    kind: row.kind as NodeKind,
    origin: row.origin as Origin,
    authority: row.authority as Authority,
    text: row.text as string,
    summary: row.summary as string,
    file: row.file as string | null,
    chunk: row.chunk as number | null,
    metadata: JSON.parse(row.metadata as string) as Metadata,
    contentHash: row.content_hash as string,
    author: row.author as string,
    createdAt: row.created_at as number,
    updatedAt: row.updated_at as number,
    screen: row.screen ? (JSON.parse(row.screen as string) as ScreenNote) : null,
  };
}

export function journalEntryOf(row: SqlRow): JournalEntry {
  return {
    seq: row.seq as number,
    at: row.at as number,
    type: row.type as JournalType,
    author: row.author as string,
    body: JSON.parse(row.body as string) as Metadata,
  };
}

export function edgeRow(edge: PlacedEdge): RowOf<"edges"> {
  const { metadata, ...numbers } = edge;
  return { ...numbers, metadata: metadata && JSON.stringify(metadata) };
}

export function stopRow({ id, weight, relevance }: StopRecord): RowOf<"stops"> {
  return { id, weight, relevance };
}

export function vectorRow({ id, route, scale, bytes, ordinal, asked }: VectorRecord): RowOf<"vectors"> {
  const { text = null, by = null, at = null, teacher = null, contrast } = asked ?? {};
  const taught = { text, author: by, at, teacher, contrast: contrast ? JSON.stringify(contrast) : null };
  return { id, route, scale, ordinal: ordinal ?? null, data: toBase64(bytes), ...taught };
}

/** The question of a row that has one. */
export function askedIn({ text, author, at, teacher, contrast }: SqlRow): Asked | null {
  if (!text) return null;
  return {
    text: text as string,
    by: (author ?? "") as string,
    ...(typeof at === "number" && { at }),
    ...(typeof teacher === "string" && { teacher }),
    ...(typeof contrast === "string" && { contrast: JSON.parse(contrast) as Contrast }),
  };
}

export function vectorOf(row: VectorRow): VectorRecord {
  const [id, route, scale, ordinal, data] = row;
  return { id, route, scale, bytes: fromBase64(data), ordinal: ordinal ?? undefined };
}

export type VectorRow = [id: string, route: number, scale: number, ordinal: number | null, data: string];

/** Bytes per call of `fromCharCode`, which takes them as arguments. */
const SLICE = 8_192;

export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let start = 0; start < bytes.length; start += SLICE) {
    binary += String.fromCharCode(...bytes.subarray(start, start + SLICE));
  }
  return btoa(binary);
}

function fromBase64(text: string): Uint8Array {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
