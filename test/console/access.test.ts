// Access in the console: making, using and revoking tokens, pairing, agents.

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { DirectoryClient } from "../../client/directory-client.ts";
import { redeemPairing } from "../../client/redeem-pairing.ts";
import { browserOf, findings, settled, visit } from "../support/console-visit.ts";

const house = inject("consoleHouse");
const owner = new DirectoryClient({ baseUrl: house.url, token: house.tokens.owner });
let browser: Browser;

beforeAll(async () => {
  browser = await browserOf(house);
});
afterAll(() => browser.close());

it("[CO1] a token is made, shown once, opens what it was made for, and is revoked", async () => {
  const { page, complaints, leave } = await visit(browser, house, "owner", "access");
  await page.getByRole("button", { name: "New token" }).click();
  expect(await findings(page)).toEqual([]);
  await page.getByRole("button", { name: "Create token" }).click();
  await page.getByText("Say which device or program will use it.").waitFor();
  await page.getByLabel("Name", { exact: true }).fill("laptop <b>of Kim</b>");
  await page.getByLabel("Role").selectOption("reader");
  await page.getByLabel("Agents", { exact: true }).selectOption("some");
  await page.getByLabel("second", { exact: true }).check();
  await page.getByLabel("Until when it opens").selectOption("7");
  await page.getByRole("button", { name: "Create token" }).click();
  const token = (await page.getByRole("dialog").locator(".secret code").textContent()) as string;
  expect(await findings(page)).toEqual([]);
  await page.getByRole("button", { name: "I have it" }).click();
  await settled(page);
  expect(await page.content()).not.toContain(token);
  const device = new DirectoryClient({ baseUrl: house.url, token });
  const me = await device.me();
  expect(me).toMatchObject({ role: "reader", agents: ["second"], name: "laptop <b>of Kim</b>" });
  expect(Math.round(((me.valid_until as number) - Date.now()) / 86_400_000)).toBe(7);
  const row = page.getByRole("row").filter({ hasText: "laptop <b>of Kim</b>" });
  expect(await row.textContent()).toContain("second");
  await row.getByRole("button", { name: /^Revoke/ }).click();
  expect(await findings(page)).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByText("opens nothing any more.").waitFor();
  await row.waitFor({ state: "detached" });
  await expect(device.me()).rejects.toMatchObject({ code: "unauthorized" });
  await page.getByLabel("Shown").selectOption("revoked");
  await row.waitFor();
  expect(await row.getByRole("button").count()).toBe(0);
  expect(complaints).toEqual([]);
  await leave();
});

it("[CO1] one's own token is marked, and revoking it takes the word typed and leads to the sign-in", async () => {
  const { token } = await owner.createToken({ name: "mine alone", role: "owner" });
  const tokens = { ...house.tokens, owner: token };
  const { page, leave } = await visit(browser, { ...house, tokens }, "owner", "access");
  const row = page.getByRole("row").filter({ hasText: "this one" });
  expect(await row.textContent()).toContain("mine alone");
  await row.getByRole("button", { name: /^Revoke/ }).click();
  const act = page.getByRole("dialog").getByRole("button", { name: "Revoke" });
  expect(await act.isDisabled()).toBe(true);
  await page.getByLabel("to go on").fill("revoke");
  await act.click();
  await page.getByText("You revoked the token that you were signed in with.").waitFor();
  await leave();
});

it("[CO1] a token gets a new secret; the one before opens as long as was said", async () => {
  const { token: before } = await owner.createToken({ name: "to be renewed", role: "reader" });
  const { page, leave } = await visit(browser, house, "owner", "access");
  await page.getByRole("button", { name: "New secret for to be renewed" }).click();
  await page.getByRole("button", { name: "Make a new secret" }).click();
  const token = (await page.getByRole("dialog").locator(".secret code").textContent()) as string;
  expect((await new DirectoryClient({ baseUrl: house.url, token }).me()).name).toBe("to be renewed");
  await expect(new DirectoryClient({ baseUrl: house.url, token: before }).me()).rejects.toMatchObject({
    code: "unauthorized",
  });
  await leave();
});

it("[CO2] a pairing code is shown, and lets a device in with no more than was chosen", async () => {
  const { page, complaints, leave } = await visit(browser, house, "agent", "access");
  expect(await tabsOf(page)).toEqual(["Devices", "Agents"]);
  await page.getByLabel("Role of the device").selectOption("reader");
  await page.getByRole("button", { name: "Show a code" }).click();
  const code = (await page.locator(".pairing-code").textContent()) as string;
  expect(await findings(page)).toEqual([]);
  const { token } = await redeemPairing({ baseUrl: house.url }, { code, name: "phone" });
  expect((await new DirectoryClient({ baseUrl: house.url, token }).me()).role).toBe("reader");
  expect(complaints).toEqual([]);
  await leave();
});

it("[CO3] an owner makes an agent, which can be chosen at once; others see no way to", async () => {
  const { page, complaints, leave } = await visit(browser, house, "owner", "access?tab=agents");
  await page.getByLabel("Name of a new agent").fill("No Name");
  await page.getByRole("button", { name: "Create agent" }).click();
  await page.getByText("A name must start with a letter or digit").waitFor();
  await page.getByLabel("Name of a new agent").fill("zz-fresh");
  await page.getByRole("button", { name: "Create agent" }).click();
  await page.getByText("Created: zz-fresh").waitFor();
  await page.getByRole("button", { name: "Look at it: zz-fresh" }).click();
  expect(await findings(page)).toEqual([]);
  expect(await page.locator(".agent-choice select").inputValue()).toBe("zz-fresh");
  expect(complaints).toEqual([]);
  await leave();
  const reader = await visit(browser, house, "reader", "access?tab=agents");
  await reader.page.getByRole("button", { name: "Look at it: second" }).waitFor();
  expect(await reader.page.getByRole("button", { name: "Create agent" }).count()).toBe(0);
  await reader.leave();
});

function tabsOf(page: Page): Promise<string[]> {
  return page.getByRole("tab").allTextContents();
}
