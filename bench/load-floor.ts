// What is not ours in an answer over HTTP: the same clients ask a worker that only answers, an object that does nothing,
// and one that keeps a row, in the same run and between the measured parts.

import { cpuOf } from "./cpu.ts";
import { exchange } from "./load-traffic.ts";
import type { LocalWorker } from "./local-worker.ts";
import { sentences } from "./texts.ts";

/** The product's worker for the bench. */
export const WORKER = "bench/load-worker.ts";
export const WORKER_OBJECTS = { BRAIN: "Brain", METER: "Meter" };
export const FLOOR_WORKER = "bench/load-floor-worker.ts";
export const FLOOR_OBJECTS = { FLOOR: "Floor" };
/** Its path at which an object is evicted. */
export const EVICT = "bench/evict";

export const FLOORS = ["worker", "object", "write"] as const;
/** What requests took: each of them, and all together of the CPU of workerd. */
export interface Taken {
  readonly times: number[];
  cpu: number;
}
export type Floors = Readonly<Record<(typeof FLOORS)[number], Taken>>;

export function nothingTaken(): Taken {
  return { times: [], cpu: 0 };
}

export function noFloors(): Floors {
  return { worker: nothingTaken(), object: nothingTaken(), write: nothingTaken() };
}

/** Adds `requests` times of each floor, asked by so many clients at once. */
export async function measureFloors(
  worker: LocalWorker,
  clients: number,
  requests: number,
  floors: Floors,
): Promise<void> {
  const place = { url: worker.url, token: "none" };
  for (const floor of FLOORS) {
    await takenBy(worker, floors[floor], clients, requests, async (client) => {
      const query = sentences(client).next().value;
      const { status } = await exchange(place, floor, { query });
      if (status !== 200) throw new Error(`the floor ${floor} was answered ${status}`);
      return true;
    });
  }
}

/** Lets so many clients share these requests, each sending one after the other. A request says whether it went well. */
export async function takenBy(
  { processes }: LocalWorker,
  taken: Taken,
  clients: number,
  requests: number,
  send: (client: number) => Promise<boolean>,
): Promise<void> {
  const before = cpuOf(processes);
  let next = 0;
  const client = async (_: unknown, number: number) => {
    while (next++ < requests) {
      const start = performance.now();
      if (await send(number)) taken.times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  taken.cpu += (cpuOf(processes) ?? Number.NaN) - (before ?? Number.NaN);
}
