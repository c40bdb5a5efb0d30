// The console by keyboard alone: shortcuts, the order of focus, dialogs, and the theme.

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { PAGES } from "../../console/src/pages.ts";
import { browserOf, findings, settled, visit } from "../support/console-visit.ts";

const house = inject("consoleHouse");
let browser: Browser;

beforeAll(async () => {
  browser = await browserOf(house);
});
afterAll(() => browser.close());

const FOCUSED = "document.activeElement.textContent.trim()";

it("[CN15] `g` and a letter goes to each page and puts the focus on its heading; `/` to its first field", async () => {
  const { page, complaints, leave } = await visit(browser, house, "owner", "home");
  for (const { key, title } of [...PAGES.slice(1), PAGES[0]]) {
    await page.keyboard.press("g");
    await page.keyboard.press(key);
    await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
    await settled(page);
    expect(await page.evaluate(FOCUSED)).toBe(title);
    expect(await page.title()).toBe(`${title} · EdgeBrain`);
  }
  await page.goto(`${house.url}/#/ask`);
  await settled(page);
  await page.keyboard.press("/");
  expect(await page.getByLabel("Question").evaluate("document.activeElement.tagName")).toBe("TEXTAREA");
  await page.keyboard.type("g h ? /");
  expect(await page.getByLabel("Question").inputValue()).toBe("g h ? /");
  expect(complaints).toEqual([]);
  await leave();
});

it("[CN15] no two pages have the same key or place", () => {
  expect(new Set(PAGES.map(({ key }) => key)).size).toBe(PAGES.length);
  expect(new Set(PAGES.map(({ path }) => path)).size).toBe(PAGES.length);
});

it("[CN15] `?` shows the keys, Escape closes them, and they can be switched off", async () => {
  const { page, leave } = await visit(browser, house, "reader", "home");
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keys" });
  await dialog.waitFor();
  expect(await findings(page)).toEqual([]);
  await dialog.getByLabel("Keys are on").uncheck();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.keyboard.press("g");
  await page.keyboard.press("a");
  await page.keyboard.press("?");
  expect(page.url()).toMatch(/#\/home$/);
  expect(await dialog.count()).toBe(0);
  await leave();
});

it("[CN15] the first step of Tab skips to the page", async () => {
  const { page, leave } = await visit(browser, house, "reader", "ask");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(FOCUSED)).toBe("Skip to the page");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect(await page.evaluate("document.activeElement.closest('main') !== null")).toBe(true);
  await leave();
});

it("[CN15] tabs are gone through with arrows", async () => {
  const { page, leave } = await visit(browser, house, "reader", "ask?question=When+may+we+ship%3F");
  const tab = (name: string) => page.getByRole("tab", { name });
  await tab("Texts").focus();
  await page.keyboard.press("ArrowRight");
  expect(await tab("Route").getAttribute("aria-selected")).toBe("true");
  await page.keyboard.press("End");
  expect(await page.evaluate(FOCUSED)).toBe("Why not …");
  await page.keyboard.press("ArrowRight");
  expect(await page.evaluate(FOCUSED)).toBe("Texts");
  await leave();
});

it("[CN16] the theme is the system's until one is chosen, and stays chosen", async () => {
  const { page, leave } = await visit(browser, house, "reader", "home", { theme: "dark" });
  const ground = () => page.evaluate<string>("getComputedStyle(document.documentElement).backgroundColor");
  const dark = await ground();
  await page.getByLabel("Theme").selectOption("light");
  const light = await ground();
  expect(light).not.toBe(dark);
  await page.reload();
  await settled(page);
  expect(await ground()).toBe(light);
  await page.getByLabel("Theme").selectOption("system");
  expect(await ground()).toBe(dark);
  await leave();
});
