// How long an agent's memory takes, and how much room, as it grows: the walk, search, learning, a whole query, waking.
// The figures of the reference were measured by its authors on another machine; they show how it grows, not by how much.

import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { PARITY, UNLIMITED } from "../durable/graph/profiles.ts";
import { traverse } from "../durable/graph/traversal.ts";
import { perform } from "../durable/operations/perform.ts";
import type { Store } from "../durable/store/ports.ts";
import { awake, benchCall, storedMemory } from "./memory.ts";
import { type Bench, type BenchOptions, type Row, timed } from "./rows.ts";
import { figure, table } from "./table.ts";
import { sentences } from "./texts.ts";

const SIZES = [1_200, 10_000, 50_000] as const;
const ROUNDS = { full: 200, quick: 40 } as const;
/** What takes long is measured in fewer rounds. */
const WAKES = { full: 15, quick: 3 } as const;
const QUESTION_SEED = 11;
const MEGABYTE = 2 ** 20;

/** Milliseconds of the reference's walk under its worker's limits, by nodes; published, from another machine. */
const REFERENCE_WALK: Readonly<Record<number, number>> = { 10000: 184, 50000: 1_065 };

export const speed: Bench = {
  about: "time and room by number of nodes",

  async run(options) {
    const rows: Row[] = [];
    for (const nodes of SIZES) rows.push(...(await measured(nodes, options)));
    return rows;
  },

  show(rows) {
    const smallest = new Map(rows.toReversed().map((row) => [row.metric, row.value]));
    const lines = rows
      .toSorted((a, b) => rankOf(a) - rankOf(b))
      .map((row) => {
        const nodes = Number(row.params.nodes);
        const reference = row.metric === "walk" ? REFERENCE_WALK[nodes] : undefined;
        return [
          row.metric,
          figure(nodes),
          figure(row.value),
          row.p95 === undefined ? "" : figure(row.p95),
          row.unit,
          `${figure(row.value / (smallest.get(row.metric) as number))} ×`,
          reference === undefined ? "" : `${figure(reference)} ms`,
        ];
      });
    const heads = ["metric", "nodes", "median", "p95", "unit", "to smallest", "reference"];
    return [
      table(heads, lines),
      "",
      "reference: openclawbrain's walk under the same limits, as published; measured on another machine.",
    ].join("\n");
  },
};

const METRICS = [
  "walk",
  "walk_defaults",
  "search",
  "learn",
  "query",
  "wake",
  "heap",
  "floor_embed",
  "floor_commit",
];

function rankOf({ metric }: Row): number {
  return METRICS.indexOf(metric);
}

async function measured(nodes: number, { quick, say }: BenchOptions): Promise<Row[]> {
  const pace = quick ? "quick" : "full";
  const rounds = ROUNDS[pace];
  say(`speed: ${nodes} nodes …`);
  const stored = await storedMemory(nodes);
  const row = (metric: string, unit: string, figures: { value: number; p95?: number }, params = {}): Row => ({
    bench: "speed",
    metric,
    unit,
    ...figures,
    params: { nodes, quick, ...params },
  });

  const before = await heldBytes();
  const memory = awake(stored);
  const heap = (await heldBytes()) - before;
  const wake = await timed(WAKES[pace], () => awake(stored));

  const { graph, vectors, embedder, store } = memory;
  const workerWalk = () => traverse(graph, stored.seeds, PARITY.traversal);
  const longWalk = () => traverse(graph, stored.seeds, { ...PARITY.traversal, ...UNLIMITED });
  const texts = sentences(QUESTION_SEED);
  const questions = Array.from({ length: rounds * 2 }, () => texts.next().value);
  const asked = await embedder.embed(questions, "query");

  const queryIds: string[] = [];
  const query = await timed(rounds, async (round) => {
    const call = benchCall();
    must(await perform(memory, "query", { query: questions[round] }, call));
    queryIds.push(call.id);
  });
  const learn = await timed(rounds, async (round) => {
    const outcome = round % 2 === 0 ? 1 : -1;
    must(await perform(memory, "learn", { query_id: queryIds[round], outcome }, benchCall()));
  });

  return [
    row("walk", "ms", await timed(rounds, workerWalk), { fired: workerWalk().fired.length }),
    row("walk_defaults", "ms", await timed(rounds, longWalk), { fired: longWalk().fired.length }),
    row(
      "search",
      "ms",
      await timed(rounds, (round) => vectors.search(asked[round], memory.settings.seeds.topK)),
    ),
    row("learn", "ms", learn),
    row("query", "ms", query),
    row("wake", "ms", wake),
    row("heap", "MB", { value: heap / MEGABYTE }),
    row("floor_embed", "ms", await timed(rounds, (round) => embedder.embed([questions[round]], "query"))),
    row("floor_commit", "ms", await timed(rounds, () => oneCommit(store))),
  ];
}

/** The least that a write can cost: one setting, in one transaction. */
function oneCommit(store: Store): void {
  store.transaction(() => store.setSetting("bench", true));
}

function must(result: { readonly ok: boolean; readonly error?: { readonly message: string } }): void {
  if (!result.ok) throw new Error(result.error?.message);
}

/** Bytes in use after everything unused is gone. */
async function heldBytes(): Promise<number> {
  // Buffers are given back some time after their owners are gone.
  for (let round = 0; round < 3; round++) {
    collectGarbage();
    await setTimeout(10);
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}
