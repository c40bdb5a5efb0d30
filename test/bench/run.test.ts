// The bench command, and the figures and tables that it is made of.

import { describe, expect, it } from "vitest";
import { bench } from "../../bench/command.ts";
import { type Bench, quantile, type Row, timed } from "../../bench/rows.ts";
import { figure, table } from "../../bench/table.ts";
import { sentences } from "../../bench/texts.ts";

const row: Row = { bench: "toy", metric: "play", value: 1, unit: "ms", params: { quick: true } };
const toy: Bench = { about: "plays", run: async () => [row], show: () => "a table" };

async function run(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await bench(args, { toy }, { out: (text) => out.push(text), err: (text) => err.push(text) });
  return { code, stdout: out.join("\n"), stderr: err.join("\n") };
}

describe("the bench command", () => {
  it("[BN4] an unknown name ends with code 2 and the list of benches", async () => {
    const { code, stdout, stderr } = await run("alchemy");
    expect(code).toBe(2);
    expect(stderr).toMatch(/there is no bench alchemy[\s\S]*toy +plays/);
    expect(stdout).toBe("");
  });

  it("[BN4] a missing name or an unknown option ends with code 2 and the usage", async () => {
    for (const args of [[], ["toy", "--fast"], ["toy", "--seeds", "none"], ["constructor"]]) {
      expect(await run(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining("usage:") });
    }
  });

  it("[BN4] with --json the output is one array of rows, else a table", async () => {
    expect(JSON.parse((await run("toy", "--json")).stdout)).toEqual([row]);
    expect(await run("toy")).toMatchObject({ code: 0, stdout: "a table" });
  });
});

describe("figures", () => {
  it("[BN5] the median and the 95th percentile are values that were measured", () => {
    const samples = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(quantile(samples, 0.5)).toBe(50);
    expect(quantile(samples, 0.95)).toBe(95);
    expect(quantile([7], 0.95)).toBe(7);
  });

  it("[BN5] rounds that warm up are not counted, and every round has its own number", async () => {
    const rounds: number[] = [];
    const { value, p95 } = await timed(10, (round) => rounds.push(round));
    expect(rounds).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(value).toBeLessThanOrEqual(p95);
  });

  it("[BN5] a table sets numbers to the right", () => {
    const lines = table(
      ["name", "ms"],
      [
        ["walk", figure(1234.5)],
        ["a", figure(0.5)],
      ],
    ).split("\n");
    expect(lines).toEqual(["name  ms", "────  ─────", "walk  1,235", "a     0.500"]);
  });

  it("[BN6] generated texts are the same for a seed", () => {
    const [first, second] = [sentences(1), sentences(1)];
    expect(first.next().value).toBe(second.next().value);
    expect(first.next().value).not.toBe(sentences(2).next().value);
  });
});
