// The noisy tenant of the load bench, in a thread of its own, so that its noise is the worker's to bear and not the
// clock's: clients that ask without pause until they are ended, whatever they are answered.

import { setTimeout } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { exchange, memoryPath, type Place } from "./load-traffic.ts";
import { sentences } from "./texts.ts";

export interface NoiseCounts {
  readonly sent: number;
  readonly refused: number;
}

interface Task {
  readonly place: Place;
  readonly agent: string;
  readonly clients: number;
  /** Sent and refused, where both threads see them. */
  readonly counts: Int32Array;
}

const SENT = 0;
const REFUSED = 1;
const IS_OVER = 2;

export class Noise {
  readonly #counts = new Int32Array(new SharedArrayBuffer(12));
  readonly #thread: Worker;

  constructor(place: Place, agent: string, clients: number) {
    const task: Task = { place, agent, clients, counts: this.#counts };
    this.#thread = new Worker(import.meta.filename, { workerData: task });
  }

  get counts(): NoiseCounts {
    return { sent: Atomics.load(this.#counts, SENT), refused: Atomics.load(this.#counts, REFUSED) };
  }

  /** Waits until so many requests were sent, or refused, and so long at most. */
  async until(wanted: "sent" | "refused", count: number, mostMs: number): Promise<void> {
    const deadline = performance.now() + mostMs;
    while (this.counts[wanted] < count && performance.now() < deadline) await setTimeout(10);
  }

  async end(): Promise<void> {
    const ended = new Promise((resolve) => this.#thread.once("exit", resolve));
    Atomics.store(this.#counts, IS_OVER, 1);
    await ended;
  }
}

async function ask({ place, agent, counts }: Task, seed: number): Promise<void> {
  const texts = sentences(seed);
  while (Atomics.load(counts, IS_OVER) === 0) {
    const { status } = await exchange(place, memoryPath(agent, "query"), { query: texts.next().value });
    Atomics.add(counts, SENT, 1);
    if (status === 429) Atomics.add(counts, REFUSED, 1);
  }
}

if (!isMainThread && parentPort) {
  const task = workerData as Task;
  await Promise.all(Array.from({ length: task.clients }, (_, client) => ask(task, client)));
}
