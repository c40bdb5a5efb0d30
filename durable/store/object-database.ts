// The object's own SQLite as a `Database`.

import type { Database, SqlRow, SqlValue } from "./database.ts";

export class ObjectDatabase implements Database {
  private readonly storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.storage = storage;
  }

  exec(statement: string, ...bindings: SqlValue[]): SqlRow[] {
    return this.storage.sql.exec<Record<string, SqlStorageValue>>(statement, ...bindings).toArray();
  }

  each(statement: string, ...bindings: SqlValue[]): Iterable<SqlValue[]> {
    return this.storage.sql.exec(statement, ...bindings).raw<SqlStorageValue[]>();
  }

  transaction<T>(work: () => T): T {
    return this.storage.transactionSync(work);
  }
}
