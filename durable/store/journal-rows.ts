// The rows that a new entry of the journal takes: its own, and the cuts of old questions, of which only the newest are kept.

import type { Metadata } from "../graph/records.ts";
import type { Database } from "./database.ts";
import type { JournalType, Stamp } from "./ports.ts";
import { RowChanges } from "./row-changes.ts";

/** Journal entries of queries stay among the newest so many entries; others are kept. */
const QUERY_ENTRIES_KEPT = 20_000;

export function journalRows(
  database: Database,
  type: JournalType,
  body: Metadata,
  { at, author }: Stamp,
): { readonly seq: number; readonly rows: RowChanges } {
  const [newest] = database.exec("select coalesce(max(seq), 0) as seq from journal");
  const seq = Number(newest.seq) + 1;
  const rows = new RowChanges();
  rows.put("journal", { seq, at, type, author, body: JSON.stringify(body) });
  if (type === "query") {
    const old = "select seq from journal where type = 'query' and seq <= ?";
    for (const { seq: gone } of database.exec(old, seq - QUERY_ENTRIES_KEPT)) {
      rows.cut("journal", [gone as number]);
    }
  }
  return { seq, rows };
}
