// What was erased, kept as hashes only, so that it is recognised when it comes again. Tombstones are never removed:
// an owner who takes a content back in spite of one leaves a mark on it.

import type { Database } from "./database.ts";
import type { Stamp, Tombstone, TombstoneList } from "./ports.ts";
import { RowChanges } from "./row-changes.ts";

export class Tombstones implements TombstoneList {
  private readonly database: Database;
  private readonly write: (rows: RowChanges, at: number) => void;

  /** `write` puts rows into the open transaction. */
  constructor(database: Database, write: (rows: RowChanges, at: number) => void) {
    this.database = database;
    this.write = write;
  }

  stand(): boolean {
    return this.database.exec("select 1 from tombstones limit 1").length > 0;
  }

  bars(contentHash: string): boolean {
    const standing = "select 1 from tombstones where content_hash = ? and overridden_at is null limit 1";
    return this.database.exec(standing, contentHash).length > 0;
  }

  covers(idHash: string): boolean {
    return this.database.exec("select 1 from tombstones where id_hash = ? limit 1", idHash).length > 0;
  }

  put(stones: readonly Tombstone[], erasure: string, { at, author }: Stamp): void {
    const rows = new RowChanges();
    for (const { contentHash, idHash } of stones) {
      const hashes = { content_hash: contentHash, id_hash: idHash };
      rows.put("tombstones", { ...hashes, erasure, at, author, overridden_at: null, overridden_by: null });
    }
    this.write(rows, at);
  }

  override(contentHash: string, { at, author }: Stamp): void {
    const rows = new RowChanges();
    // An erasure wrote all rows of an id for one content.
    const barring =
      "select * from tombstones where overridden_at is null and (erasure, id_hash) in " +
      "(select erasure, id_hash from tombstones where content_hash = ? and overridden_at is null)";
    for (const row of this.database.exec(barring, contentHash)) {
      rows.put("tombstones", {
        content_hash: row.content_hash as string,
        id_hash: row.id_hash as string,
        erasure: row.erasure as string,
        at: row.at as number,
        author: row.author as string,
        overridden_at: at,
        overridden_by: author,
      });
    }
    this.write(rows, at);
  }

  of(erasure: string): Tombstone[] {
    return this.database
      .exec(
        "select content_hash, id_hash from tombstones where erasure = ? and overridden_at is null",
        erasure,
      )
      .map((row) => ({ contentHash: row.content_hash as string, idHash: row.id_hash as string }));
  }
}
