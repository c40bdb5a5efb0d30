// The statements that write replicated rows, made from the tables' definition. Rows and keys travel as one
// JSON parameter, `[[cell, …], …]`, so a statement costs the same few parameters however many rows it writes.
// In D1 every row carries its agent, and every statement asks first whether its batch was applied before.

import { columnsOf, REPLICA, type TableName } from "../../schema/replica.ts";

/** True while D1 lacks the changes up to ?3. */
const FENCE = "(select applied_seq from agents where id = ?1) < ?3";

/** Adds or replaces rows in the object. Parameter: the rows. */
export function putStatement(table: TableName): string {
  return put(table, [], "?1", "true");
}

/** Removes rows from the object. Parameter: their keys. */
export function cutStatement(table: TableName): string {
  return `delete from ${quoted(table)} where ${keyIn(table, "?1")}`;
}

/** As `putStatement`, in D1. Parameters: agent, rows, sequence number of the batch. */
export function putInArchive(table: TableName): string {
  return put(table, ["agent"], "?2", FENCE);
}

/** As `cutStatement`, in D1. Parameters: agent, keys, sequence number of the batch. */
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

function cell(index: number): string {
  return `json_extract(value, '$[${index}]')`;
}

/** Some names of columns are words of SQL. */
export function quoted(name: string): string {
  return `"${name}"`;
}
