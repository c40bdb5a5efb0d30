// The graph page: the whole memory as a picture and as a list, what is around a node, how it was before, and ten thousand nodes.

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { generatedState } from "../../bench/generated-state.ts";
import { emptyAgent, memoryOf } from "../support/console-house.ts";
import { browserOf, findings, settled, visit } from "../support/console-visit.ts";

const house = inject("consoleHouse");
let browser: Browser;

beforeAll(async () => {
  browser = await browserOf(house);
});
afterAll(() => browser.close());

const WRONG = "The gate opens at eight in the morning.";
const RIGHT = "The gate opens at nine in the morning.";

it("[GX1] each node and route is counted, stands in the list, and opens with its text and provenance", async () => {
  const memory = memoryOf(house.url, house.tokens.reader);
  const { nodes, edges } = await memory.info();
  const { page, complaints, leave } = await visit(browser, house, "reader", "graph", { agent: "sample" });
  await drawn(page);
  expect(await counts(page)).toEqual([nodes, edges]);
  await page.getByLabel("Search").fill("refunds");
  const first = page.getByRole("region", { name: "Nodes" }).locator("li").first();
  const id = (await first.locator(".stored").textContent()) as string;
  await first.getByRole("button").click();
  const chosen = page.getByRole("region", { name: "Chosen node" });
  const { text, outgoing, incoming } = await memory.node(id);
  await expect.poll(() => chosen.locator(".graph-text").textContent()).toBe(text);
  const tied = outgoing.length + incoming.length;
  expect(await chosen.locator("h3").textContent()).toBe(`Routes (${tied})`);
  await chosen.getByRole("button", { name: "Text and provenance" }).click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByRole("region", { name: "Text" }).textContent()).toBe(text);
  await dialog.getByRole("tab", { name: "Provenance" }).click();
  expect(await dialog.locator(".facts").textContent()).toContain("Written by");
  await page.keyboard.press("Escape");
  await settled(page);
  expect(await findings(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await leave();
});

it("[GX2] a click in the picture chooses what is there; keys and buttons move it; the address keeps the node", async () => {
  const memory = await emptyAgent(house, "clicked");
  const { node_id: id } = await memory.inject({ content: WRONG });
  await memory.inject({ content: "The scanners are oiled on Mondays." });
  const { page, complaints, leave } = await visit(browser, house, "reader", "graph", { agent: "clicked" });
  await drawn(page);
  const chosen = page.getByRole("region", { name: "Chosen node" });
  await page.getByLabel("Search").fill(id);
  await page.keyboard.press("Enter");
  await chosen.getByText(WRONG).waitFor();
  expect(await page.evaluate("location.hash")).toContain(`node=${encodeURIComponent(id)}`);
  await chosen.getByRole("button", { name: "Choose none" }).click();
  await chosen.waitFor({ state: "detached" });
  const canvas = page.locator("canvas");
  await canvas.click();
  await chosen.getByText(WRONG).waitFor();
  await canvas.focus();
  for (const key of ["ArrowLeft", "ArrowLeft", "+", "+"]) await page.keyboard.press(key);
  await canvas.click();
  await chosen.waitFor({ state: "detached" });
  await canvas.dblclick({ position: { x: 5, y: 5 } });
  await page.getByRole("button", { name: "Show all of it" }).click();
  await page.goto(`${house.url}/#/graph?node=${encodeURIComponent(id)}`);
  await page.reload();
  await chosen.getByText(WRONG).waitFor();
  expect(complaints).toEqual([]);
  await leave();
});

it("[GX3] kinds and tiers are left out and taken in again; what suppresses is told apart, and what is around a node looked at alone", async () => {
  const memory = await emptyAgent(house, "drawn");
  const { node_id: wrong } = await memory.inject({ content: WRONG });
  await memory.correction({ content: RIGHT, corrects: [wrong] });
  await memory.inject({ content: "The scanners are oiled on Mondays." });
  const { nodes, edges } = await memory.info();
  const { page, leave } = await visit(browser, house, "reader", "graph", { agent: "drawn" });
  await drawn(page);
  const kinds = page.getByRole("group", { name: "Kinds of nodes" });
  const tiers = page.getByRole("group", { name: "Tiers of routes" });
  const { inhibitory_edges } = await memory.health();
  expect(inhibitory_edges).toBeGreaterThan(0);
  await tiers.getByRole("button", { name: `inhibitory ${inhibitory_edges}` }).click();
  expect(await counts(page)).toEqual([nodes, edges - inhibitory_edges]);
  await tiers.getByRole("button", { name: "inhibitory" }).click();
  await kinds.getByRole("button", { name: "correction 1" }).click();
  expect((await counts(page))[0]).toBe(nodes - 1);
  await kinds.getByRole("button", { name: "correction" }).click();
  expect(await counts(page)).toEqual([nodes, edges]);
  await page.getByLabel("Search").fill(wrong);
  await page.keyboard.press("Enter");
  const chosen = page.getByRole("region", { name: "Chosen node" });
  await chosen.getByText("from it, inhibitory").waitFor();
  await chosen.getByRole("button", { name: "1 hop" }).click();
  expect(await chosen.getByRole("button", { name: "1 hop" }).getAttribute("aria-pressed")).toBe("true");
  await chosen.locator("li").first().getByRole("button").click();
  await page.getByRole("region", { name: "Chosen node" }).getByText(RIGHT).waitFor();
  await leave();
});

it("[GX4] the slider shows what there was at a time, and comes back to now", async () => {
  const memory = await emptyAgent(house, "earlier");
  const { node_id: first } = await memory.inject({ content: WRONG });
  await expect.poll(() => Date.now()).toBeGreaterThan((await memory.node(first)).created_at + 1);
  await memory.inject({ content: "The scanners are oiled on Mondays." });
  const { page, complaints, leave } = await visit(browser, house, "reader", "graph", { agent: "earlier" });
  await drawn(page);
  expect((await counts(page))[0]).toBe(2);
  await page.getByLabel("As of").focus();
  await page.keyboard.press("Home");
  await expect.poll(async () => (await counts(page))[0]).toBe(1);
  expect(await page.getByRole("region", { name: "Nodes" }).locator("li .stored").allTextContents()).toEqual([
    first,
  ]);
  await page.getByRole("button", { name: "Now" }).click();
  await expect.poll(async () => (await counts(page))[0]).toBe(2);
  expect(complaints).toEqual([]);
  await leave();
});

it("[GX5] an empty memory says what would be here, and a failure how to go on", async () => {
  await emptyAgent(house, "nothing-yet");
  const { page, leave } = await visit(browser, house, "reader", "graph", { agent: "nothing-yet" });
  await page.getByText("There is nothing in this memory yet").waitFor();
  await page.route("**/graph?*", (route) => route.abort());
  await page.reload();
  await page.getByRole("button", { name: "Try again" }).waitFor();
  await page.unroute("**/graph?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("There is nothing in this memory yet").waitFor();
  await leave();
});

it("[GX6] ten thousand nodes are drawn, moved and searched; the code for it comes with the page alone", async () => {
  const memory = await emptyAgent(house, "ten-thousand");
  const state = generatedState(10_000);
  await memory.import(state.pages(), { another: true, reembed: true });
  const { page, complaints, leave } = await visit(browser, house, "reader", "home", {
    agent: "ten-thousand",
  });
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  await page.getByRole("link", { name: "Graph" }).click();
  await drawn(page);
  expect(fetched.filter((file) => /picture-worker.*\.js$/.test(file))).toHaveLength(1);
  expect(await counts(page)).toEqual([state.nodes, state.edges]);
  const canvas = page.locator("canvas");
  const { x, y, width, height } = (await canvas.boundingBox()) as Box;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  for (let step = 1; step <= 20; step++) await page.mouse.move(x + width / 2 + step * 8, y + height / 2);
  await page.mouse.up();
  await page.mouse.wheel(0, -400);
  await page.getByLabel("Search").fill("::9999");
  const list = page.getByRole("region", { name: "Nodes" });
  await expect.poll(() => list.getByRole("status").textContent()).toBe("1 of 1 shown");
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "Chosen node" }).getByText("(9999)").waitFor();
  expect(complaints).toEqual([]);
  await leave();
}, 180_000);

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Waits until there is a picture that answers to hands. */
async function drawn(page: Page): Promise<void> {
  await page.locator(".graph-picture:not([data-state=placing])").waitFor({ timeout: 60_000 });
}

/** Nodes and routes that the page says are shown. */
async function counts(page: Page): Promise<number[]> {
  const said = await page.locator(".graph-bar p").locator("strong").allTextContents();
  return said.map((count) => Number(count.replaceAll(",", "")));
}
