// [ME] The meter of a tenant, and the isolates that tell it: counts arrive once, by month and token.

import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { MeterClient } from "../../meter/meter-client.ts";

it("x", async () => {
  const m = new MeterClient(env.METER);
  const c = { queries: 1, reads: 0, writes: 2, embedded_characters: 3, model_calls: 0 };
  expect(await m.record("t1", { id: "a", month: "2026-11", tokens: [["k", c]] })).toEqual(c);
  expect(await m.usage("t1", "2026-11")).toEqual({ total: c, tokens: [["k", c]], earlier: [] });
});
