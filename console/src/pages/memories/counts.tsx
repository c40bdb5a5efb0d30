// How many rows of each table.

import { Table } from "../../parts/index.ts";

export function Counts(props: {
  readonly caption: string;
  readonly rows: readonly (readonly [string, number])[];
}) {
  return (
    <Table
      caption={props.caption}
      rows={props.rows}
      keyOf={([table]) => table}
      columns={[
        { title: "Table", cell: ([table]) => table },
        { title: "Rows", cell: ([, count]) => count.toLocaleString("en"), number: true },
      ]}
    />
  );
}
