// [ME] The meter's object: what it was told stays, and is added up in order.

import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { type Batch, nothing } from "../../meter/ledger.ts";
import { MeterClient } from "../../meter/meter-client.ts";

const MONTH = "2026-11";
const meter = new MeterClient(env.METER);

function batchOf(tokens: number, queries = 1): Batch {
  const names = Array.from({ length: tokens }, () => crypto.randomUUID());
  return {
    id: crypto.randomUUID(),
    month: MONTH,
    tokens: names.map((name) => [name, { ...nothing(), queries }] as const),
  };
}

describe("a meter", () => {
  it("[ME4] keeps what it was told when it leaves memory", async () => {
    const [tenant, batch] = [crypto.randomUUID(), batchOf(2, 3)];
    await meter.record(tenant, batch);
    const told = await meter.usage(tenant, MONTH);
    await evictDurableObject(env.METER.getByName(tenant));
    expect(await meter.usage(tenant, MONTH)).toEqual(told);
    expect((await meter.record(tenant, batch)).queries).toBe(6);
    expect((await meter.record(tenant, batchOf(1))).queries).toBe(7);
  });

  it("[ME4] loses nothing of what many isolates tell it at the same time", async () => {
    const tenant = crypto.randomUUID();
    await Promise.all(Array.from({ length: 40 }, () => meter.record(tenant, batchOf(1))));
    expect((await meter.usage(tenant, MONTH)).total.queries).toBe(40);
  });

  it("[ME4] takes the largest batch that an isolate sends", async () => {
    const tenant = crypto.randomUUID();
    expect((await meter.record(tenant, batchOf(65, 1_000_000_000))).queries).toBe(65_000_000_000);
  });

  it("[ME4] knows nothing of other tenants", async () => {
    const [tenant, other] = [crypto.randomUUID(), crypto.randomUUID()];
    await meter.record(tenant, batchOf(1));
    expect((await meter.usage(other, MONTH)).total).toEqual(nothing());
  });
});
