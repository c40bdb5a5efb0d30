// Experiences and captured turns in the console.

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { emptyAgent } from "../support/console-house.ts";
import { browserOf, findings, visit } from "../support/console-visit.ts";

const house = inject("consoleHouse");
let browser: Browser;

beforeAll(async () => {
  browser = await browserOf(house);
});
afterAll(() => browser.close());

it("[CO9] experiences are counted, listed, and found by a task", async () => {
  const memory = await emptyAgent(house, "experienced");
  for (const [run_id, prompt] of [
    ["r1", "Restart the stuck scanner at dock four"],
    ["r2", "Send the customs papers of the ferry again"],
  ])
    await memory.tellExperience({
      run_id,
      prompt,
      steps: [{ tool: "shell", params: { line: "status" }, result: "all is well now, <b>really</b>" }],
      answer: "It is done: everything answers again and was checked twice.",
      end: { success: true, model: "small" },
    });
  expect((await memory.experienceStats()).experiences).toBe(2);
  const { page, complaints, leave } = await visit(browser, house, "reader", "experiences", {
    agent: "experienced",
  });
  expect(await page.locator(".figures").textContent()).toContain("Experiences2");
  const all = page.getByRole("region", { name: "All, newest first" });
  expect(await all.locator("details").count()).toBe(2);
  await page.getByLabel("Those with a task like this one").fill("restart a scanner that is stuck");
  await page.getByRole("button", { name: "Search" }).click();
  const found = page.getByRole("region", { name: "Found" }).locator("details").first();
  expect(await found.locator("summary").textContent()).toContain("Restart the stuck scanner");
  await found.locator("summary").click();
  expect(await found.textContent()).toContain("all is well now, <b>really</b>");
  expect(await findings(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await leave();
});

it("[CO10] captured turns are listed with what came of them, and let go after a question", async () => {
  const memory = await emptyAgent(house, "captured");
  await memory.capture({
    user: "I prefer tea to coffee in the morning, please remember that.",
    assistant: "Noted, tea it is in the morning from now on.",
    project: "canteen",
  });
  const { page, complaints, leave } = await visit(browser, house, "owner", "captured", { agent: "captured" });
  const row = page.getByRole("row").filter({ hasText: "canteen" });
  expect(await row.textContent()).toContain("tea");
  await row.getByRole("button", { name: "Look closer" }).click();
  await page.getByText("What came of it").last().waitFor();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await row.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("The turn is let go.").waitFor();
  await row.waitFor({ state: "detached" });
  expect((await memory.captureJobs()).jobs).toEqual([]);
  expect((await memory.memories()).memories).toHaveLength(1);
  expect(complaints).toEqual([]);
  await leave();
});

it("[CO10] a turn that failed says why, and is put back", async () => {
  const memory = await emptyAgent(house, "failing");
  await memory.capture({
    user: "I prefer tea to coffee in the morning.",
    assistant: "Noted, tea in the morning it is.",
  });
  const { jobs, ...rest } = await memory.captureJobs();
  const failed = jobs.map((job) => ({ ...job, state: "failed", error: "the model said nothing" }));
  const { page, leave } = await visit(browser, house, "owner", "home", { agent: "failing" });
  // There is no language model here that could fail.
  await page.route(/capture\/jobs\?/, (route) => route.fulfill({ json: { ...rest, jobs: failed } }));
  const asked: string[] = [];
  page.on("request", (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.getByRole("link", { name: "Captured turns" }).click();
  await page.getByText("the model said nothing").waitFor();
  await page.getByRole("button", { name: "Have it read again" }).click();
  await expect.poll(() => asked).toContain(`POST /v1/agents/failing/capture/jobs/${jobs[0].id}/retry`);
  await leave();
});
