// Memories in the console: found through filters and questions, changed, ended, settled and erased; and seen without a
// control that writes by whoever may only read.

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import {
  changesIn,
  draftOf,
  type Memory,
  requestOf,
  wrongIn,
} from "../../console/src/pages/memories/data.ts";
import { targetOf } from "../../console/src/pages/memories/erasing.ts";
import { emptyAgent } from "../support/console-house.ts";
import { browserOf, findings, settled, visit } from "../support/console-visit.ts";

const house = inject("consoleHouse");
let browser: Browser;

beforeAll(async () => {
  browser = await browserOf(house);
});
afterAll(() => browser.close());

const FEE = "The mooring fee is twelve euros a night.";
const CRANE = "The quay crane is serviced every second Tuesday.";
const HERE = "Finn Roe works at the shipyard of Harland";
const THERE = "Finn Roe works at the shipyard of Belfast";

it("[CK6] memories are found through filters that stand in the address, as they are and as they were", async () => {
  const memory = await emptyAgent(house, "filtered");
  await memory.storeMemory({ content: FEE, type: "rule", tags: ["fee", "euro"], project: "harbour" });
  const { id } = await memory.storeMemory({ content: CRANE, valid_from: "2026-01-01" });
  await memory.endMemory(id);
  const { page, complaints, leave } = await visit(browser, house, "reader", "memories", {
    agent: "filtered",
  });
  expect(await rows(page)).toEqual([FEE]);
  expect(await findings(page)).toEqual([]);
  await page.getByLabel("Tags").fill("fee, nothing");
  await page.getByLabel("Tags").press("Enter");
  await page.getByText("No memory is like that").waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await settled(page);
  await page.getByLabel("Also what has ended").check();
  await settled(page);
  expect((await rows(page)).toSorted()).toEqual([FEE, CRANE].toSorted());
  await page.getByLabel("Also what has ended").uncheck();
  await page.getByLabel("As of").fill("2026-02-01T12:00");
  await settled(page);
  expect(await rows(page)).toEqual([CRANE]);
  await page.reload();
  await settled(page);
  expect(await rows(page)).toEqual([CRANE]);
  expect(complaints).toEqual([]);
  await leave();
});

it("[CK7] other words are a new version beside the earlier one, ending keeps it, and both are taken back", async () => {
  const memory = await emptyAgent(house, "changed");
  await memory.storeMemory({ content: FEE });
  const { page, complaints, leave } = await visit(browser, house, "agent", "memories", { agent: "changed" });
  await page.getByRole("button", { name: FEE }).click();
  const dialog = page.getByRole("dialog", { name: "Memory" });
  await dialog.getByRole("button", { name: "Edit" }).click();
  await dialog.getByLabel("Text").fill("The mooring fee is fourteen euros a night.");
  await dialog.getByLabel("Sure, in percent").fill("70");
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("A new version is stored; the earlier one is kept.").waitFor();
  await settled(page);
  expect(await rows(page)).toEqual(["The mooring fee is fourteen euros a night."]);
  await page.getByRole("table").getByRole("button").click();
  await dialog.getByRole("tab", { name: "Versions" }).click();
  await dialog.getByText(FEE).waitFor();
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "End …" }).click();
  await page.getByRole("dialog", { name: "End this memory" }).getByRole("button", { name: "End it" }).click();
  await page.getByText("The memory has ended.").waitFor();
  await page.getByText("There is no memory yet").waitFor();
  expect((await memory.memories()).memories).toEqual([]);
  await page.getByRole("button", { name: "Take it back" }).click();
  await page.getByText("Taken back.").waitFor();
  await settled(page);
  expect((await memory.memories()).memories.map(({ confidence }) => confidence)).toEqual([0.7]);
  expect(complaints).toEqual([]);
  await leave();
});

it("[CK7] what somebody else changed meanwhile is not written over", async () => {
  const memory = await emptyAgent(house, "raced");
  const { id } = await memory.storeMemory({ content: FEE });
  const { page, leave } = await visit(browser, house, "agent", `memories?memory=${id}`, { agent: "raced" });
  const dialog = page.getByRole("dialog", { name: "Memory" });
  await dialog.getByRole("button", { name: "Edit" }).click();
  await memory.changeMemory({ id, tags: ["fee"] });
  await dialog.getByLabel("Tags").fill("euro");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("alert").waitFor();
  expect((await memory.memory(id)).tags).toEqual(["fee"]);
  await leave();
});

it("[CK8] a search says what each result owes its place to", async () => {
  const memory = await emptyAgent(house, "sought");
  await memory.storeMemory({ content: FEE, tags: ["fee"] });
  await memory.storeMemory({ content: CRANE });
  const { page, leave } = await visit(browser, house, "reader", "memories?tab=search", { agent: "sought" });
  await page.getByLabel("Question").fill("What is the mooring fee?");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  const first = page.getByRole("list", { name: "Results" }).locator(":scope > li").first();
  await first.getByText(FEE).waitFor();
  await first.getByText("Why it stands here").click();
  const counts = await first.locator('td[data-title="Counts"]').allTextContents();
  expect(counts).toHaveLength(9);
  const score = Number((await first.locator(".badge").first().textContent())?.replace("score ", ""));
  expect(counts.map(Number).reduce((sum, one) => sum + one, 0)).toBeCloseTo(score, 2);
  expect(await findings(page)).toEqual([]);
  await leave();
});

it("[CK9] of what contradicts, both sides are shown, and one is said to be right", async () => {
  const memory = await emptyAgent(house, "disputed");
  await memory.storeMemory({ content: HERE });
  await memory.storeMemory({ content: THERE });
  expect((await memory.conflicts()).conflicts).toHaveLength(1);
  const { page, complaints, leave } = await visit(browser, house, "reviewer", "memories?tab=conflicts", {
    agent: "disputed",
  });
  const sides = page.getByRole("region", { name: "Conflict 1", exact: true }).locator("ul > li");
  expect(await sides.locator("pre").allTextContents()).toEqual([THERE, HERE]);
  expect(await findings(page)).toEqual([]);
  await sides.filter({ hasText: THERE }).getByRole("button", { name: "This one is right" }).click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.locator(".going").textContent()).toContain(HERE);
  await dialog.getByRole("button", { name: "Resolve it" }).click();
  await page.getByText("Resolved: the other has ended.").waitFor();
  await page.getByText("Nothing contradicts").waitFor();
  expect((await memory.memories()).memories.map(({ content }) => content)).toEqual([THERE]);
  await page.getByRole("button", { name: "Take it back" }).click();
  await sides.first().waitFor();
  expect((await memory.conflicts()).conflicts).toHaveLength(1);
  expect(complaints).toEqual([]);
  await leave();
});

it("[CK10] what would go is shown first; it goes after a typed word, with a receipt that is checked in both homes", async () => {
  const memory = await emptyAgent(house, "erased");
  const { id } = await memory.storeMemory({ content: FEE });
  await memory.storeMemory({ content: CRANE });
  const { page, complaints, leave } = await visit(browser, house, "owner", `memories?memory=${id}`, {
    agent: "erased",
  });
  await page.getByRole("dialog", { name: "Memory" }).getByRole("button", { name: "Erase …" }).click();
  expect(await page.getByLabel("Ids").inputValue()).toBe(id);
  await page.getByRole("button", { name: "Show what would go" }).click();
  const going = page.getByRole("list", { name: "Texts that would go" });
  await going.waitFor();
  expect(await going.locator("li").allTextContents()).toEqual([`${FEE} ${id}named`]);
  expect(
    await page.getByRole("table", { name: "Rows that would go" }).locator("tbody tr").count(),
  ).toBeGreaterThan(0);
  expect((await memory.memories()).memories).toHaveLength(2);
  expect(await findings(page)).toEqual([]);
  await page.getByRole("button", { name: "Erase …" }).click();
  const dialog = page.getByRole("dialog", { name: "Erase for good" });
  const button = dialog.getByRole("button", { name: "Erase for good" });
  expect(await button.isDisabled()).toBe(true);
  await dialog.getByLabel("Type “erase” to go on").fill("erase");
  await button.click();
  await page.getByRole("heading", { name: "Receipt" }).waitFor();
  await page.getByText("genuine", { exact: true }).waitFor();
  await page.getByText("forgotten in both homes").waitFor();
  expect((await memory.memories()).memories.map(({ content }) => content)).toEqual([CRANE]);
  await page.getByText("The receipt itself").first().click();
  const shown = JSON.parse(
    (await page.getByRole("region", { name: "The receipt itself" }).textContent()) as string,
  );
  expect(shown).toEqual((await memory.erasure()).receipt);
  expect(await page.locator("main").textContent()).not.toContain(FEE);
  expect(await findings(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await leave();
});

it("[CK11] whoever may only read sees no control that writes", async () => {
  const memory = await emptyAgent(house, "read-only");
  const { id } = await memory.storeMemory({ content: HERE });
  await memory.storeMemory({ content: THERE });
  const { page, leave } = await visit(browser, house, "reader", "memories", { agent: "read-only" });
  expect(await page.getByRole("tab").allTextContents()).toEqual(["All", "Search", "Conflicts"]);
  await page.goto(`${house.url}/#/memories?memory=${id}`);
  await settled(page);
  await page.getByRole("dialog", { name: "Memory" }).locator(".facts").waitFor();
  for (const name of ["Edit", "End …", "Erase …"])
    expect(await page.getByRole("button", { name }).count()).toBe(0);
  await page.goto(`${house.url}/#/memories?tab=conflicts`);
  await page.getByText("Who is right?").waitFor();
  expect(await page.getByRole("button", { name: "This one is right" }).count()).toBe(0);
  await leave();
});

it("[CK6] what the address names is asked for; what is no value of a filter is left out", () => {
  const asked = requestOf(new URLSearchParams("type=rule&scope=odd&tags=a,,b , a&ended=yes&as_of=never"));
  expect(asked).toEqual({ type: "rule", tags: "a,b", include_invalidated: "true" });
});

it("[CK7] only what was changed is sent, and what can't be is said beside its field", () => {
  const memory = {
    content: FEE,
    type: "rule",
    visibility: "shared",
    confidence: 0.5,
    tags: ["fee"],
    project: "p",
    valid_until: null,
  } as unknown as Memory;
  const draft = draftOf(memory);
  expect(changesIn(draft, memory)).toEqual({});
  expect(changesIn({ ...draft, tags: "fee, euro", confidence: "60" }, memory)).toEqual({
    tags: ["fee", "euro"],
    confidence: 0.6,
  });
  expect(Object.keys(wrongIn({ ...draft, content: "short", confidence: "", project: " " }, memory))).toEqual([
    "content",
    "confidence",
    "project",
  ]);
  expect(wrongIn(draft, memory)).toEqual({});
});

it("[CK10] an erasure that names nothing is none", () => {
  expect(targetOf("node_ids", " \n ")).toBe(null);
  expect(targetOf("project", "")).toBe(null);
  expect(targetOf("node_ids", "a\n\n b \na")).toEqual({ node_ids: ["a", "b"] });
  expect(targetOf("agent", "")).toEqual({ agent: true });
});

function rows(page: Page): Promise<string[]> {
  return page
    .getByRole("table", { name: "Memories" })
    .locator("tbody tr td:first-child .stored")
    .allTextContents();
}
