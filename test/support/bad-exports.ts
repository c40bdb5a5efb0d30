// Files that are no export, made from one that is: what was done to each, and what it is refused with.

import { LIMITS } from "../../wire/limits.ts";
import type { ImportRequest } from "../../wire/moving.ts";
import { changed, fileOf, headerIn, linesIn, pagesIn, tablesIn, twoPages } from "./moving.ts";

export interface BadExport {
  readonly is: string;
  readonly file: (file: string) => string;
  readonly options?: Partial<ImportRequest>;
  readonly code: string;
  readonly says: string;
}

type Lines = Parameters<Parameters<typeof changed>[1]>[0];
export type Row = (string | number | null)[];

/** The file with one cell of its first row of a table changed. */
function withCell(file: string, table: string, column: string, value: string | number | null): string {
  const tables = tablesIn(file);
  return changed(file, (lines) => {
    const at = lines.findIndex((line) => Array.isArray(line) && line[0] === table);
    const row = [...(lines[at] as Row)];
    row[tables[table].indexOf(column) + 1] = value;
    return lines.with(at, row);
  });
}

/** The file with another header. */
function withHeader(file: string, change: Record<string, unknown>): string {
  return changed(file, (lines) => lines.with(0, { ...(lines[0] as object), ...change }));
}

function withLines(file: string, change: (lines: Lines) => Lines): string {
  return changed(file, change);
}

export function rowOf(table: string): (lines: Lines) => Row {
  return (lines) => lines.find((line) => Array.isArray(line) && line[0] === table) as Row;
}

export const BAD_EXPORTS: readonly BadExport[] = [
  {
    is: "cut off after a page",
    file: (file) => pagesIn(twoPages(file)).slice(0, 1).join(""),
    code: "import_incomplete",
    says: "no end yet",
  },
  {
    is: "of a newer version",
    file: (file) => withHeader(file, { version: 2 }),
    code: "unsupported_version",
    says: "newer server",
  },
  {
    is: "with a table of a newer server",
    file: (file) => withHeader(file, { tables: { ...tablesIn(file), dreams: ["id"] } }),
    code: "unsupported_version",
    says: "table dreams",
  },
  {
    is: "with a column of a newer server",
    file: (file) =>
      withHeader(file, { tables: { ...tablesIn(file), stops: ["id", "weight", "relevance", "mood"] } }),
    code: "unsupported_version",
    says: "column mood of stops",
  },
  {
    is: "of an unknown format",
    file: (file) => withHeader(file, { format: "zip" }),
    code: "invalid_import",
    says: "no format",
  },
  {
    is: "with half a header",
    file: (file) => withHeader(file, { profile: 7 }),
    code: "invalid_import",
    says: "profile",
  },
  {
    is: "of another embedder",
    file: (file) => withHeader(file, { embedder: { name: "bge-small", dimension: 384 } }),
    code: "embedder_mismatch",
    says: "reembed: true",
  },
  {
    is: "of an index of another kind",
    file: (file) => withHeader(file, { vectors: "exact" }),
    code: "embedder_mismatch",
    says: "reembed: true",
  },
  {
    is: "of another agent, which nobody meant",
    file: (file) => file,
    options: { another: false },
    code: "another_agent",
    says: "another: true",
  },
  {
    is: "for an agent that is not empty",
    file: (file) => file,
    options: { replace: false },
    code: "agent_not_empty",
    says: "replace: true",
  },
  {
    is: "with an edge to nowhere",
    file: (file) => withCell(file, "edges", "target", "nowhere"),
    code: "dangling_rows",
    says: 'names the node "nowhere"',
  },
  {
    is: "with a vector of no node",
    file: (file) => withCell(file, "vectors", "id", "nowhere"),
    code: "dangling_rows",
    says: "a row of vectors",
  },
  {
    is: "with a node twice",
    file: (file) => withLines(file, (lines) => [...lines, rowOf("nodes")(lines)]),
    code: "duplicate_id",
    says: "of nodes more than once",
  },
  {
    is: "with an edge twice",
    file: (file) => withLines(file, (lines) => [...lines, rowOf("edges")(lines)]),
    code: "duplicate_id",
    says: "of edges more than once",
  },
  {
    is: "with an entry of the journal twice",
    file: (file) => withLines(file, (lines) => [...lines, rowOf("journal")(lines)]),
    code: "duplicate_id",
    says: "of journal more than once",
  },
  {
    is: "with a text ten times as long as may be",
    file: (file) => withCell(file, "nodes", "text", "x".repeat(10 * LIMITS.text)),
    code: "too_large",
    says: `more than ${LIMITS.text} characters`,
  },
  {
    is: "with more nodes than an agent holds",
    file: (file) => manyNodes(file, LIMITS.nodesPerAgent + 1),
    code: "agent_full",
    says: `more than ${LIMITS.nodesPerAgent} nodes`,
  },
  {
    is: "with a line of garbage",
    file: (file) => file.replace('["edges"', "%&/(§\n[" + '"edges"'),
    code: "invalid_import",
    says: "is no JSON",
  },
  {
    is: "with a line that is no row",
    file: (file) => file.replace('["edges"', '{"hello":1}\n["edges"'),
    code: "invalid_import",
    says: "neither a row nor a checkpoint",
  },
  {
    is: "with a row of nothing known",
    file: (file) => withLines(file, (lines) => [...lines, ["dreams", 1]]),
    code: "invalid_import",
    says: "dreams",
  },
  {
    is: "with a row too short",
    file: (file) => withLines(file, (lines) => [...lines, ["stops", "n1"]]),
    code: "invalid_import",
    says: "has 1 cells",
  },
  {
    is: "with one letter changed",
    file: (file) => file.replace("Text of n4", "text of n4"),
    code: "digest_mismatch",
    says: "not those that were exported",
  },
  {
    is: "with a row left out and sealed again, but counted",
    file: (file) => miscounted(file),
    code: "invalid_import",
    says: "the footer counts",
  },
  {
    is: "that goes on after its end",
    file: (file) => `${file}${file}`,
    code: "part_order",
    says: "the footer has arrived",
  },
  {
    is: "with a kind of node that nobody knows",
    file: (file) => withCell(file, "nodes", "kind", "dream"),
    code: "invalid_import",
    says: "unknown kind",
  },
  {
    is: "with a text that is not the hashed one",
    file: (file) => withCell(file, "nodes", "content_hash", "0".repeat(64)),
    code: "invalid_import",
    says: "content_hash",
  },
  {
    is: "with a weight beyond 1",
    file: (file) => withCell(file, "edges", "weight", 1.5),
    code: "invalid_import",
    says: "weight outside",
  },
  {
    is: "with a number where a text belongs",
    file: (file) => withCell(file, "edges", "kind", 7),
    code: "invalid_import",
    says: "edges.kind must be a string",
  },
  {
    is: "with half a surrogate pair",
    file: (file) => withCell(file, "nodes", "summary", "\ud83e"),
    code: "invalid_import",
    says: "half a surrogate pair",
  },
  {
    is: "with a vector of another length",
    file: (file) => withCell(file, "vectors", "data", "AAAA"),
    code: "invalid_import",
    says: "data of another length",
  },
  {
    is: "with metadata that are no JSON",
    file: (file) => withCell(file, "nodes", "metadata", "{"),
    code: "invalid_import",
    says: "no JSON object",
  },
];

/** A file whose footer counts a row that is not there. */
function miscounted(file: string): string {
  const lines = linesIn(file).filter((line) => !("sha256" in line));
  const sealed = fileOf(lines.slice(0, -1)).trimEnd().split("\n");
  const { counts } = JSON.parse(fileOf(lines).trimEnd().split("\n").at(-1) as string);
  const footer = { ...JSON.parse(sealed.at(-1) as string), counts };
  return `${[...sealed.slice(0, -1), JSON.stringify(footer)].join("\n")}\n`;
}

/** A file that says it has many nodes; what they are does not matter. */
function manyNodes(file: string, count: number): string {
  return fileOf([headerIn(file), ...Array.from({ length: count }, () => ["nodes"])]);
}
