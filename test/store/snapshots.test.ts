// A snapshot that is read page by page while the memory goes on changing, against a copy that was taken at once.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RowChanges } from "../../durable/store/row-changes.ts";
import { Snapshots } from "../../durable/store/snapshots.ts";
import { SqliteStore } from "../../durable/store/store.ts";
import { NodeDatabase } from "../../golden/node-database.ts";
import { type Cell, columnsOf, REPLICA, type TableName } from "../../schema/replica.ts";

const TABLES = ["stops", "edges"] as const satisfies readonly TableName[];
const IDS = ["a", "b", "ü", "🙂", "~", 'q"\\'];

const Id = fc.constantFrom(...IDS);
const Weight = fc.oneof(fc.double({ min: -1, max: 1, noNaN: true }), fc.constantFrom(0.1 + 0.2, 1 / 3, -0));
const Change = fc.oneof(
  fc.record({ table: fc.constant("stops" as const), key: fc.tuple(Id), weight: fc.option(Weight) }),
  fc.record({ table: fc.constant("edges" as const), key: fc.tuple(Id, Id), weight: fc.option(Weight) }),
);
const Step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant("change" as const),
      changes: fc.array(Change, { minLength: 1, maxLength: 5 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("begin" as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant("read" as const),
      which: fc.nat(),
      rows: fc.integer({ min: 1, max: 3 }),
    }),
  },
);

describe("snapshots", () => {
  it("[MV7] show the memory as it was, whatever changes between two pages, each of several its own moment", () => {
    fc.assert(
      fc.property(fc.array(Step, { minLength: 5, maxLength: 40 }), (steps) => {
        const memory = openMemory();
        const readings: Reading[] = [];
        for (const step of steps) {
          if (step.does === "change") memory.write(step.changes);
          else if (step.does === "begin" && readings.length < 4) readings.push(new Reading(memory));
          else if (step.does === "read" && readings.length > 0)
            readings[step.which % readings.length].read(step.rows);
        }
        for (const reading of readings) expect(reading.whole()).toEqual(reading.expected);
      }),
      { numRuns: 120, seed: 7 },
    );
  });

  it("[MV8] cost nothing while there is none, and are dropped when nobody reads them", () => {
    const memory = openMemory();
    memory.write([{ table: "stops", key: ["a"], weight: 1 }]);
    expect(memory.versions()).toBe(0);
    const { id } = memory.snapshots.begin("one", 0, 0);
    memory.snapshots.find(id, 60_000);
    memory.snapshots.keep({ table: "stops", verb: "cut", rows: '[["a"]]' }, 60_000);
    expect(memory.versions()).toBe(1);
    expect(memory.snapshots.find(id, 60_000 + 14 * 60_000)).toBeDefined();
    expect(memory.snapshots.find(id, 60_000 + 30 * 60_000)).toBeUndefined();
    expect(memory.versions()).toBe(0);
  });

  it("[MV8] are four at most, of which the oldest goes", () => {
    const { snapshots } = openMemory();
    for (const id of ["1", "2", "3", "4", "5"]) snapshots.begin(id, 0, 0);
    expect(["1", "2", "3", "4", "5"].map((id) => snapshots.find(id, 0) !== undefined)).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
  });
});

type Memory = ReturnType<typeof openMemory>;

/** A store with rows of two tables, one with a key of two columns. */
function openMemory() {
  const database = new NodeDatabase();
  const store = new SqliteStore(database);
  const snapshots = new Snapshots(database);
  return {
    store,
    snapshots,
    rows: (table: TableName) => [
      ...database.each(`select * from ${table} order by ${REPLICA[table].key.join(", ")}`),
    ],
    versions: () => database.exec("select count(*) as count from versions")[0].count,
    write(
      changes: readonly { table: (typeof TABLES)[number]; key: readonly string[]; weight: number | null }[],
    ) {
      const rows = new RowChanges();
      for (const { table, key, weight } of changes) {
        if (weight === null) rows.cut(table, key);
        else rows.putCells(table, rowOf(table, key, weight));
      }
      store.restore(rows);
    },
  };
}

function rowOf(table: TableName, key: readonly string[], weight: number): Cell[] {
  const given: Record<string, Cell> = {
    weight,
    relevance: weight / 3,
    kind: "sibling",
    bucket: 1,
    ordinal: 2,
  };
  for (const [index, column] of REPLICA[table].key.entries()) given[column] = key[index];
  return columnsOf(table).map((column) => given[column] ?? null);
}

/** Reads a snapshot of all tables bit by bit. */
class Reading {
  readonly expected: unknown;
  private readonly memory: Memory;
  private readonly id: string;
  private readonly seen: Record<string, unknown[]> = { stops: [], edges: [] };
  private table = 0;
  private after: Cell[] | null = null;

  constructor(memory: Memory) {
    this.memory = memory;
    this.id = memory.snapshots.begin(String(Math.random()), 0, Date.now()).id;
    this.expected = Object.fromEntries(TABLES.map((table) => [table, memory.rows(table)]));
  }

  read(count: number): void {
    const name = TABLES[this.table];
    if (!name) return;
    const snapshot = this.memory.snapshots.find(this.id, Date.now());
    if (!snapshot) throw new Error("the snapshot is gone");
    const key: readonly string[] = REPLICA[name].key;
    let read = 0;
    for (const row of this.memory.snapshots.rows(snapshot, name, { order: key, after: this.after })) {
      this.seen[name].push(row);
      this.after = key.map((column) => row[columnsOf(name).indexOf(column)]);
      if (++read === count) return;
    }
    [this.table, this.after] = [this.table + 1, null];
  }

  whole(): unknown {
    while (TABLES[this.table]) this.read(3);
    return this.seen;
  }
}
