// Export as openclawbrain's state.json, a page of its text at a time: nodes and edges in their order, one vector a node.
// Taught questions have no place in it. Packed vectors come back as numbers, exact ones as they were.

import type { ExportPage } from "../../wire/moving.ts";
import type { EdgeRecord, Metadata, NodeRecord, VectorRecord } from "../graph/records.ts";
import { type Begun, cursorOf, PageText } from "./export-text.ts";
import { DECAY_HALF_LIFE } from "./maintain.ts";
import type { Work } from "./memory.ts";
import { emptyIndex } from "./mind.ts";
import {
  NO_STOP,
  REFERENCE_META,
  referenceMeta,
  type Stop,
  toReferenceEdge,
  toReferenceNode,
} from "./reference-state.ts";

type Row = Readonly<Record<string, string | number | null>>;

/** One list of the file: where its rows come from, and how one is written; undefined for rows that are left out. */
interface Section {
  readonly table: string;
  readonly order: readonly string[];
  readonly opening: string;
  readonly closing: string;
  readonly write: (row: Row) => string | undefined;
}

export function statePage(work: Work, { snapshot, place, isFirst }: Begun): ExportPage {
  const text = new PageText();
  const rows = rowsOf(work, snapshot);
  const sections = sectionsOf(work, rows);
  const counts = [...place.counts];
  let { table: at, after } = place;
  if (isFirst) text.add(sections[0].opening);
  for (; at < sections.length && !text.isFull; at++, after = null) {
    const { table, order, closing, write } = sections[at];
    for (const row of rows(table, order, after)) {
      const written = write(row);
      if (written !== undefined) text.add((counts[at]++ > 0 ? "," : "") + written);
      after = order.map((column) => row[column]);
      if (text.isFull) break;
    }
    if (text.isFull) break;
    text.add(closing + (sections[at + 1]?.opening ?? ""));
  }
  if (at < sections.length)
    return { text: text.whole, cursor: cursorOf({ ...place, table: at, after, counts }) };
  text.add(`${JSON.stringify(metaOf(work, rows, counts[0], snapshot.at))}}`);
  return { text: text.whole, cursor: null };
}

type Rows = (
  table: string,
  order: readonly string[],
  after: readonly (string | number | null)[] | null,
) => Iterable<Row>;

function rowsOf({ store: { snapshots } }: Work, snapshot: Begun["snapshot"]): Rows {
  return function* (name, order, after) {
    const columns = snapshots.tables.find((table) => table.name === name)?.columns ?? [];
    for (const cells of snapshots.rows(snapshot, name, { order, after })) {
      yield Object.fromEntries(columns.map((column, index) => [column, cells[index]]));
    }
  };
}

function sectionsOf(work: Work, rows: Rows): readonly Section[] {
  const { settings, embedder } = work;
  let stops: Map<string, Stop> | undefined;
  const stopOf = (id: string) => {
    stops ??= stopsOf(rows);
    return stops.get(id) ?? NO_STOP;
  };
  const index = emptyIndex(settings, embedder.dimension);
  const numbersOf = (row: Row) => {
    const { id, route } = row as unknown as VectorRecord;
    index.load(vectorOf(row));
    const numbers = Array.from(index.vector(id, route) ?? []);
    index.delete(id, route);
    return numbers;
  };
  return [
    {
      table: "nodes",
      order: ["ordinal", "id"],
      opening: '{"graph":{"nodes":[',
      closing: "]",
      write: (row) => JSON.stringify(toReferenceNode(nodeOf(row), stopOf(row.id as string))),
    },
    {
      table: "edges",
      order: ["bucket", "ordinal", "source", "target"],
      opening: ',"edges":[',
      closing: "]}",
      write: (row) => JSON.stringify(toReferenceEdge(edgeOf(row))),
    },
    {
      table: "vectors",
      // Where the order of an index counts its rows are numbered.
      order: settings.vectors === "exact" ? ["ordinal", "id", "route"] : ["id", "route"],
      opening: ',"index":{',
      closing: '},"meta":',
      write: (row) =>
        row.route === 0 ? `${JSON.stringify(row.id)}:${JSON.stringify(numbersOf(row))}` : undefined,
    },
  ];
}

function stopsOf(rows: Rows): Map<string, Stop> {
  const stops = new Map<string, Stop>();
  for (const { id, weight, relevance } of rows("stops", ["id"], null)) {
    stops.set(id as string, { weight: weight as number, relevance: relevance as number });
  }
  return stops;
}

function metaOf({ embedder }: Work, rows: Rows, nodes: number, at: number): Metadata {
  const settings = new Map<string, unknown>();
  for (const { name, value } of rows("settings", ["name"], null)) {
    settings.set(name as string, JSON.parse(value as string));
  }
  const halfLife = settings.get(DECAY_HALF_LIFE) as number | undefined;
  const known: Metadata = {
    ...(settings.get(REFERENCE_META) as Metadata | undefined),
    ...(halfLife !== undefined && { decay_half_life: halfLife }),
    embedder_name: embedder.name,
    embedder_dim: embedder.dimension,
  };
  return referenceMeta(known, nodes, at);
}

function nodeOf(row: Row): NodeRecord {
  // SAFETY: columns of the table have the names and types of the record; metadata is JSON text.
  return { ...row, metadata: JSON.parse(row.metadata as string) } as unknown as NodeRecord;
}

function edgeOf(row: Row): EdgeRecord {
  const metadata = row.metadata === null ? null : JSON.parse(row.metadata as string);
  return { ...row, metadata } as unknown as EdgeRecord;
}

function vectorOf(row: Row): VectorRecord {
  const bytes = Uint8Array.from(atob(row.data as string), (char) => char.charCodeAt(0));
  return { id: row.id as string, route: row.route as number, scale: row.scale as number, bytes };
}
