// The log that the bench of replays draws.

import { expect, it } from "vitest";
import { sessionLog } from "../../bench/session-log.ts";
import { nextSlice } from "../../durable/text/session-slices.ts";

const NOTES = Array.from(
  { length: 20 },
  (_, place) => `note ${place} says how the pump of house ${place} is started`,
);

it("[BN6] a session log is the same for a seed, and holds what real ones do", () => {
  const log = (seed: number) => [...sessionLog(NOTES, 2_000_000, seed)];
  expect(log(3)).toEqual(log(3));
  expect(log(4)).not.toEqual(log(3));
  const lines = log(3).map((line) => line.slice(0, -1));
  expect(lines.join("\n").length).toBeGreaterThan(1_900_000);
  const slices = [];
  for (let first = 0; first < lines.length; ) {
    const source = { lines: lines.slice(first), isWhole: true, isSubagent: false };
    const slice = nextSlice({ ...source, secondsOf: (time) => Date.parse(time) / 1000, nameOf: String });
    if (!slice) throw new Error("a whole log ends");
    slices.push(slice);
    first += slice.lines;
  }
  const exchanges = slices.flatMap((slice) => slice.exchanges);
  expect(exchanges.length).toBeGreaterThan(50);
  expect(new Set(exchanges.map(({ mark }) => mark)).size).toBe(exchanges.length);
  for (const reaction of ["wrong", "right", null]) {
    expect(exchanges.filter((one) => one.reaction === reaction).length).toBeGreaterThan(0);
  }
});
