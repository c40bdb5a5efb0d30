// One agent that everybody asks, with a large memory; and agents that lose their memory again and again while they are
// asked and taught.

import { MemoryClient } from "../client/memory-client.ts";
import { LIMITS } from "../wire/limits.ts";
import { EVICT, type Floors, measureFloors, nothingTaken, type Taken, takenBy } from "./load-floor.ts";
import { lostOf } from "./load-lost.ts";
import { newTenant, type Tenant } from "./load-tenants.ts";
import { type Acknowledged, exchange, memoryPath, send, type Traffic } from "./load-traffic.ts";
import type { LocalWorker } from "./local-worker.ts";
import { sentences } from "./texts.ts";

/** Parts of the traffic to one agent, with the floors between them. */
const PARTS = 4;

export interface Evicted {
  readonly times: number[];
  readonly errors: number;
  /** First answers of objects that had lost their memory. */
  readonly evictions: number;
  readonly lost: number;
}

/** Times of questions to one agent with so many nodes, all clients at once. */
export async function askOne(
  worker: LocalWorker,
  floor: LocalWorker,
  { nodes, clients, requests }: { nodes: number; clients: number; requests: number },
  floors: Floors,
): Promise<{ readonly taken: Taken; readonly errors: number }> {
  const tenant = await newTenant(worker.url, `hot-${clients}`, 1);
  await grow(tenant, tenant.agents[0], nodes);
  const texts = sentences(nodes);
  let errors = 0;
  const ask = async () => {
    const query = texts.next().value;
    const { status } = await exchange(tenant, memoryPath(tenant.agents[0], "query"), { query });
    if (status !== 200) errors++;
    return status === 200;
  };
  // What warms up does not count.
  await takenBy(worker, nothingTaken(), clients, requests / PARTS, ask);
  const taken = nothingTaken();
  for (let part = 0; part < PARTS; part++) {
    await measureFloors(floor, clients, Math.ceil(requests / PARTS / 2), floors);
    await takenBy(worker, taken, clients, requests / PARTS, ask);
  }
  return { taken, errors };
}

/** Each client has an agent of its own, lets it lose its memory, times the next answer, and teaches it something. */
export async function askEvicted(
  worker: LocalWorker,
  { nodes, clients, rounds }: { nodes: number; clients: number; rounds: number },
): Promise<Evicted> {
  const tenant = await newTenant(worker.url, "evicted", clients);
  for (const agent of tenant.agents) await grow(tenant, agent, nodes);
  const times: number[] = [];
  const acknowledged: Acknowledged[] = [];
  let errors = 0;
  await Promise.all(
    tenant.agents.map(async (agent, client) => {
      const texts = sentences(client + 1);
      for (let round = 0; round < rounds; round++) {
        await fetch(new URL(`${EVICT}?agent=${tenant.ids.get(agent)}`, worker.url));
        const start = performance.now();
        const { status } = await exchange(tenant, memoryPath(agent, "query"), { query: texts.next().value });
        if (status === 200) times.push(performance.now() - start);
        else errors++;
        const traffic: Traffic = {
          times: { query: [], learn: [], inject: [], correction: [] },
          errors: new Map(),
          acknowledged,
        };
        const share = { requests: 6, until: Number.POSITIVE_INFINITY };
        await send(tenant, [agent], share, 1_000 * (client + 1) + round, traffic);
        errors += traffic.errors.values().reduce((sum, count) => sum + count, 0);
      }
    }),
  );
  const { inAgent, inD1 } = await lostOf(tenant, worker.d1, tenant.ids, acknowledged);
  return { times, errors, evictions: clients * rounds, lost: inAgent + inD1 };
}

async function grow(tenant: Tenant, agent: string, nodes: number): Promise<void> {
  const { url: baseUrl, token } = tenant;
  const memory = new MemoryClient({ baseUrl, token, agent, timeoutMs: 60_000 });
  const texts = sentences(nodes + 1);
  for (let left = nodes; left > 0; left -= LIMITS.nodesPerBatch) {
    const count = Math.min(left, LIMITS.nodesPerBatch);
    await memory.injectBatch({
      nodes: Array.from({ length: count }, () => ({ content: texts.next().value })),
    });
  }
}
