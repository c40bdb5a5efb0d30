// Counting questions and verdicts of the journal over Node's SQLite.

import { expect, it } from "vitest";
import { SqliteStore } from "../../durable/store/store.ts";
import { verdictsByDay } from "../../durable/store/verdicts-by-day.ts";
import { NodeDatabase } from "../../golden/node-database.ts";

const DAY_MS = 24 * 3_600_000;
const FIRST = 20_000;

function open() {
  const database = new NodeDatabase();
  const store = new SqliteStore(database);
  const record = (type: "query" | "learn", day: number, body: Record<string, string | number>) =>
    store.record(type, body, { at: day * DAY_MS + 5, author: "token-1" });
  return { database, store, record };
}

it("[LC1] counts by day what was asked, answered, judged and useful; what was undone or said nothing does not count", () => {
  const { store, record } = open();
  record("query", FIRST, { decision: "answered" });
  record("query", FIRST, { decision: "low_confidence" });
  record("learn", FIRST, { outcome: 1 });
  record("learn", FIRST, { outcome: -0.5 });
  record("learn", FIRST, { outcome: 0 });
  record("learn", FIRST + 2, { outcome: 0.2 });
  record("learn", FIRST + 2, { outcome: 1, undone: "event-1" });
  record("query", FIRST - 1, { decision: "answered" });
  const since = FIRST * DAY_MS;
  expect(store.verdictsByDay(since)).toEqual({
    counted: [
      { day: FIRST, asked: 2, answered: 1, judged: 2, useful: 1 },
      { day: FIRST + 2, asked: 0, answered: 0, judged: 1, useful: 1 },
    ],
    since,
  });
});

it("[LC1] an empty journal has no days", () => {
  expect(open().store.verdictsByDay(0)).toEqual({ counted: [], since: 0 });
});

it("[LC2] looks through the newest of each, and says from when on all is counted", () => {
  const { database, record } = open();
  for (let day = 0; day < 6; day++) record("query", FIRST + day, { decision: "answered" });
  for (let day = 0; day < 3; day++) record("learn", FIRST + day, { outcome: 1 });
  const { counted, since } = verdictsByDay(database, 0, 4);
  expect(since).toBe((FIRST + 1) * DAY_MS + 5 + 1);
  expect(counted.map(({ day, asked, useful }) => [day - FIRST, asked, useful])).toEqual([
    [2, 1, 1],
    [3, 1, 0],
    [4, 1, 0],
    [5, 1, 0],
  ]);
  expect(verdictsByDay(database, (FIRST + 5) * DAY_MS, 4).since).toBe((FIRST + 5) * DAY_MS);
  expect(verdictsByDay(database, 0, 6).since).toBe(0);
});
