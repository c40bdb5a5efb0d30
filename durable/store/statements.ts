// The statements that write replicated rows, made from the tables' definition. Rows and keys travel as one
// JSON parameter, `[[cell, …], …]`, so a statement costs the same few parameters however many rows it writes.
// In D1 every row carries its agent, and every statement asks first whether D1 is where its batch goes on from.

import { type Cell, columnsOf, REPLICA, type TableName } from "../../schema/replica.ts";

/** True while D1 holds the changes up to ?3 and no others, and its writer is ?4. */
export const FENCE = "exists (select 1 from agents where id = ?1 and applied_seq = ?3 and writer = ?4)";

/** Adds or replaces rows in the object. Parameter: the rows. */
export function putStatement(table: TableName): string {
  return put(table, [], "?1", "true");
}

/** Removes rows from the object. Parameter: their keys. */
export function cutStatement(table: TableName): string {
  return `delete from ${quoted(table)} where ${keyIn(table, "?1")}`;
}

/** As `putStatement`, in D1. Parameters: agent, rows, and the two of the fence. */
export function putInArchive(table: TableName): string {
  return put(table, ["agent"], "?2", FENCE);
}

/** As `cutStatement`, in D1. Parameters: agent, keys, and the two of the fence. */
export function cutInArchive(table: TableName): string {
  return `delete from ${quoted(table)} where "agent" = ?1 and ${keyIn(table, "?2")} and ${FENCE}`;
}

function put(table: TableName, owner: readonly string[], rows: string, condition: string): string {
  const { key, keeps } = REPLICA[table];
  const columns = columnsOf(table);
  const kept: readonly string[] = keeps;
  const keys: readonly string[] = key;
  const updates = columns
    .filter((column) => !keys.includes(column))
    .map((column) => {
      const given = `excluded.${quoted(column)}`;
      return kept.includes(column)
        ? `${quoted(column)} = coalesce(${given}, ${quoted(table)}.${quoted(column)})`
        : `${quoted(column)} = ${given}`;
    });
  return [
    `insert into ${quoted(table)} (${[...owner, ...columns].map(quoted).join(", ")})`,
    `select ${[...owner.map(() => "?1"), ...columns.map((_, index) => cell(index))].join(", ")}`,
    `from json_each(${rows}) where ${condition}`,
    `on conflict (${[...owner, ...keys].map(quoted).join(", ")}) do update set ${updates.join(", ")}`,
  ].join(" ");
}

function keyIn(table: TableName, keys: string): string {
  const columns = REPLICA[table].key.map(quoted);
  const cells = columns.map((_, index) => cell(index));
  return `(${columns.join(", ")}) in (select ${cells.join(", ")} from json_each(${keys}))`;
}

/** Rows of a page: fewer where a row may be long. */
const PAGE_ROWS = 5_000;
const PAGE_ROWS_OF: Partial<Record<TableName, number>> = {
  nodes: 500,
  answers: 500,
  journal: 500,
  proposals: 500,
};
/** A page ends with the row that reaches this length. */
const PAGE_CHARS = 1_000_000;

/** What a page holds beside its table: rows after a key, and up to another. */
export interface PageBounds {
  readonly after: readonly Cell[] | null;
  readonly upTo: readonly Cell[] | null;
}

export interface Page {
  /** In key order. */
  readonly rows: Cell[][];
  /** False when there may be more rows within the bounds. */
  readonly isLast: boolean;
}

/** Rows in key order, as many as make up a page, as the object holds them for D1. Parameters: `boundsOf`. */
export function pageStatement(table: TableName, bounds: PageBounds): string {
  return page(table, table === "journal" ? "type <> 'query'" : "true", 1, bounds);
}

/** As `pageStatement`, in D1. Parameters: agent, then `boundsOf`. */
export function pageInArchive(table: TableName, bounds: PageBounds): string {
  return page(table, `"agent" = ?1`, 2, bounds);
}

/** The parameters that stand for the bounds of a page. */
export function boundsOf({ after, upTo }: PageBounds): Cell[] {
  return [...(after ?? []), ...(upTo ?? [])];
}

/** The page that a page statement answered with. */
export function pageOf(table: TableName, answer: readonly Cell[][]): Page {
  const rows = answer.map((row) => row.slice(0, -1));
  const found = Number(answer[0]?.at(-1) ?? 0);
  return { rows, isLast: rows.length === found && found < rowsPerPage(table) };
}

function rowsPerPage(table: TableName): number {
  return PAGE_ROWS_OF[table] ?? PAGE_ROWS;
}

/** The last column counts the rows that were found, of which those beyond a length are left out. */
function page(table: TableName, whose: string, first: number, { after, upTo }: PageBounds): string {
  const columns = columnsOf(table).map(quoted).join(", ");
  const key = REPLICA[table].key.map(quoted).join(", ");
  const chars = columnsOf(table).map((column) => `coalesce(length(${quoted(column)}), 0)`);
  const parameters = (from: number) => REPLICA[table].key.map((_, index) => `?${from + index}`).join(", ");
  return [
    `select ${columns}, found from (`,
    `select ${columns}, count(*) over () as found, sum(${chars.join(" + ")}) over`,
    `(order by ${key} rows between unbounded preceding and 1 preceding) as chars_before from (`,
    `select ${columns} from ${quoted(table)} where ${whose}`,
    after ? `and (${key}) > (${parameters(first)})` : "",
    upTo ? `and (${key}) <= (${parameters(first + (after?.length ?? 0))})` : "",
    `order by ${key} limit ${rowsPerPage(table)})`,
    `) where coalesce(chars_before, 0) < ${PAGE_CHARS} order by ${key}`,
  ].join(" ");
}

/** The cell at an index of a row that travels as JSON. */
export function cell(index: number): string {
  return `json_extract(value, '$[${index}]')`;
}

/** Some names of columns are words of SQL. */
export function quoted(name: string): string {
  return `"${name}"`;
}
