// Asking in the console: what the agent is shown, why, and teaching it better.

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { emptyAgent } from "../support/console-house.ts";
import { browserOf, findings, settled, visit } from "../support/console-visit.ts";

const house = inject("consoleHouse");
let browser: Browser;

beforeAll(async () => {
  browser = await browserOf(house);
});
afterAll(() => browser.close());

const QUESTION = "Where does the canary run?";
const WRONG = "The canary runs in zone 3.";
const RIGHT = "The canary runs in zone 5, not in zone 3.";

it("[CN6] a question is answered, corrected, and answered anew beside the answer before", async () => {
  const memory = await emptyAgent(house, "canary");
  await memory.inject({ content: WRONG });
  await memory.inject({ content: "The scanners are oiled on Mondays." });
  const { page, complaints, leave } = await visit(browser, house, "agent", "ask", { agent: "canary" });
  await ask(page, QUESTION);
  expect(await first(page)).toBe(WRONG);
  await page.getByLabel("What is right?").fill(RIGHT);
  await page.getByRole("button", { name: "Correct and ask again" }).click();
  await page.getByRole("heading", { name: "Before and now" }).waitFor();
  await settled(page);
  expect(await findings(page)).toEqual([]);
  expect(await first(page)).toBe(RIGHT);
  const side = (name: string) =>
    page.getByRole("region", { name }).locator("li").first().locator(".stored").textContent();
  expect(await side("Before")).toBe(WRONG);
  expect(await side("Now")).toBe(RIGHT);
  const { fired } = await memory.query({ query: QUESTION });
  expect(fired[0].text).toBe(RIGHT);
  expect(complaints).toEqual([]);
  await leave();
});

it("[CN6] a verdict is learned, and can be taken back", async () => {
  const memory = await emptyAgent(house, "verdicts");
  await memory.inject({ content: WRONG });
  const { page, leave } = await visit(browser, house, "agent", "ask", { agent: "verdicts" });
  await ask(page, QUESTION);
  await page.getByRole("button", { name: "Useful" }).click();
  await page.getByText(/^Learned:/).waitFor();
  const { entries } = await memory.journal({ type: "learn" });
  expect(entries.map(({ body }) => body.outcome)).toEqual([1]);
  await settled(page);
  await page.getByRole("button", { name: "Take it back" }).click();
  await page.getByText("Taken back.").waitFor();
  expect((await memory.journal({ type: "undo" })).entries).toHaveLength(1);
  await leave();
});

it("[CN6] the context is shown letter by letter as the agent gets it", async () => {
  const memory = await emptyAgent(house, "fenced");
  await memory.inject({ content: WRONG });
  const { page, leave } = await visit(browser, house, "reader", "ask", { agent: "fenced" });
  let context = "";
  await page.route("**/query", async (route) => {
    const response = await route.fetch();
    context = (await response.json()).context;
    await route.fulfill({ response });
  });
  await ask(page, QUESTION);
  await page.getByRole("tab", { name: "As the agent gets it" }).click();
  expect(context).toContain(WRONG);
  expect(await page.getByRole("region", { name: "The fenced context" }).textContent()).toBe(context);
  await leave();
});

it("[CN7] the route shows what was found, reached and kept out by whom; each node opens with text and provenance", async () => {
  const { page, complaints, leave } = await visit(browser, house, "owner", "ask");
  const memory = await emptyAgent(house, "route");
  await memory.inject({ content: WRONG });
  const { query_id } = await memory.query({ query: QUESTION });
  await memory.correction({ query_id, content: RIGHT });
  await page.reload();
  await settled(page);
  await page.getByLabel("Agent").selectOption("route");
  await ask(page, QUESTION);
  await page.getByRole("tab", { name: "Route" }).click();
  const picture = page.getByRole("group", { name: "Picture of the route" });
  expect(await picture.locator(".suppressed").count()).toBe(1);
  expect(await picture.locator(".line.inhibits").count()).toBe(1);
  await page.getByText("The route as a list").click();
  expect(await findings(page)).toEqual([]);
  expect(await page.locator(".route + details li, details li").allTextContents()).toContainEqual(
    expect.stringContaining("kept out by correction::"),
  );
  await picture.locator(".suppressed").focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByRole("region", { name: "Text" }).textContent()).toBe(WRONG);
  await dialog.getByRole("tab", { name: "Provenance" }).click();
  expect(await dialog.locator(".facts").textContent()).toContain("Written by");
  await dialog.getByRole("tab", { name: "History" }).click();
  await dialog.getByText("keeps it out").waitFor();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await page.evaluate("document.activeElement.matches('.suppressed')")).toBe(true);
  expect(complaints).toEqual([]);
  await leave();
});

it("[CN7] why a node is not in an answer is told", async () => {
  const { page, leave } = await visit(browser, house, "reader", "ask", { agent: "sample" });
  await ask(page, "When may we ship to production?");
  await page.getByRole("tab", { name: "Why not …" }).click();
  await page.getByLabel("Node").fill("customers/refunds.md::0");
  await page.getByRole("button", { name: "Why not?" }).click();
  await page.getByText("Words of the question").waitFor();
  await leave();
});

it("[CN6] a question without words is not asked", async () => {
  const { page, leave } = await visit(browser, house, "reader", "ask");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.getByText("Write a question first.").waitFor();
  expect(await page.getByLabel("Question").getAttribute("aria-invalid")).toBe("true");
  await leave();
});

async function ask(page: Page, question: string): Promise<void> {
  await page.getByLabel("Question").fill(question);
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.getByRole("heading", { name: "Answer" }).waitFor();
  await settled(page);
}

function first(page: Page): Promise<string | null> {
  return page.getByRole("tabpanel").locator(".texts li").first().locator(".stored").first().textContent();
}
