import { spawnSync } from "node:child_process";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { quantile, timed } from "../../bench/rows.ts";
import { figure, table } from "../../bench/table.ts";
import { sentences } from "../../bench/texts.ts";

const root = path.join(import.meta.dirname, "../..");
const bench = (...args: string[]) =>
  spawnSync(process.execPath, ["bench/run.ts", ...args], { cwd: root, encoding: "utf8" });

describe("the bench command", () => {
  it("[BN4] an unknown name exits 2 and lists the benches", () => {
    const { status, stderr, stdout } = bench("alchemy");
    expect(status).toBe(2);
    expect(stderr).toMatch(/there is no bench alchemy[\s\S]*speed/);
    expect(stdout).toBe("");
  });

  it("[BN4] a missing name or an unknown option exits 2 with the usage", () => {
    expect(bench()).toMatchObject({ status: 2 });
    expect(bench("speed", "--fast").stderr).toContain("usage:");
    expect(bench("speed", "--seeds", "none").status).toBe(2);
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
