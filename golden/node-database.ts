// Node's SQLite as a `Database`, in memory unless a file is named.

import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Database, SqlRow, SqlValue } from "../durable/store/database.ts";

export class NodeDatabase implements Database {
  private readonly sqlite: DatabaseSync;
  private readonly statements = new Map<string, StatementSync>();
  private readonly lists = new Map<string, StatementSync>();

  constructor(file = ":memory:") {
    this.sqlite = new DatabaseSync(file);
  }

  exec(statement: string, ...bindings: SqlValue[]): SqlRow[] {
    return this.prepared(statement).all(...bindings.map(bound)) as SqlRow[];
  }

  *each(statement: string, ...bindings: SqlValue[]): Iterable<SqlValue[]> {
    // Not while it runs: a statement can be in one place only.
    const prepared = this.lists.get(statement) ?? this.sqlite.prepare(statement);
    this.lists.delete(statement);
    prepared.setReturnArrays(true);
    yield* prepared.iterate(...bindings.map(bound)) as unknown as Iterable<SqlValue[]>;
    this.lists.set(statement, prepared);
  }

  transaction<T>(work: () => T): T {
    this.sqlite.exec("begin");
    try {
      const result = work();
      this.sqlite.exec("commit");
      return result;
    } catch (error) {
      this.sqlite.exec("rollback");
      throw error;
    }
  }

  private prepared(statement: string): StatementSync {
    const known = this.statements.get(statement);
    if (known) return known;
    const prepared = this.sqlite.prepare(statement);
    this.statements.set(statement, prepared);
    return prepared;
  }
}

function bound(value: SqlValue): string | number | null | Uint8Array {
  return value instanceof ArrayBuffer ? new Uint8Array(value) : value;
}
