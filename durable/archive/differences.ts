// Where the object and D1 differ: both walked in key order, a page at a time, so that neither has to fit in memory.

import type { Cell, TableName } from "../../schema/replica.ts";
import { keyOf } from "../store/row-changes.ts";
import type { SqliteStore } from "../store/store.ts";
import type { Archive } from "./archive.ts";

type Row = readonly Cell[];

/** A row that is not the same in both; null where there is none. */
export interface Difference {
  readonly table: TableName;
  readonly key: Row;
  readonly own: Row | null;
  readonly archived: Row | null;
}

/** Every difference once. A row that changes on the way may be told as it was before. */
export async function* differencesIn(
  table: TableName,
  agent: string,
  store: SqliteStore,
  archive: Archive,
): AsyncIterable<Difference[]> {
  for (let after: Row | null = null; ; ) {
    const { rows: page, isLast } = store.page(table, { after, upTo: null });
    const upTo: Row | null = isLast ? null : keyOf(table, page[page.length - 1]);
    const owned = new Map(page.map((own) => [JSON.stringify(keyOf(table, own)), own]));
    for await (const rows of archive.pages(agent, table, { after, upTo })) {
      const found: Difference[] = [];
      for (const archived of rows) {
        const key = keyOf(table, archived);
        const name = JSON.stringify(key);
        const own = owned.get(name) ?? null;
        owned.delete(name);
        if (JSON.stringify(own) !== JSON.stringify(archived)) found.push({ table, key, own, archived });
      }
      if (found.length > 0) yield found;
    }
    if (owned.size > 0) {
      yield Array.from(owned.values(), (own) => ({ table, key: keyOf(table, own), own, archived: null }));
    }
    if (upTo === null) return;
    after = upTo;
  }
}
