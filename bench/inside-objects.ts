// The figures of the speed bench inside an object of workerd, asked as an agent asks.

import { Bundle } from "./local-worker.ts";
import { type BenchOptions, CannotRun, figuresOf, type Row } from "./rows.ts";
import type { Asked, Took, Work } from "./speed-worker.ts";

export const WORKS = ["empty", "write", "query", "learn", "sync", "wake"] as const satisfies readonly Work[];

/** All that is measured: works, and questions while another caller syncs without a pause. */
export const INSIDE = [...WORKS, "query_in_sync"] as const;

const QUESTIONS_IN_SYNC = 60;
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
        const add = (metric: (typeof INSIDE)[number], ms: Took) => {
          const row = { bench: "speed", metric: `object_${metric}`, unit: "ms", params: { nodes, quick } };
          rows.push({ ...row, ...figuresOf(ms) });
        };
        for (const work of WORKS) {
          if (work === "wake") await ask("pack", 1, 1);
          add(work, await ask(work, ...GROUPS[work]));
        }
        add("query_in_sync", await questionsInSync(ask));
      }
      return rows;
    } finally {
      await worker.end();
    }
  } finally {
    await bundle.remove();
  }
}

/** What questions take from outside, request and reply included, while one sync follows the other. */
async function questionsInSync(
  ask: (work: Work, groups: number, runs: number) => Promise<Took>,
): Promise<Took> {
  let isAsking = true;
  const syncing = (async () => {
    while (isAsking) await ask("sync", 1, 1);
  })();
  const took: number[] = [];
  try {
    while (took.length < QUESTIONS_IN_SYNC) {
      const start = performance.now();
      await ask("query", 1, 1);
      took.push(performance.now() - start);
    }
  } finally {
    isAsking = false;
    await syncing;
  }
  return took;
}

async function took(url: string, asked: Asked): Promise<Took> {
  const response = await fetch(url, { method: "POST", body: JSON.stringify(asked) });
  if (!response.ok) throw new CannotRun(`the worker of the bench answered ${response.status}`);
  return (await response.json()) as Took;
}
