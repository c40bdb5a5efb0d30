// A table with a caption for screen readers. On a phone each row becomes a block that names its columns.

import type { ComponentChildren } from "preact";

export interface Column<T> {
  readonly title: string;
  readonly cell: (row: T) => ComponentChildren;
  /** Numbers stand right. */
  readonly number?: true;
}

/** Said again, since browsers forget what is a table when a phone draws its rows as blocks. */
const AS = {
  table: { role: "table" },
  rows: { role: "rowgroup" },
  row: { role: "row" },
  cell: { role: "cell" },
} as const;

interface Props<T> {
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string | number;
}

export function Table<T>({ caption, columns, rows, keyOf }: Props<T>) {
  return (
    <table class="table" {...AS.table}>
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ title, number }) => (
            <th key={title} scope="col" class={number && "number"}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...AS.rows}>
        {rows.map((row) => (
          <tr key={keyOf(row)} {...AS.row}>
            {columns.map(({ title, cell, number }) => (
              <td key={title} data-title={title} class={number && "number"} {...AS.cell}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
