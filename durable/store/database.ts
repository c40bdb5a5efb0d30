// The little that the store needs of a SQLite: run a statement at once, and all or nothing.
// In the object it is the object's own storage; the golden runner and plain tests give it Node's.

export type SqlValue = string | number | null | Uint8Array | ArrayBuffer;
export type SqlRow = Record<string, SqlValue>;

export interface Database {
  /** Runs one statement and returns its rows. */
  exec(statement: string, ...bindings: SqlValue[]): SqlRow[];
  /** Runs one statement and hands out its rows one by one, as arrays: for tables too large to hold twice. */
  each(statement: string, ...bindings: SqlValue[]): Iterable<SqlValue[]>;
  /** Runs `work`; its writes are kept together, or not at all when it throws. No nesting. */
  transaction<T>(work: () => T): T;
}
