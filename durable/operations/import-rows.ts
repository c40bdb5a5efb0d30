// From the lines of a file to rows of the memory: each is checked, and vectors are made where the file's are of no use.

import { LIMITS } from "../../wire/limits.ts";
import { EXPORT_FORMAT, type ExportHeader } from "../../wire/moving.ts";
import type { VectorRecord } from "../graph/records.ts";
import type { StagedRow, Stamp } from "../store/ports.ts";
import { vectorsAtOnce } from "./embedding.ts";
import { invalid, type Line } from "./import-lines.ts";
import type { Counts, OpenImport } from "./import-progress.ts";
import { type NumberedRow, readReferenceLines } from "./import-reference.ts";
import type { Memory } from "./memory.ts";
import { emptyIndex } from "./mind.ts";
import { flawOfRow, isTooLong, type Row } from "./row-flaws.ts";

/** Texts that are embedded together. */
const BATCH = 256;

export interface Read {
  readonly rows: readonly StagedRow[];
  readonly dropped: Counts;
  readonly reembedded: number;
}

/** Rows of some lines. Refuses with the number of the line that is wrong. */
export async function readRows(
  memory: Memory,
  open: OpenImport,
  lines: readonly Line[],
  stamp: Stamp,
): Promise<Read> {
  const { header, reembed } = open.plan;
  const isOurs = header.format === EXPORT_FORMAT;
  const given = isOurs ? ownLines(memory, header, lines) : readReferenceLines(memory, open, lines, stamp);
  const taken = given.map((row) => checked(memory, row, reembed));
  const rows = taken
    .filter((one) => isTaken(memory, one, reembed))
    .map((one) => withoutVector(memory, one, reembed));
  const dropped: Record<string, number> = {};
  for (const one of taken) {
    const { table } = one.row;
    if (!isTaken(memory, one, reembed)) dropped[table] = (dropped[table] ?? 0) + 1;
  }
  const made = reembed ? await embedded(memory, rows) : [];
  return {
    rows: [
      ...rows.map(({ row }) => row),
      ...memory.store.imports.rowsOf({ ...NOTHING, vectors: made }, stamp),
    ],
    dropped,
    reembedded: made.length,
  };
}

const NOTHING = { nodes: [], edges: [], stops: [] };

interface CheckedRow extends NumberedRow {
  readonly cells: Row;
}

function isTaken({ store }: Memory, { row: { table }, cells }: CheckedRow, reembed: boolean): boolean {
  return store.imports.tables.includes(table) && !(reembed && table === "vectors" && !isQuestion(cells));
}

/** A taught question that is kept in words. */
function isQuestion({ route, text }: Row): boolean {
  return (route as number) > 0 && typeof text === "string" && text !== "";
}

/** Of a question that is embedded anew only the words stay; its vector follows when the import is taken. */
function withoutVector({ store }: Memory, one: CheckedRow, reembed: boolean): CheckedRow {
  if (!reembed || one.row.table !== "vectors") return one;
  const place = store.imports.columnsOf("vectors")?.indexOf("data") ?? 0;
  return { ...one, row: { ...one.row, cells: one.row.cells.with(place, "") } };
}

/** Lines of this format: cells by the names that the header gives them. */
function ownLines(memory: Memory, { tables }: ExportHeader, lines: readonly Line[]): NumberedRow[] {
  const { imports } = memory.store;
  const places = new Map(
    Object.entries(tables).map(([table, names]) => [
      table,
      imports.columnsOf(table)?.map((column) => names.indexOf(column)) ?? [],
    ]),
  );
  return lines.map(({ kind, cells, number }) => {
    const place = places.get(kind);
    if (!place) throw invalid(number, `is a row of ${kind}, which the header does not name`);
    if (cells.length !== tables[kind].length) {
      throw invalid(number, `has ${cells.length} cells, and the header names ${tables[kind].length}`);
    }
    // Columns that are newer than the file are null.
    const row = { table: kind, cells: place.map((at) => (at < 0 ? null : cells[at])) as StagedRow["cells"] };
    return { row, line: number };
  });
}

function checked(memory: Memory, { row, line }: NumberedRow, reembed: boolean): CheckedRow {
  const { imports } = memory.store;
  const flaw = imports.flawOf(row);
  if (flaw) throw invalid(line, `is wrong: ${flaw}`);
  const columns = imports.columnsOf(row.table) ?? [];
  const cells: Row = Object.fromEntries(columns.map((column, index) => [column, row.cells[index]]));
  if (row.table === "nodes" && isTooLong(cells)) {
    throw invalid(
      line,
      `is a node of more than ${LIMITS.text} characters: split its text first`,
      "too_large",
    );
  }
  // Vectors that are made anew may be of any shape in the file.
  const meaning = reembed && row.table === "vectors" ? null : flawOfRow(row.table, cells, memory);
  if (meaning) throw invalid(line, meaning);
  return { row, line, cells };
}

async function embedded(
  { embedder, settings }: Memory,
  rows: readonly CheckedRow[],
): Promise<VectorRecord[]> {
  const nodes = rows.filter(({ row }) => row.table === "nodes").map(({ cells }) => cells);
  const index = emptyIndex(settings, embedder.dimension);
  const made: VectorRecord[] = [];
  for (let first = 0; first < nodes.length; first += BATCH) {
    const batch = nodes.slice(first, first + BATCH);
    const texts = batch.map(({ text }) => text as string);
    const vectors = await vectorsAtOnce(embedder, texts);
    // The rest follows when the import is taken.
    if (!vectors) break;
    for (const [at, { id, ordinal }] of batch.entries()) {
      index.set(id as string, 0, vectors[at]);
      const record = index.record(id as string, 0) as VectorRecord;
      // The index of the reference has an order of its own: that of the nodes, when it is made anew.
      made.push({ ...record, ...(record.ordinal !== undefined && { ordinal: ordinal as number }) });
    }
  }
  return made;
}
