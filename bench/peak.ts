// The most room that reading takes at any time: what is held is counted while rows are read.

import type { Database, SqlValue } from "../durable/store/database.ts";
import { heldNow } from "./held-bytes.ts";

/** Rows after which it is looked, and every blob besides. */
const ROWS = 25_000;

/** Bytes held at the most while `work` reads from the database, what was held before included. */
export function peakOf(database: Database, work: () => void): number {
  const each = database.each.bind(database);
  let peak = heldNow();
  const look = () => {
    peak = Math.max(peak, heldNow());
  };
  database.each = function* (statement: string, ...bindings: SqlValue[]) {
    let rows = 0;
    for (const row of each(statement, ...bindings)) {
      yield row;
      if (++rows % ROWS === 0 || row.some((cell) => cell instanceof Uint8Array)) look();
    }
    look();
  };
  try {
    work();
    look();
  } finally {
    database.each = each;
  }
  return peak;
}
