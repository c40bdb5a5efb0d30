// How long maintenance keeps others waiting: the slices of a run, each a transaction of its own, beside the same run in
// one breath. In time of the processor, so that what else the machine does meanwhile is not counted.

import { maintain } from "../durable/operations/maintain.ts";
import { begin, maintenanceSlice } from "../durable/operations/maintenance-slice.ts";
import type { Memory } from "../durable/operations/memory.ts";
import { inOneBreath, performChore } from "../durable/operations/perform.ts";
import { awake, benchCall, storedMemory } from "./memory.ts";
import { type Bench, quantile, type Row } from "./rows.ts";
import { figure, table } from "./table.ts";

const SIZES = { full: [10_000, 50_000], quick: [10_000] } as const;
const TASKS = ["health", "decay", "scale", "split", "prune", "merge"] as const;

export const upkeep: Bench = {
  about: "how long maintenance keeps others waiting",

  async run({ quick, say }) {
    const rows: Row[] = [];
    for (const nodes of SIZES[quick ? "quick" : "full"]) {
      say(`upkeep: ${nodes} nodes …`);
      const add = (metric: string, unit: string, value: number, more: Partial<Row> = {}) =>
        rows.push({ bench: "upkeep", metric, unit, value, ...more, params: { nodes, quick } });
      // All edges fade, more than a run has to do otherwise.
      const memory = async (): Promise<Memory> => {
        const one = awake(await storedMemory(nodes));
        return { ...one, settings: { ...one.settings, upkeep: { ...one.settings.upkeep, lasting: [] } } };
      };
      const samples = await slicesOf(await memory());
      add("slice", "ms", quantile(samples, 0.5), {
        p95: quantile(samples, 0.95),
        p99: quantile(samples, 0.99),
      });
      add("longest_slice", "ms", Math.max(...samples));
      add("slices", "slices", samples.length);
      add(
        "all_slices",
        "ms",
        samples.reduce((sum, one) => sum + one, 0),
      );
      add("one_breath", "ms", oneBreathOf(await memory(), false));
      add("dry_run", "ms", oneBreathOf(await memory(), true));
    }
    return rows;
  },

  show(rows) {
    const breaths = new Map(
      rows.filter(({ metric }) => metric === "one_breath").map((row) => [row.params.nodes, row.value]),
    );
    const lines = rows.map(({ metric, value, p95, p99, unit, params }) => [
      metric,
      figure(Number(params.nodes)),
      figure(value),
      p95 === undefined ? "" : figure(p95),
      p99 === undefined ? "" : figure(p99),
      unit,
      unit === "ms" ? `${figure((100 * value) / (breaths.get(params.nodes) as number))} %` : "",
    ]);
    return table(["metric", "nodes", "median", "p95", "p99", "unit", "of one breath"], lines);
  },
};

/** Milliseconds of each slice of a run. */
async function slicesOf(memory: Memory): Promise<number[]> {
  const samples: number[] = [];
  const clocked = async (work: () => unknown) => {
    const start = computed();
    await work();
    samples.push(computed() - start);
  };
  await clocked(() => inOneBreath(memory, benchCall(), (work) => begin(work, { tasks: [...TASKS] }, null)));
  while (memory.store.maintenance.job)
    await clocked(() => performChore(memory, maintenanceSlice, null, benchCall()));
  return samples;
}

function oneBreathOf(memory: Memory, isDry: boolean): number {
  const start = computed();
  const request = { tasks: [...TASKS], dry_run: isDry };
  inOneBreath(memory, benchCall(), (work) => maintain.act(work, request, new Map()));
  return computed() - start;
}

/** Milliseconds that this process has computed. */
function computed(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
