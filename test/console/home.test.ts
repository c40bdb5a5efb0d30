// Home: how the memory is, what happened today, and how its answers were judged.

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { CHART, curveOf, shareOf } from "../../console/src/pages/home/curve.ts";
import { emptyAgent } from "../support/console-house.ts";
import { browserOf, settled, visit } from "../support/console-visit.ts";

const house = inject("consoleHouse");
let browser: Browser;

beforeAll(async () => {
  browser = await browserOf(house);
});
afterAll(() => browser.close());

it("[CN14] shows how the memory is, what happened today, and how its answers were judged", async () => {
  const memory = await emptyAgent(house, "judged");
  await memory.inject({ content: "The canary runs in zone 3." });
  for (const outcome of [1, 1, -1, 1]) {
    const { query_id } = await memory.query({ query: "Where does the canary run?" });
    await memory.learn({ query_id, outcome });
  }
  const { page, complaints, leave } = await visit(browser, house, "reader", "home", { agent: "judged" });
  expect(await page.getByText("verdicts said").textContent()).toBe(
    "75 % of 4 verdicts said useful; 4 of 4 questions were answered.",
  );
  await page.getByRole("tab", { name: "Numbers" }).click();
  const today = new Date().toISOString().slice(0, 10);
  expect(await page.getByRole("table").locator("tbody td").allTextContents()).toEqual([
    today,
    "4",
    "4",
    "4",
    "3",
  ]);
  const { nodes, edges } = await memory.health();
  const figures = await page.locator(".figures").textContent();
  expect(figures).toContain(`Nodes${nodes}${edges} edges`);
  expect(await page.getByRole("list", { name: "Counts" }).locator("li").allTextContents()).toEqual([
    "4 verdicts",
    "4 questions",
    "1 text taught",
  ]);
  expect(complaints).toEqual([]);
  await leave();
});

it("[CN14] says so where nothing was asked or judged yet", async () => {
  await emptyAgent(house, "unasked");
  const { page, leave } = await visit(browser, house, "reader", "home", { agent: "unasked" });
  await settled(page);
  await page.getByText("No answer was judged yet").waitFor();
  await page.getByText("Nothing has happened today").waitFor();
  await leave();
});

it("[CN14] the curve stands where its days are in time, and its line between no and all useful", () => {
  const day = (date: string, judged: number, useful: number) => ({
    day: date,
    asked: 5,
    answered: 5,
    judged,
    useful,
  });
  const days = [
    day("2026-01-01", 4, 1),
    day("2026-01-03", 2, 2),
    day("2026-01-10", 0, 0),
    day("2026-01-11", 1, 1),
  ];
  const last = Date.parse("2026-01-11") / (24 * 3_600_000);
  const { days: drawn, share } = curveOf(days, last, 11);
  expect(drawn[0]).toMatchObject({ x: 0, judged: CHART.height, useful: CHART.height / 4 });
  expect(drawn[3].x).toBe(CHART.width - CHART.bar);
  expect(share.split("L")).toHaveLength(3);
  const heights = share
    .slice(1)
    .split("L")
    .map((point) => Number(point.split(" ")[1]));
  expect(heights).toEqual([CHART.height / 2, CHART.height / 2, 0]);
  expect(shareOf(days)).toBe(4 / 7);
  expect(shareOf([])).toBe(null);
  expect(curveOf([], last, 30)).toEqual({ days: [], share: "" });
});
