// Where the time of a question goes: what it asks of its memory is timed at the memory's own seams.

import type { Memory } from "../durable/operations/memory.ts";
import { readableBy } from "../durable/operations/redaction.ts";
import { benchCall } from "./generated-memory.ts";

export const STEPS = [
  "embed",
  "words",
  "vectors",
  "taught",
  "texts",
  "walk",
  "mask",
  "trail",
  "rest",
] as const;
export type Step = (typeof STEPS)[number];

type Times = Partial<Record<Step, number>>;
type Method = (...args: never[]) => unknown;

/** Milliseconds of each step of one question that `ask` asks, on the average of `rounds`. */
export async function stepsOf(
  memory: Memory,
  rounds: number,
  ask: (round: number) => Promise<unknown>,
): Promise<Readonly<Record<Step, number>>> {
  const times: Times = {};
  const add = (step: Step, ms: number) => {
    times[step] = (times[step] ?? 0) + ms;
  };
  let depth = 0;
  const restore: (() => void)[] = [];
  const time = (owner: object, name: string, step: Step) => {
    const methods = owner as Record<string, Method>;
    const isOwn = Object.hasOwn(owner, name);
    const original = methods[name];
    methods[name] = function (this: unknown, ...args: never[]) {
      const start = performance.now();
      depth++;
      const result = original.apply(this, args);
      depth--;
      const end = () => depth === 0 && add(step, performance.now() - start);
      if (result instanceof Promise) return result.finally(end);
      end();
      return result;
    };
    restore.push(() => {
      if (isOwn) methods[name] = original;
      else delete methods[name];
    });
  };
  const { store, vectors, embedder } = memory;
  const { lexicon } = store;
  time(embedder, "embed", "embed");
  for (const name of ["postings", "idsOf", "numbersOf"]) time(lexicon, name, "words");
  for (const name of ["like", "misleading"]) time(lexicon.questions, name, "taught");
  for (const name of ["search", "similarity"]) time(vectors, name, "vectors");
  time(store, "storedNodes", "texts");
  for (const name of ["recordTrail", "record"]) time(store, name, "trail");
  let total = 0;
  try {
    for (let round = 0; round < rounds; round++) {
      const start = performance.now();
      const reply = (await ask(round)) as { readonly timings: { readonly walk_ms: number } };
      total += performance.now() - start;
      add("walk", reply.timings.walk_ms);
      const masking = performance.now();
      readableBy(memory, reply, { ...benchCall(), role: "agent" });
      add("mask", performance.now() - masking);
    }
  } finally {
    for (const undo of restore) undo();
  }
  const known = Object.values(times).reduce((sum, ms) => sum + ms, 0);
  times.rest = Math.max(0, total - known);
  return Object.fromEntries(STEPS.map((step) => [step, (times[step] ?? 0) / rounds])) as Record<Step, number>;
}
