// The load bench's verdict on lost writes, on a real worker: nothing is lost, also where objects lose their memory, and
// what is taken away is noticed.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WORKER, WORKER_OBJECTS } from "../../bench/load-floor.ts";
import { lostOf } from "../../bench/load-lost.ts";
import { askEvicted } from "../../bench/load-single.ts";
import { newTenant, type Tenant } from "../../bench/load-tenants.ts";
import { send, type Traffic } from "../../bench/load-traffic.ts";
import { Bundle, type LocalWorker } from "../../bench/local-worker.ts";

let bundle: Bundle;
let worker: LocalWorker;
let tenant: Tenant;
const traffic: Traffic = {
  times: { query: [], learn: [], inject: [], correction: [] },
  errors: new Map(),
  acknowledged: [],
};

beforeAll(async () => {
  bundle = await Bundle.make(WORKER, WORKER_OBJECTS);
  worker = await bundle.start({ RATE_LIMITS: "off" });
  tenant = await newTenant(worker.url, "small", 2);
  const share = { requests: 60, until: Number.POSITIVE_INFINITY };
  await Promise.all([1, 2].map((seed) => send(tenant, tenant.agents, share, seed, traffic)));
});

afterAll(async () => {
  await worker?.end();
  await bundle?.remove();
});

describe("traffic", () => {
  it("[BN7] is a mix of questions and writes, and fails nowhere", () => {
    expect(Object.fromEntries(traffic.errors)).toEqual({});
    const { query, ...writes } = traffic.times;
    for (const times of Object.values(writes)) expect(times.length).toBeGreaterThan(0);
    expect(query.length).toBeGreaterThan(60);
    expect(traffic.acknowledged.length + query.length).toBe(120);
  });

  it("[BN7] every acknowledged write is in the agent and in D1", async () => {
    const lost = await lostOf(tenant, worker.d1, tenant.ids, traffic.acknowledged);
    expect(lost).toEqual({ inAgent: 0, inD1: 0, of: traffic.acknowledged.length });
  });

  it("[BN8] nothing is lost or fails where objects lose their memory between requests", async () => {
    const { times, evictions, errors, lost } = await askEvicted(worker, { nodes: 5, clients: 2, rounds: 2 });
    expect({ times: times.length, evictions, errors, lost }).toEqual({
      times: 4,
      evictions: 4,
      errors: 0,
      lost: 0,
    });
  });

  it("[BN7] a write that is missing in either is counted as lost", async () => {
    const injected = traffic.acknowledged.find(({ verb }) => verb === "inject")!;
    const learned = traffic.acknowledged.find(({ verb }) => verb === "learn")!;
    const agent = tenant.ids.get(injected.agent);
    await worker.d1
      .prepare("delete from nodes where agent = ? and id = ?")
      .bind(agent, injected.nodeId)
      .run();
    const never = [
      { ...injected, nodeId: "nowhere" },
      { ...learned, eventId: "never" },
    ];
    const lost = await lostOf(tenant, worker.d1, tenant.ids, [injected, ...never]);
    expect(lost).toEqual({ inAgent: 2, inD1: 3, of: 3 });
  });
});
