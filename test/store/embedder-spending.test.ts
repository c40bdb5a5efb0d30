// What was sent to an embedding provider today, on the object's disk.

import { expect, it } from "vitest";
import { DailyAllowance } from "../../durable/embed/remote/daily-allowance.ts";
import { EmbedderSpending } from "../../durable/store/embedder-spending.ts";
import { SqliteStore } from "../../durable/store/store.ts";
import { NodeDatabase } from "../../golden/node-database.ts";

it("[EP13] the day's allowance goes on where the program left it", () => {
  const { state } = new SqliteStore(new NodeDatabase());
  const now = () => Date.UTC(2026, 10, 30, 8);
  const allowance = () => new DailyAllowance(100, { now, ledger: new EmbedderSpending(state) });
  expect(new EmbedderSpending(state).read()).toBeUndefined();
  allowance().spend(60);
  expect(() => allowance().spend(60)).toThrow(/allowance of 100 tokens/);
  allowance().spend(40);
  expect(new EmbedderSpending(state).read()).toEqual({ day: "2026-11-30", tokens: 100 });
});
