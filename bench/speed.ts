// How long an agent's memory takes, and how much room, as it grows: the walk, search, learning, a whole query, waking.
// The figures of the reference were measured by its authors on another machine; they show how it grows, not by how much.

import { PARITY, UNLIMITED } from "../durable/graph/profiles.ts";
import { traverse } from "../durable/graph/traversal.ts";
import { perform } from "../durable/operations/perform.ts";
import type { Database } from "../durable/store/database.ts";
import { SqliteStore } from "../durable/store/store.ts";
import { heldBytes } from "./held-bytes.ts";
import { INSIDE, insideObjects } from "./inside-objects.ts";
import { awake, benchCall, storedMemory } from "./memory.ts";
import { peakOf } from "./peak.ts";
import { type Bench, type BenchOptions, type Row, timed } from "./rows.ts";
import { STEPS, stepsOf } from "./steps.ts";
import { figure, table } from "./table.ts";
import { sentences } from "./texts.ts";

/** The largest is as many as an agent may have, with room for a sync. */
const SIZES = { full: [1_200, 10_000, 99_000], quick: [1_200, 10_000] } as const;
const ROUNDS = { full: 200, quick: 40 } as const;
/** A walk takes microseconds: many rounds, so that the compiler has seen it before it counts. */
const WALKS = { full: 4_000, quick: 1_000 } as const;
/** What takes long is measured in fewer rounds. */
const SLOW_ROUNDS = { full: 15, quick: 3 } as const;
/** Chunks of the file that one sync brings. */
const SECTIONS = 50;
const QUESTION_SEED = 11;
const MEGABYTE = 2 ** 20;

/** Milliseconds of the reference's walk under its worker's limits, by nodes; published, from another machine. */
const REFERENCE_WALK: Readonly<Record<number, number>> = { 10000: 184, 50000: 1_065 };

export const speed: Bench = {
  about: "time and room by number of nodes",

  async run(options) {
    const rows: Row[] = [];
    const sizes = SIZES[options.quick ? "quick" : "full"];
    for (const nodes of sizes) rows.push(...(await measured(nodes, options)));
    return [...rows, ...(await insideObjects(sizes, options))];
  },

  show(rows) {
    const smallest = new Map(rows.toReversed().map((row) => [row.metric, row.value]));
    const lines = rows
      .filter(({ metric }) => metric !== "step")
      .toSorted((a, b) => rankOf(a) - rankOf(b))
      .map((row) => {
        const nodes = Number(row.params.nodes);
        const reference = row.metric === "walk" ? REFERENCE_WALK[nodes] : undefined;
        return [
          row.metric,
          figure(nodes),
          row.least === undefined ? "" : figure(row.least),
          figure(row.value),
          row.p95 === undefined ? "" : figure(row.p95),
          row.unit,
          `${figure(row.value / (smallest.get(row.metric) as number))} ×`,
          reference === undefined ? "" : `${figure(reference)} ms`,
        ];
      });
    const heads = ["metric", "nodes", "least", "median", "p95", "unit", "to smallest", "reference"];
    return [
      table(heads, lines),
      "",
      ...stepTable(rows),
      "",
      "walk: the worker's limits; walk_defaults: none. reference: openclawbrain's walk under the worker's limits,",
      "as published, measured on another machine. wake: from what is packed; wake_rows: without it. peak: heap and buffers",
      "at the most while waking from rows, waking, and packing. floor: one row of SQLite alone, in a transaction. object_:",
      "inside an object of workerd, which rounds its clock, so runs are timed in groups; object_wake with its first answer;",
      "object_query_in_sync from outside, while another caller syncs without a pause;",
      "object_empty and object_write are calls that do nothing, and keep one row. sync_rate: of the quickest round.",
    ].join("\n");
  },
};

const METRICS = [
  "walk",
  "walk_defaults",
  "search",
  "embed",
  "query",
  "learn",
  "sync_rate",
  "wake",
  "wake_rows",
  "pack",
  "heap",
  "peak_rows",
  "peak_wake",
  "peak_pack",
  "statements",
  "floor_transaction",
  ...INSIDE.map((work) => `object_${work}`),
];

function rankOf({ metric }: Row): number {
  return METRICS.indexOf(metric);
}

/** What the steps of a question take, beside their share of it. */
function stepTable(rows: readonly Row[]): string[] {
  const sizes = [...new Set(rows.map(({ params }) => Number(params.nodes)))];
  const of = (nodes: number, step: string) =>
    rows.find(({ params }) => params.nodes === nodes && params.step === step)?.value ?? 0;
  const total = (nodes: number) => STEPS.reduce((sum, step) => sum + of(nodes, step), 0);
  const lines = STEPS.map((step) => [
    step,
    ...sizes.flatMap((nodes) => [
      figure(of(nodes, step)),
      `${Math.round((100 * of(nodes, step)) / total(nodes))} %`,
    ]),
  ]);
  return [
    table(["step of a query", ...sizes.flatMap((nodes) => [`ms at ${figure(nodes)}`, "share"])], lines),
  ];
}

async function measured(nodes: number, { quick, say }: BenchOptions): Promise<Row[]> {
  const pace = quick ? "quick" : "full";
  const rounds = ROUNDS[pace];
  const rows: Row[] = [];
  const add = (metric: string, unit: string, figures: Pick<Row, "value" | "least" | "p95">, params = {}) =>
    rows.push({ bench: "speed", metric, unit, ...figures, params: { nodes, quick, ...params } });

  say(`speed: ${nodes} nodes …`);
  const stored = await storedMemory(nodes);
  const before = await heldBytes();
  add("peak_rows", "MB", { value: (peakOf(stored.database, () => awake(stored)) - before) / MEGABYTE });
  add("wake_rows", "ms", await timed(SLOW_ROUNDS[pace], () => awake(stored)));
  const store = new SqliteStore(stored.database);
  const pack = () => store.transaction(() => store.packed.pack());
  add("pack", "ms", await timed(SLOW_ROUNDS[pace], pack));
  const held = await heldBytes();
  add("peak_wake", "MB", { value: (peakOf(stored.database, () => awake(stored)) - held) / MEGABYTE });
  add("wake", "ms", await timed(SLOW_ROUNDS[pace], () => awake(stored)));
  const beforeAwake = await heldBytes();
  const memory = awake(stored);
  add("heap", "MB", { value: ((await heldBytes()) - beforeAwake) / MEGABYTE });
  add("peak_pack", "MB", { value: (peakOf(stored.database, pack) - beforeAwake) / MEGABYTE });

  const { graph, vectors, embedder, settings } = memory;
  const limits = { walk: PARITY.traversal, walk_defaults: { ...PARITY.traversal, ...UNLIMITED } };
  for (const [metric, limited] of Object.entries(limits)) {
    const walk = () => traverse(graph, stored.seeds, limited);
    add(metric, "ms", await timed(WALKS[pace], walk), { fired: walk().fired.length });
  }

  const texts = sentences(QUESTION_SEED);
  const questions = Array.from({ length: rounds * 2 }, () => texts.next().value);
  const asked = await embedder.embed(questions, "query");
  add("search", "ms", await timed(rounds, (round) => vectors.search(asked[round], settings.seeds.topK)));
  add("embed", "ms", await timed(rounds, (round) => embedder.embed([questions[round]], "query")));

  const queryIds: string[] = [];
  const query = async (round: number) => {
    // As an agent asks, for whom secrets are masked.
    const call = { ...benchCall(), role: "agent" } as const;
    must(await perform(memory, "query", { query: questions[round] }, call));
    queryIds.push(call.id);
  };
  add("query", "ms", await timed(rounds, query));
  const ask = async (round: number) => {
    const result = await perform(memory, "query", { query: questions[round] }, benchCall());
    must(result);
    return result.ok && result.value;
  };
  const counted = countedStatements(stored.database);
  for (const [step, value] of Object.entries(await stepsOf(memory, rounds, ask)))
    add("step", "ms", { value }, { step });
  add("statements", "a query", { value: counted() / rounds });
  const learn = async (round: number) => {
    const outcome = round % 2 === 0 ? 1 : -1;
    must(await perform(memory, "learn", { query_id: queryIds[round], outcome }, benchCall()));
  };
  add("learn", "ms", await timed(rounds, learn));

  const sync = async (round: number) => {
    const text = Array.from({ length: SECTIONS }, () => `## Section\n\n${texts.next().value}\n`).join("\n");
    must(await perform(memory, "sync", { files: [{ path: `file-${round}.md`, text }] }, benchCall()));
  };
  const { least } = await timed(SLOW_ROUNDS[pace], sync);
  add("sync_rate", "chunks/s", { value: (SECTIONS / least) * 1000 });

  stored.database.exec("create table floor (id integer primary key, value)");
  const oneRow = () => stored.database.exec("insert or replace into floor values (1, 1)");
  add("floor_transaction", "ms", await timed(rounds, () => stored.database.transaction(oneRow)));
  return rows;
}

/** Counts the statements from now until it is called. */
function countedStatements(database: Database): () => number {
  const { exec, each } = database;
  let count = 0;
  database.exec = (...asked) => {
    count++;
    return exec.apply(database, asked);
  };
  database.each = (...asked) => {
    count++;
    return each.apply(database, asked);
  };
  return () => {
    Object.assign(database, { exec, each });
    return count;
  };
}

function must(result: { readonly ok: boolean; readonly error?: { readonly message: string } }): void {
  if (!result.ok) throw new Error(result.error?.message);
}
