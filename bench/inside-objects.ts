// The figures of the speed bench inside an object of workerd, asked as an agent asks.

import { Bundle } from "./local-worker.ts";
import { type BenchOptions, CannotRun, figuresOf, type Row } from "./rows.ts";
import type { Asked, Took, Work } from "./speed-worker.ts";

export const WORKS = ["empty", "write", "query", "learn", "sync", "wake"] as const satisfies readonly Work[];

const WORKER = "bench/speed-worker.ts";
const OBJECTS = { MEASURED: "Measured" };
/** Groups, and runs of a group. */
const GROUPS: Readonly<Record<(typeof WORKS)[number], readonly [groups: number, runs: number]>> = {
  empty: [10, 40],
  write: [10, 20],
  query: [15, 20],
  learn: [10, 20],
  sync: [4, 1],
  wake: [5, 1],
};

export async function insideObjects(
  sizes: readonly number[],
  { quick, say }: Pick<BenchOptions, "quick" | "say">,
): Promise<Row[]> {
  say("speed: inside objects …");
  const bundle = await Bundle.make(WORKER, OBJECTS);
  try {
    const worker = await bundle.start();
    try {
      const rows: Row[] = [];
      for (const nodes of sizes) {
        const ask = (work: Work, groups: number, runs: number) =>
          took(worker.url, { nodes, work, groups, runs });
        await ask("fill", 1, 1);
        await ask("pack", 1, 1);
        // The compiler has seen it then.
        await ask("query", 1, 100);
        for (const work of WORKS) {
          if (work === "wake") await ask("pack", 1, 1);
          const ms = await ask(work, ...GROUPS[work]);
          const row = { bench: "speed", metric: `object_${work}`, unit: "ms", params: { nodes, quick } };
          rows.push({ ...row, ...figuresOf(ms) });
        }
      }
      return rows;
    } finally {
      await worker.end();
    }
  } finally {
    await bundle.remove();
  }
}

async function took(url: string, asked: Asked): Promise<Took> {
  const response = await fetch(url, { method: "POST", body: JSON.stringify(asked) });
  if (!response.ok) throw new CannotRun(`the worker of the bench answered ${response.status}`);
  return (await response.json()) as Took;
}
