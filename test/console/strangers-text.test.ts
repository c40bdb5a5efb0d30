// Text that anybody may have put into a memory stays text, wherever the console shows it.

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { piecesOf } from "../../console/src/parts/unseen-characters.ts";
import { emptyAgent } from "../support/console-house.ts";
import { browserOf, settled, visit } from "../support/console-visit.ts";

const house = inject("consoleHouse");
let browser: Browser;

beforeAll(async () => {
  browser = await browserOf(house);
});
afterAll(() => browser.close());

const PLANTED = [
  "The ferry <script>window.planted = 1</script> leaves at nine.",
  'The ferry <img src="x" onerror="window.planted = 1"> carries lorries.',
  '<a href="javascript:window.planted=1">The ferry</a> <svg onload="window.planted=1"></svg> is blue.',
  "</pre></bdi><iframe srcdoc='<script>parent.planted=1</script>'></iframe> The ferry docks at pier 4.",
];
const QUESTION = "What about the ferry?";

it("[CN12] script and markup in memories stay text, in answers, pictures, dialogs and the context", async () => {
  const memory = await emptyAgent(house, "planted");
  for (const content of PLANTED) await memory.inject({ content, id: `note ${content}`.slice(0, 120) });
  const path = `ask?question=${encodeURIComponent(QUESTION)}`;
  const { page, complaints, leave } = await visit(browser, house, "owner", path, { agent: "planted" });
  await page.getByRole("heading", { name: "Answer" }).waitFor();
  await settled(page);
  const texts = await page.locator(".texts .stored").allTextContents();
  for (const content of PLANTED) expect(texts).toContain(content);
  for (const tab of ["Route", "As the agent gets it", "Texts"]) {
    await page.getByRole("tab", { name: tab }).click();
    expect(
      await page.locator("main :is(script, iframe, img, a[href^=javascript], [onload], [onerror])").count(),
    ).toBe(0);
  }
  await page.getByRole("button", { name: "Look closer" }).first().click();
  await settled(page);
  expect(await page.locator("dialog :is(script, iframe, img, a, [onload])").count()).toBe(0);
  expect(await page.evaluate("window.planted")).toBe(undefined);
  expect(complaints).toEqual([]);
  await leave();
});

it("[CN4] a script that got in nevertheless is not run, nor is anything fetched from elsewhere, and the browser says so", async () => {
  const { page, complaints, leave } = await visit(browser, house, "reader", "home");
  await page.evaluate(`
    document.body.append(Object.assign(document.createElement("script"), { textContent: "window.planted = 1" }));
    document.body.append(Object.assign(document.createElement("img"), { src: "https://elsewhere.example/x.png" }));
    document.body.setAttribute("onclick", "window.planted = 1");
    document.body.click();
    fetch("https://elsewhere.example/").catch(() => {});
  `);
  await expect.poll(() => complaints.length).toBeGreaterThanOrEqual(4);
  for (const complaint of complaints) expect(complaint).toContain("Content Security Policy");
  expect(await page.evaluate("window.planted")).toBe(undefined);
  await leave();
});

it("[CN12] the names of agents, tokens and files are text too", async () => {
  const { page, leave } = await visit(
    browser,
    house,
    "owner",
    `ask?question=${encodeURIComponent("<b>bold</b>")}`,
  );
  expect(await page.getByLabel("Question").inputValue()).toBe("<b>bold</b>");
  expect(await page.locator("main b").count()).toBe(0);
  await leave();
});

it("[CN13] what turns text around or hides in it is shown by its number", async () => {
  const memory = await emptyAgent(house, "turned");
  const hidden = "The ferry \u202eenin ta sevael\u202c, \u200bsays\u2066 the \u{e0041}\u{e0042}captain.";
  await memory.inject({ content: hidden });
  const path = `ask?question=${encodeURIComponent(QUESTION)}`;
  const { page, leave } = await visit(browser, house, "owner", path, { agent: "turned" });
  const text = (await page.locator(".texts .stored").first().textContent()) as string;
  const { text: kept } = await memory.node((await memory.query({ query: QUESTION })).fired[0].id);
  expect(kept).toContain("\u202e");
  expect(text).toContain("U+202E");
  expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\u{e0000}-\u{e007f}]/u);
  await leave();
});

it("[CN13] what scripts and emoji need stays: joiners, accents, letters that are written from the right", () => {
  for (const text of ["می‌خواهم", "👩‍🔬 ok", "e\u0301", "שלום, עולם", "a\tb\nc", "部署"])
    expect(piecesOf(text)).toEqual([{ text, unseen: false }]);
  expect(piecesOf("a\u0007b")).toEqual([
    { text: "a", unseen: false },
    { text: "U+0007", unseen: true },
    { text: "b", unseen: false },
  ]);
  expect(piecesOf("\ud800")).toEqual([{ text: "\ufffd", unseen: false }]);
  expect(piecesOf("")).toEqual([]);
});
