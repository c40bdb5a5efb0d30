// Every page of the table, in both themes, as each role that sees it: it is drawn, nothing complains, and a machine finds
// nothing that keeps people out.

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { PAGES } from "../../console/src/pages.ts";
import { browserOf, examplePath, findings, type Look, visit } from "../support/console-visit.ts";

const house = inject("consoleHouse");
let browser: Browser;

beforeAll(async () => {
  browser = await browserOf(house);
});
afterAll(() => browser.close());

const LOOKS: readonly Required<Look>[] = [
  { theme: "light", size: "desktop" },
  { theme: "dark", size: "desktop" },
  { theme: "light", size: "phone" },
  { theme: "dark", size: "phone" },
];

describe.each(PAGES.map(({ path, title }) => ({ path, title })))("the page $path", ({ path, title }) => {
  it.each(LOOKS)("[CN1] is drawn and open to everybody, $theme on a $size", async (look) => {
    const { page, complaints, leave } = await visit(browser, house, "owner", examplePath(path), look);
    expect(await page.locator("h1").textContent()).toBe(title);
    expect(await page.title()).toBe(`${title} · EdgeBrain`);
    expect(await page.evaluate(SIDEWAYS)).toBe(0);
    expect(await findings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await leave();
  });
});

it.each(LOOKS)("[CN1] so is the sign-in, $theme on a $size", async (look) => {
  const { page, complaints, leave } = await visit(browser, house, null, "", look);
  expect(await findings(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await leave();
});

/** By how much the page is wider than its window. */
const SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
