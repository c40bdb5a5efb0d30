// Procedures in the console: steps, versions, and what a decision says.

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { numbersOf, ruleOf, variablesOf } from "../../console/src/pages/procedures/data.ts";
import { emptyAgent } from "../support/console-house.ts";
import { browserOf, findings, visit } from "../support/console-visit.ts";

const house = inject("consoleHouse");
let browser: Browser;

beforeAll(async () => {
  browser = await browserOf(house);
});
afterAll(() => browser.close());

const RULE = JSON.stringify({
  description: "more workers?",
  branches: [
    { condition: "queue_depth >= 500", result: "page the owner" },
    { condition: "queue_depth >= 100", result: "add a worker" },
  ],
  default_branch: "leave it",
});

it("[CO8] a procedure is shown with steps and versions, and its decision is evaluated", async () => {
  const memory = await emptyAgent(house, "handling");
  const steps = [
    { title: "Look at the queue", content: "Read its depth <b>twice</b>." },
    { title: "Decide", content: RULE, kind: "decision" as const },
  ];
  const first = await memory.storeProcedure({ title: "Busy queue", content: "When parcels wait.", steps });
  await memory.storeProcedure({
    title: "Busy queue, calmly",
    content: "When parcels wait long.",
    steps,
    supersedes: first.id,
  });
  const { page, complaints, leave } = await visit(browser, house, "reader", "procedures", {
    agent: "handling",
  });
  await page.getByRole("button", { name: "Busy queue, calmly" }).click();
  await page.getByText("Read its depth <b>twice</b>.").waitFor();
  await page.getByLabel("queue_depth").fill("many");
  await page.getByRole("button", { name: "Decide" }).click();
  await page.getByText("This is no number.").waitFor();
  await page.getByLabel("queue_depth").fill("120");
  await page.getByRole("button", { name: "Decide" }).click();
  await page.getByText("Since queue_depth >= 100").waitFor();
  expect(await page.locator(".notice strong").textContent()).toBe("add a worker");
  expect(await findings(page)).toEqual([]);
  await page.getByRole("button", { name: "Look at it: version 1" }).click();
  await page.getByText("A newer version took its place").waitFor();
  expect(await page.getByRole("button", { name: "Decide" }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await leave();
});

it("[CO8] a rule that is none is shown as it is, and numbers are told from words", () => {
  const rule = ruleOf(RULE);
  expect(rule && variablesOf(rule)).toEqual(["queue_depth"]);
  expect(ruleOf("not a rule")).toBe(null);
  expect(ruleOf("{}")).toBe(null);
  expect(numbersOf({ a: "1e3", b: " ", c: "-.5" })).toEqual({ a: 1000, c: -0.5 });
  expect(numbersOf({ a: "1,5" })).toBe(null);
});
