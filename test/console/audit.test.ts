// The audit chains in the console.

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

it("[CO7] rows are listed by kind, and the chain is verified", async () => {
  const memory = await emptyAgent(house, "audited");
  await memory.setPolicy({ capture: "proposal" });
  const { node_id } = await memory.inject({ content: "The canary runs in zone 3." });
  await memory.anchor({ node_id, authority: "canonical" });
  const { page, complaints, leave } = await visit(browser, house, "owner", "audit", { agent: "audited" });
  const kinds = () => page.getByRole("table").locator("tbody td:nth-child(3)").allTextContents();
  expect(await kinds()).toEqual(["anchor", "settings"]);
  await page.getByRole("button", { name: "Verify the chain" }).click();
  await page.getByText("The chain is as it was written").waitFor();
  await page.getByText("2 rows were checked.").waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByLabel("Kind", { exact: true }).selectOption("settings");
  await expect.poll(kinds).toEqual(["settings"]);
  await page.getByRole("tab", { name: "The tenant" }).click();
  await expect.poll(kinds).toContain("access");
  await page.getByRole("button", { name: "Verify the chain" }).click();
  await page.getByText("The chain is as it was written").waitFor();
  expect(complaints).toEqual([]);
  await leave();
});

it("[CO7] where a chain is broken is said", async () => {
  const { page, leave } = await visit(browser, house, "owner", "audit");
  await page.route("**/audit/verify", (route) =>
    route.fulfill({
      json: { ok: false, rows: 7, broken_at: 8, reason: "its hash is another one", total_ms: 1 },
    }),
  );
  await page.getByRole("button", { name: "Verify the chain" }).click();
  await page.getByText("The chain is broken at row 8").waitFor();
  await leave();
});
