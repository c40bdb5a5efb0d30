// Usage in the console.

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { OPERATOR_TOKEN } from "../../bench/local-worker.ts";
import { DirectoryClient } from "../../client/directory-client.ts";
import { memoryOf } from "../support/console-house.ts";
import { browserOf, findings, visit } from "../support/console-visit.ts";

const house = inject("consoleHouse");
const operator = new DirectoryClient({ baseUrl: house.url, token: OPERATOR_TOKEN });
let browser: Browser;

beforeAll(async () => {
  browser = await browserOf(house);
});
afterAll(() => browser.close());

it("[CO11] the month is shown against its limits, by token", async () => {
  const tenant = "counted";
  await operator.createTenant({ name: tenant });
  const { token } = await operator.createToken({ tenant, name: "who counts", role: "owner" });
  await operator.createAgent({ tenant, name: "one" });
  await operator.setBudget({ name: tenant, queries: 4 });
  const memory = memoryOf(house.url, token, "one");
  await memory.inject({ content: "The canary runs in zone 3." });
  for (const query of ["canary?", "zone?", "where?"]) await memory.query({ query });
  const directory = new DirectoryClient({ baseUrl: house.url, token });
  await expect.poll(async () => (await directory.usage()).counts.queries, { timeout: 30_000 }).toBe(3);
  const tokens = { ...house.tokens, owner: token };
  const { page, complaints, leave } = await visit(browser, { ...house, tokens }, "owner", "usage");
  expect(await page.locator(".figures").textContent()).toContain("Questions375 % of 4");
  await page.getByText("Questions: 3 of 4").waitFor();
  const row = page.getByRole("table", { name: "Usage of this month by token" }).locator("tbody tr").first();
  expect(await row.locator("td").first().textContent()).toBe("you");
  expect(await row.locator("td").nth(1).textContent()).toBe("3");
  expect(await findings(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await leave();
});

it("[CO11] an owner of some agents only is told that this is not there for it", async () => {
  const owner = new DirectoryClient({ baseUrl: house.url, token: house.tokens.owner });
  const { token } = await owner.createToken({ name: "of one", role: "owner", agents: ["second"] });
  const tokens = { ...house.tokens, owner: token };
  const { page, complaints, leave } = await visit(browser, { ...house, tokens }, "owner", "usage");
  await page.getByText("Your token is limited to some agents").waitFor();
  expect(complaints).toEqual([]);
  await leave();
});
