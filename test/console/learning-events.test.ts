// Learning in the console: what was learned and by whom, taking it back, and maintenance.

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { eventsOf } from "../../console/src/pages/learning/data.ts";
import { AGENT, emptyAgent, memoryOf } from "../support/console-house.ts";
import { browserOf, findings, visit } from "../support/console-visit.ts";

const house = inject("consoleHouse");
const QUESTION = "Where does the canary run?";
const WRONG = "The canary runs in zone 3.";
let browser: Browser;

beforeAll(async () => {
  browser = await browserOf(house);
});
afterAll(() => browser.close());

it("[CO4] an event is listed with who and what moved, and taken back after a preview", async () => {
  const memory = await emptyAgent(house, "lessons");
  await memory.inject({ content: WRONG });
  await memory.inject({ content: "The canary watches the scan rate in its zone." });
  const { query_id } = await memory.query({ query: QUESTION });
  const { edges_updated } = await memory.learn({ query_id, outcome: -1 });
  expect(edges_updated).toBeGreaterThan(0);
  const { page, complaints, leave } = await visit(browser, house, "owner", "learning", { agent: "lessons" });
  const row = page.getByRole("row").filter({ hasText: "Judged as misleading" });
  expect(await row.textContent()).toMatch(/you.*\d+ routes?.*at most/);
  await row.getByRole("button", { name: "Look closer" }).click();
  const dialog = page.getByRole("dialog");
  await dialog
    .getByRole("table", { name: /^Routes that moved/ })
    .locator("tbody tr")
    .first()
    .waitFor();
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Take it back …" }).click();
  await dialog.getByText("as if they had never been").waitFor();
  expect((await memory.journal({ type: "undo" })).entries).toEqual([]);
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Take it back", exact: true }).click();
  await page.getByText("Taken back: 1 event.").waitFor();
  await row.getByText("taken back").waitFor();
  const [undone] = (await memory.journal({ type: "undo" })).entries;
  expect(undone.body).toMatchObject({ events: 1, exact: 1 });
  expect(complaints).toEqual([]);
  await leave();
});

it("[CO5] all of a token since a time is taken back after a preview and a typed word", async () => {
  const memory = await emptyAgent(house, "nonsense");
  await memory.inject({ content: WRONG });
  const client = memoryOf(house.url, house.tokens.agent, "nonsense");
  for (const zone of [7, 8, 9])
    await client.inject({ content: `The canary runs in zone ${zone} and nowhere else.` });
  const { page, complaints, leave } = await visit(browser, house, "owner", "learning?tab=token", {
    agent: "nonsense",
  });
  await page.getByLabel("Token", { exact: true }).selectOption({ label: "agent of the house" });
  await page.getByRole("button", { name: "What would it do?" }).click();
  await page.getByRole("button", { name: "Take back 3 events …" }).click();
  const act = page.getByRole("dialog").getByRole("button", { name: "Take back", exact: true });
  expect(await act.isDisabled()).toBe(true);
  expect(await findings(page)).toEqual([]);
  await page.getByLabel("to go on").fill("take back");
  await act.click();
  await page.getByText("Taken back: 3 events.").waitFor();
  const { fired } = await memory.query({ query: QUESTION });
  expect(fired.map(({ text }) => text)).toEqual([WRONG]);
  expect(complaints).toEqual([]);
  await leave();
});

it("[CO6] maintenance is tried as a dry run, run after a question, and taken back", async () => {
  const memory = await emptyAgent(house, "upkept");
  for (const zone of [1, 2, 3]) await memory.inject({ content: `The canary may run in zone ${zone}.` });
  const { page, complaints, leave } = await visit(browser, house, "owner", "learning?tab=maintenance", {
    agent: "upkept",
  });
  await page.getByRole("button", { name: "Dry run" }).click();
  await page.getByText("A dry run: nothing has changed").waitFor();
  expect((await memory.health()).maintenance.last_run).toBe(null);
  expect(await findings(page)).toEqual([]);
  await page.getByRole("button", { name: "Run …" }).click();
  await page.getByRole("button", { name: "Run maintenance" }).click();
  await page.getByText("Done: it can be taken back").waitFor();
  expect((await memory.health()).maintenance.last_run?.state).toBe("done");
  await page.getByRole("tab", { name: "Events" }).click();
  const row = page.getByRole("row").filter({ hasText: "Maintenance" });
  await row.getByRole("button", { name: "Look closer" }).click();
  await page.getByRole("button", { name: "Take it back …" }).click();
  await page.getByText("as if they had never been").waitFor();
  await page.getByRole("button", { name: "Take it back", exact: true }).click();
  await page.getByText("Taken back: 1 event.").waitFor();
  expect((await memory.health()).maintenance.last_run?.state).toBe("undone");
  expect(complaints).toEqual([]);
  await leave();
});

it("[CO4] who may not undo sees what was learned, and no way to take it back", async () => {
  const sample = memoryOf(house.url, house.tokens.owner);
  const { query_id } = await sample.query({ query: "Who is on call this week?" });
  const { event_id } = await sample.learn({ query_id, outcome: 1 });
  const { page, leave } = await visit(browser, house, "reader", "learning", { agent: AGENT });
  expect(await page.getByRole("tab").allTextContents()).toEqual(["Events", "Maintenance"]);
  await page.getByRole("button", { name: "Look closer" }).first().click();
  expect(await page.getByRole("button", { name: /Take/ }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Maintenance" }).click();
  await page.getByText("Last run").waitFor();
  expect(await page.getByRole("button", { name: /run/i }).count()).toBe(0);
  await sample.undo({ event_id });
  await leave();
});

it("[CO4] a correction and its verdict are one event, with what it keeps out", () => {
  const entry = (
    seq: number,
    type: string,
    body: Record<string, string | number | string[] | [string, string | null, number][]>,
  ) => ({
    seq,
    at: seq,
    type,
    author: "t",
    body,
  });
  const [event, run] = eventsOf([
    entry(3, "inject", { event: "e", node_id: "correction::1", kind: "correction", suppresses: ["a"] }),
    entry(2, "learn", {
      event: "e",
      outcome: -1,
      changes: [
        ["a", "b", -0.1],
        ["a", null, 0.3],
      ],
      changes_left_out: 2,
    }),
    entry(1, "run", { event: "r", state: "done" }),
  ]);
  expect(event).toMatchObject({
    id: "e",
    said: "Corrected",
    untold: 2,
    keptOut: ["a"],
    taught: ["correction::1"],
  });
  expect(event.moves).toEqual([
    { from: "a", to: null, by: 0.3 },
    { from: "a", to: "b", by: -0.1 },
  ]);
  expect(run).toMatchObject({ id: "r", said: "Maintenance: done", canBeUndone: true });
});
