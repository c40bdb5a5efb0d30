// How fast the embedders on board are inside workerd, as deployed: a question alone, and chunks one write after another.

import { DEFAULT_EMBEDDER, ON_BOARD } from "../durable/embed/index.ts";
import type { Asked, Took } from "./embed-worker.ts";
import { Bundle } from "./local-worker.ts";
import { type Bench, type BenchOptions, CannotRun, quantile, type Row } from "./rows.ts";
import { figure, table } from "./table.ts";
import { englishTexts } from "./texts.ts";

export const EMBED_WORKER = "bench/embed-worker.ts";
const SEED = 31;
const QUESTIONS = { full: 3_000, quick: 750 } as const;
const CHUNKS = { full: 4_000, quick: 600 } as const;
/** Characters. */
const QUESTION_LENGTHS = [40, 110] as const;
const CHUNK_LENGTHS = [500, 1_500] as const;
/** Chunks of one write. */
const AT_ONCE = 20;
/** Questions that are timed together, one after another. */
const GROUP = 50;
/** Slow embedders end here, with as many texts as they have done. */
const MOST_MS = { full: 20_000, quick: 3_000 } as const;

export const embed: Bench = {
  about: "how fast the embedders on board are, inside workerd",

  async run(options) {
    options.say("embed: bundling the worker …");
    const bundle = await Bundle.make(EMBED_WORKER);
    try {
      const worker = await bundle.start();
      try {
        const rows: Row[] = [];
        for (const name of ON_BOARD) rows.push(...(await measured(worker.url, name, options)));
        return rows;
      } finally {
        await worker.end();
      }
    } finally {
      await bundle.remove();
    }
  },

  show(rows) {
    const names = [...new Set(rows.map(({ params }) => String(params.embedder)))];
    const lines = names.map((name) => {
      const of = (metric: string) =>
        rows.find((row) => row.params.embedder === name && row.metric === metric);
      const cell = (value: number | undefined) => (value === undefined ? "" : figure(value));
      const isDefault = name === DEFAULT_EMBEDDER.product;
      return [
        isDefault ? `${name} (default)` : name,
        cell(of("first")?.value),
        cell(of("query")?.value),
        cell(of("chunk_rate")?.value),
      ];
    });
    return [
      table(["embedder", "first ms", "ms a question", "chunks/s"], lines),
      "",
      `first: the first question, for which the weights are loaded. Questions of ${QUESTION_LENGTHS.join(" to ")} characters,`,
      `chunks of ${CHUNK_LENGTHS.join(" to ")}, ${AT_ONCE} a write; workerd alone, on the cores that this program runs on.`,
    ].join("\n");
  },
};

async function measured(url: string, name: string, { quick, say }: BenchOptions): Promise<Row[]> {
  const pace = quick ? "quick" : "full";
  say(`embed: ${name} …`);
  const questions = take(englishTexts(SEED, ...QUESTION_LENGTHS), QUESTIONS[pace]);
  const chunks = take(englishTexts(SEED, ...CHUNK_LENGTHS), CHUNKS[pace]);
  const ask = (side: Asked["side"], atOnce: number, groups: readonly (readonly string[])[]) =>
    took(url, { name, side, atOnce, groups, mostMs: MOST_MS[pace] });

  const first = await ask("query", 1, [questions.slice(0, 1)]);
  if (first.failure !== undefined) {
    say(`embed: ${name} is left out: ${first.failure}`);
    return [];
  }
  const asked = await ask("query", 1, inGroups(questions, GROUP));
  // The compiler has seen it then.
  const warm = asked.ms.slice(Math.min(3, asked.ms.length - 1)).map((ms) => ms / GROUP);
  const writes = await ask("document", AT_ONCE, inGroups(chunks, AT_ONCE));
  const done = writes.ms.length * AT_ONCE;
  const rate = (done / writes.ms.reduce((sum, ms) => sum + ms, 0)) * 1000;
  const row = (metric: string, value: number, unit: string, n: number): Row => ({
    bench: "embed",
    metric,
    value,
    unit,
    params: { embedder: name, n, quick },
  });
  return [
    row("first", first.ms[0], "ms", 1),
    row("query", quantile(warm, 0.5), "ms", warm.length * GROUP),
    row("chunk_rate", rate, "chunks/s", done),
  ];
}

async function took(url: string, asked: Asked): Promise<Took> {
  const response = await fetch(url, { method: "POST", body: JSON.stringify(asked) });
  if (!response.ok) throw new CannotRun(`the worker of the bench answered ${response.status}`);
  return (await response.json()) as Took;
}

function take(texts: Iterator<string, never>, count: number): string[] {
  return Array.from({ length: count }, () => texts.next().value);
}

function inGroups(texts: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.floor(texts.length / size) }, (_, group) =>
    texts.slice(group * size, (group + 1) * size),
  );
}
