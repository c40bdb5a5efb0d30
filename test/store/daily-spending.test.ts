// What was sent to an embedding provider today, on the object's disk.

import { expect, it } from "vitest";
import { EMBEDDING_PARTY } from "../../durable/embed/remote/party.ts";
import { DailyAllowance } from "../../durable/remote/daily-allowance.ts";
import { DailySpending } from "../../durable/store/daily-spending.ts";
import { SqliteStore } from "../../durable/store/store.ts";
import { NodeDatabase } from "../../golden/node-database.ts";

it("[EP13] the day's allowance goes on where the program left it", () => {
  const { state } = new SqliteStore(new NodeDatabase());
  const now = () => Date.UTC(2026, 10, 30, 8);
  const allowance = () =>
    new DailyAllowance(100, EMBEDDING_PARTY, { now, ledger: new DailySpending(state, "embedder_spent") });
  expect(new DailySpending(state, "embedder_spent").read()).toBeUndefined();
  allowance().spend(60);
  expect(() => allowance().spend(60)).toThrow(/allowance of 100 tokens/);
  allowance().spend(40);
  expect(new DailySpending(state, "embedder_spent").read()).toEqual({ day: "2026-11-30", tokens: 100 });
});
