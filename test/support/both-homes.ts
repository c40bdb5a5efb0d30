// An agent seen whole, for comparison: is its memory what its disk says, what is on disk, and what has D1.

import { OPERATIONS } from "../../durable/operations/index.ts";
import type { Operation } from "../../durable/operations/memory.ts";
import { mindOf } from "../../durable/operations/mind.ts";
import { keyOf } from "../../durable/store/row-changes.ts";
import type { Page } from "../../durable/store/statements.ts";
import type { SqliteStore } from "../../durable/store/store.ts";
import { type Cell, columnsOf, REPLICA, TABLE_NAMES, type TableName } from "../../schema/replica.ts";
import type { Acknowledged } from "./acknowledged.ts";
import type { Agent } from "./agent-story.ts";
import { deliver } from "./faults.ts";
import { base64Of, dumpOf } from "./graph-dump.ts";

type Tables = Record<TableName, Cell[][]>;

export interface Seen {
  /** The graph in memory, and the one that its disk makes; told only where they differ. */
  readonly mind: unknown;
  readonly reloaded: unknown;
  readonly disk: Tables;
  readonly revision: number;
}

const see: Operation<null, Seen> = {
  act(memory) {
    const anew = mindOf(memory);
    const store = memory.store as SqliteStore;
    const [mind, reloaded] = [memory, anew].map(({ graph, vectors }) => textOf(dumpOf(graph, vectors)));
    const isSame = mind === reloaded;
    return {
      mind: isSame ? null : JSON.parse(mind),
      reloaded: isSame ? null : JSON.parse(reloaded),
      disk: Object.fromEntries(TABLE_NAMES.map((table) => [table, [...rowsOf(store, table)]])) as Tables,
      revision: store.revision,
    };
  },
};
Object.assign(OPERATIONS, { "test.see": see });

function* rowsOf(store: SqliteStore, table: TableName): Iterable<Cell[]> {
  for (let after: Cell[] | null = null; ; ) {
    const { rows, isLast }: Page = store.page(table, { after, upTo: null });
    yield* rows;
    if (isLast) return;
    after = keyOf(table, rows[rows.length - 1]);
  }
}

function textOf(dump: unknown): string {
  return JSON.stringify(dump, (_, part) => (part instanceof Uint8Array ? base64Of(part) : part));
}

export async function seen(agent: Agent): Promise<Seen> {
  const result = await agent.perform("test.see", null);
  if (!result.ok) throw new Error(`the agent does not answer: ${result.error.message}`);
  return result.value as Seen;
}

/** The replicated tables as D1 has them; history that D1 must not have any more counts as a row too many. */
export async function archived(agent: Agent): Promise<Tables> {
  const selects = TABLE_NAMES.map((table) => {
    const columns = columnsOf(table).map((column) => `"${column}"`);
    return `select ${columns.join(", ")} from "${table}" where agent = ?1 order by ${REPLICA[table].key.join(", ")}`;
  });
  const undone =
    "select count(*) as count from undo where agent = ?1 and seq > (select applied_seq from agents where id = ?1)";
  const results = await deliver([...selects, undone].map((statement) => ({ statement, params: [agent.id] })));
  const [last] = results[TABLE_NAMES.length].results;
  if (last.count !== 0)
    throw new Error(`D1 has ${last.count} parts of history of changes that it does not hold`);
  return Object.fromEntries(
    TABLE_NAMES.map((table, index) => [
      table,
      results[index].results.map((row) => columnsOf(table).map((column) => row[column])),
    ]),
  ) as Tables;
}

/** What a disk holds, in the words of the twin. */
export function told(disk: Tables): Record<string, unknown> {
  const named = (table: TableName) =>
    disk[table].map((row) =>
      Object.fromEntries(columnsOf(table).map((column, index) => [column, row[index]])),
    );
  const parsed = (json: Cell) => (json === null ? null : JSON.parse(json as string));
  const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
  return {
    nodes: sorted(
      named("nodes").map(({ id, ordinal, kind, origin, authority, file, chunk, summary, text, metadata }) => {
        return [id, ordinal, kind, origin, authority, file, chunk, summary, text, parsed(metadata)];
      }),
    ),
    edges: sorted(
      named("edges").map(({ source, target, weight, kind, relevance, bucket, ordinal, metadata }) => {
        return [source, target, weight, kind, relevance, bucket, ordinal, parsed(metadata)];
      }),
    ),
    stops: sorted(named("stops").map(({ id, weight, relevance }) => [id, weight, relevance])),
    vectors: sorted(
      named("vectors").map(({ id, route, scale, ordinal, data }) => [id, route, scale, ordinal, data]),
    ),
    settings: sorted(named("settings").map(({ name, value }) => [name, parsed(value)])),
    answers: sorted(named("answers").map(({ key, reply }) => [key, reply])),
    journal: named("journal").map(({ type, body }) => JSON.stringify([type, parsed(body)])),
  };
}

/** What the twin knows, likewise. */
export function known({ twin, journal, answers }: Acknowledged): Record<string, unknown> {
  const sorted = (rows: Iterable<unknown>) => Array.from(rows, (row) => JSON.stringify(row)).sort();
  const cells = (rows: Iterable<Readonly<Record<string, unknown>>>, columns: string) =>
    sorted(Array.from(rows, (row) => columns.split(" ").map((column) => row[column])));
  return {
    nodes: cells(twin.nodes.values(), "id ordinal kind origin authority file chunk summary text metadata"),
    edges: cells(twin.edges.values(), "source target weight kind relevance bucket ordinal metadata"),
    stops: cells(twin.stops.values(), "id weight relevance"),
    vectors: cells(twin.vectors.values(), "id route scale ordinal data"),
    settings: sorted(twin.settings),
    answers: sorted(answers),
    journal: [...journal.values()],
  };
}
