// History: how rows of the memory were before each change, kept in D1 so that an agent can be brought back.
// It is written in the batch that changes the rows, before they change. An entry of change n says how a row was at
// n − 1, and at every number back to the entry before it. So the state as of N is, for every row, the entry with
// the smallest number above N; a row without one is as it is now. Of two entries with one number the first is right.

import { type Cell, columnsOf, REMEMBERED, REPLICA, type TableName } from "../../schema/replica.ts";
import { bytesOf, chunks, keyOf, type LastWrite, RowChanges, type RowPart } from "../store/row-changes.ts";
import { FENCE, quoted } from "../store/statements.ts";

/** Changes are forgotten when so many newer ones are there, */
const CHANGES_KEPT = 10_000;
/** or after thirty days. */
export const HISTORY_KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** Parts looked through for old ones with each batch. */
const PARTS_AGED = 1_000;
/** A part ends with the entry that reaches this length; with the longest row it stays below D1's 2 MB. */
const PART_BYTES = 400_000;

/** How a row was: to be read in D1, known from an earlier change of the same batch, or absent. */
type Before = typeof STORED | readonly Cell[] | null;
const STORED = 0;

/** Changes on their way to D1: the last write of every row, and how it was before each change. */
export class Step {
  private readonly rows = new RowChanges();
  private readonly rowsWrittenAt = new Map<string, number>();
  private readonly befores = new Map<TableName, { json: string; size: number }[]>();
  /** What history has to forget, in order. */
  readonly forgotten: Pick<RowPart, "table" | "verb" | "rows">[] = [];

  /** Adds part of the change `seq`, which is not below that of any part before. */
  add(seq: number, part: Pick<RowPart, "table" | "verb" | "rows">): void {
    const { table, verb } = part;
    if (verb === "forget" || verb === "scrub") {
      this.forgotten.push(part);
      return;
    }
    for (const cells of JSON.parse(part.rows) as Cell[][]) this.write(seq, table, { verb, cells });
  }

  write(seq: number, table: TableName, { verb, cells }: LastWrite): void {
    const key = verb === "put" ? keyOf(table, cells) : cells;
    if (REMEMBERED.includes(table)) this.remember(seq, table, key);
    if (verb === "put") this.rows.putCells(table, cells);
    else this.rows.cut(table, key);
  }

  /** Rows as they are after all of it. */
  writes(): RowPart[] {
    return this.rows.parts();
  }

  /** By table, lists of `[seq, key, before]`. */
  *history(): Iterable<{ readonly table: TableName; readonly rows: string }> {
    for (const [table, entries] of this.befores) {
      for (const { rows } of chunks(entries)) yield { table, rows };
    }
  }

  private remember(seq: number, table: TableName, key: readonly Cell[]): void {
    const name = `${table} ${JSON.stringify(key)}`;
    if (this.rowsWrittenAt.get(name) === seq) return;
    this.rowsWrittenAt.set(name, seq);
    const last = this.rows.last(table, key);
    const before: Before = last === undefined ? STORED : last.verb === "put" ? last.cells : null;
    const json = JSON.stringify([seq, key, before]);
    const entries = this.befores.get(table) ?? [];
    entries.push({ json, size: bytesOf(json) });
    this.befores.set(table, entries);
  }
}

/** Writes how rows are before a step. Parameters: agent, `[[seq, key, before], …]`, the two of the fence, the time. */
export function rememberStatement(table: TableName): string {
  const { key } = REPLICA[table];
  const joined = key.map((column, index) => `t.${quoted(column)} = json_extract(w.value, '$[1][${index}]')`);
  const stored = `json_array(${columnsOf(table)
    .map((column) => `t.${quoted(column)}`)
    .join(", ")})`;
  const before = [
    "case json_type(w.value, '$[2]')",
    `when 'array' then ${given(table)}`,
    `when 'integer' then case when t."agent" is null then 'null' else ${stored} end`,
    "else 'null' end",
  ].join(" ");
  return [
    `insert into "undo" ("agent", "seq", "part", "at", "table_name", "body")`,
    `select ?1, seq, row_number() over (partition by seq order by piece) +`,
    `(select coalesce(max("part"), -1) from "undo" where "agent" = ?1 and "undo"."seq" = pieces.seq),`,
    `?5, '${table}', body from (`,
    `select seq, piece, '[' || group_concat(entry, ',') || ']' as body from (`,
    `select seq, entry, sum(octet_length(entry)) over (partition by seq order by place) / ${PART_BYTES} as piece`,
    `from (select w.key as place, json_extract(w.value, '$[0]') as seq,`,
    `'[' || json_extract(w.value, '$[1]') || ',' || ${before} || ']' as entry`,
    `from json_each(?2) as w left join ${quoted(table)} as t on t."agent" = ?1 and ${joined.join(" and ")}`,
    `)) group by seq, piece) as pieces where ${FENCE}`,
  ].join(" ");
}

/** A row known from the same batch; columns that it does not mention are as D1 has them. */
function given(table: TableName): string {
  const keeps: readonly string[] = REPLICA[table].keeps;
  const row = "json_extract(w.value, '$[2]')";
  const kept = columnsOf(table).flatMap((column, index) =>
    keeps.includes(column)
      ? [`'$[${index}]', coalesce(json_extract(w.value, '$[2][${index}]'), t.${quoted(column)})`]
      : [],
  );
  return kept.length === 0 ? row : `json_set(${row}, ${kept.join(", ")})`;
}

/** Takes the rows of some keys out of history. Parameters: agent, keys, the two of the fence. */
export function forgetStatement(table: TableName): string {
  const cells = REPLICA[table].key.map((_, index) => index);
  const key = cells.map((index) => `json_extract(e.value, '$[0][${index}]')`).join(", ");
  const keys = cells.map((index) => `json_extract(k.value, '$[${index}]')`).join(", ");
  return withoutEntries(`"table_name" = '${table}'`, `(${key}) in (select ${keys} from json_each(?2) as k)`);
}

/** Takes nodes, and all that names them, out of history. Parameters: agent, matches of nodes, the two of the fence. */
export function scrubStatement(): string {
  const column = columnsOf("nodes").map((name, index) => `when '${name}' then ${index}`);
  const place = `'$[1][' || case json_extract(m.value, '$[0]') ${column.join(" ")} end || ']'`;
  const found = `json_extract(e.value, ${place})`;
  const nodes = [
    "select json_extract(value, '$[2]') from json_each(?2) where json_extract(value, '$[0]') = 'id'",
    "union select json_extract(e.value, '$[0][0]')",
    `from "undo" as u, json_each(u."body") as e, json_each(?2) as m`,
    `where u."agent" = ?1 and u."table_name" = 'nodes' and json_type(e.value, '$[1]') = 'array'`,
    `and json_extract(m.value, '$[2]') = case when json_type(m.value, '$[1]') = 'null' then ${found}`,
    `else json_extract(${found}, json_extract(m.value, '$[1]')) end`,
  ].join(" ");
  const names = [
    `json_extract(e.value, '$[0][0]') in (${nodes})`,
    `or "undo"."table_name" = 'edges' and json_extract(e.value, '$[0][1]') in (${nodes})`,
    // Questions that an erased author asked, whoever's node they led to.
    `or "undo"."table_name" = 'vectors' and json_extract(e.value, '$[1][${columnsOf("vectors").indexOf("author")}]') in`,
    "(select json_extract(value, '$[2]') from json_each(?2) where json_extract(value, '$[0]') = 'author')",
  ];
  return withoutEntries(`"table_name" in ('nodes', 'edges', 'stops', 'vectors')`, names.join(" "));
}

function withoutEntries(parts: string, condition: string): string {
  return [
    `update "undo" set "body" = (select json_group_array(json(e.value)) from json_each("undo"."body") as e`,
    `where not (${condition})) where "agent" = ?1 and ${parts} and ${FENCE}`,
    `and exists (select 1 from json_each("undo"."body") as e where ${condition})`,
  ].join(" ");
}

/**
 * Raises D1 to a number, and history's begin with it where it grew old or long. Changes one row or, where the
 * fence holds the batch up, none. Parameters: agent, number, the two of the fence, time before which history ends.
 */
export const RAISE = [
  `update "agents" set "applied_seq" = ?2, "history_from" = max("history_from", ?2 - ${CHANGES_KEPT},`,
  `coalesce((select max("seq") from (select "seq", "at" from "undo" where "agent" = ?1 order by "seq" limit ${PARTS_AGED})`,
  `where "at" < ?5), 0)) where "id" = ?1 and "applied_seq" = ?3 and "writer" = ?4`,
].join(" ");

/** As `RAISE`, and history begins there: what was before can't be told any more. Parameters: agent, number, the two of the fence. */
export const RAISE_ANEW = [
  `update "agents" set "applied_seq" = ?2, "history_from" = ?2`,
  `where "id" = ?1 and "applied_seq" = ?3 and "writer" = ?4`,
].join(" ");

/** Drops what no number that can be gone back to needs. Parameter: agent. */
export const TRIM = `delete from "undo" where "agent" = ?1 and "seq" <= (select "history_from" from "agents" where "id" = ?1)`;
