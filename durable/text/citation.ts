// Where a node's text comes from, as a path with lines: `notes/deploy.md#L3-L7`.

import { strip } from "./lines.ts";

/** What a citation is read from. Metadata comes from callers, so any shape is possible. */
export interface CitedNode {
  readonly file: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface Source {
  readonly path: string;
  /** First line, where it is known. */
  readonly start: number | null;
  readonly citation: string;
}

/** The citation of a node, or null when nothing says where it comes from. */
export function citationOf(node: CitedNode): string | null {
  return sourceOf(node)?.citation ?? null;
}

/** Path and lines of a node: `path`, its file or `source`, and `start_line`, `end_line` or `line_range`. */
export function sourceOf({ file, metadata }: CitedNode): Source | null {
  const path = [metadata.path, file, metadata.file, metadata.source].find(isSaid);
  if (path === undefined) return null;
  const [start, end] = linesIn(metadata);
  return { path, start, citation: path + lineSuffix(start, end) };
}

function isSaid(value: unknown): value is string {
  return typeof value === "string" && strip(value) !== "";
}

type Lines = readonly [start: number | null, end: number | null];

function linesIn(metadata: CitedNode["metadata"]): Lines {
  const start = lineNumber(metadata.start_line);
  const end = lineNumber(metadata.end_line);
  if (start !== null || end !== null) return [start, end];
  const range = metadata.line_range;
  if (typeof range === "string") return ends(range.match(/\d+/g) ?? []);
  if (Array.isArray(range)) return ends(range);
  if (typeof range !== "object" || range === null) return [null, null];
  const { start: from, end: to } = range as { start?: unknown; end?: unknown };
  return [lineNumber(from), lineNumber(to)];
}

/** One value counts for both ends. */
function ends(values: readonly unknown[]): Lines {
  return [lineNumber(values[0]), lineNumber(values.length > 1 ? values[1] : values[0])];
}

function lineNumber(value: unknown): number | null {
  if (typeof value === "string")
    return /^\s*[+-]?\d+(\.\d*)?\s*$/.test(value) ? Math.trunc(Number(value)) : null;
  return typeof value === "number" && Number.isFinite(value) ? Math.trunc(value) : null;
}

function lineSuffix(start: number | null, end: number | null): string {
  if (start !== null && end !== null) return `#L${start}-L${end}`;
  const only = start ?? end;
  return only === null ? "" : `#L${only}`;
}
