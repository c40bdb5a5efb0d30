// Settings in the console: policy, retention, embedder, export and import.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { AGENT, emptyAgent } from "../support/console-house.ts";
import { browserOf, findings, visit } from "../support/console-visit.ts";

const house = inject("consoleHouse");
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "edgebrain-console-"));
const TEXT = "The canary runs in zone 3.";
let browser: Browser;

beforeAll(async () => {
  browser = await browserOf(house);
});
afterAll(async () => {
  await browser.close();
  fs.rmSync(folder, { recursive: true });
});

it("[CO12] policy and retention are changed by an owner, and what would be over is said before", async () => {
  const memory = await emptyAgent(house, "ruled");
  await memory.inject({ content: TEXT });
  const { page, complaints, leave } = await visit(browser, house, "owner", "settings", { agent: "ruled" });
  const save = page.getByRole("button", { name: "Save policy" });
  expect(await save.isDisabled()).toBe(true);
  await page.getByLabel("What agents add").selectOption("proposal");
  await page.getByLabel("Who reads personal data").selectOption("reviewer");
  await save.click();
  await page.getByText("The policy is changed.").waitFor();
  expect(await memory.policy()).toMatchObject({
    capture: "proposal",
    personal_data: "reviewer",
    secrets: "owner",
  });
  await page.getByLabel("Days").fill("0.5");
  await page.getByRole("button", { name: "Change …" }).click();
  await page.getByText("whole days, or nothing").waitFor();
  await page.getByLabel("Days").fill("3");
  await page.getByRole("button", { name: "Change …" }).click();
  await page.getByText("1 would be over within 7 days.").waitFor();
  expect(await findings(page)).toEqual([]);
  expect((await memory.retention()).days).toEqual({});
  await page.getByRole("button", { name: "Change retention" }).click();
  await page.getByText("The retention is changed.").waitFor();
  expect((await memory.retention()).days).toEqual({ teaching: 3 });
  expect(complaints).toEqual([]);
  await leave();
});

it("[CO12] a reader reads the rules, and changes none", async () => {
  const { page, complaints, leave } = await visit(browser, house, "reader", "settings", { agent: AGENT });
  await page.getByText("counts at once").waitFor();
  expect(await page.locator("main :is(input, select, textarea, form)").count()).toBe(0);
  expect(await page.getByRole("tab").allTextContents()).toEqual(["Rules", "Upkeep"]);
  expect(complaints).toEqual([]);
  await leave();
});

it("[CO13] another embedder is tried, taken after a question, and its progress shown", async () => {
  const memory = await emptyAgent(house, "embedded");
  for (const zone of [1, 2, 3]) await memory.inject({ content: `The canary may run in zone ${zone}.` });
  const { page, complaints, leave } = await visit(browser, house, "owner", "settings?tab=upkeep", {
    agent: "embedded",
  });
  await page.getByLabel("Another embedder").fill("no-such");
  await page.getByRole("button", { name: "Embed anew …" }).click();
  await page.getByText("this server has no embedder").waitFor();
  await page.getByLabel("Another embedder").fill("ngram-hash-v1");
  await page.getByRole("button", { name: "Embed anew …" }).click();
  await page.getByRole("dialog").getByText("3 texts and taught questions").waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByRole("button", { name: "Embed anew", exact: true }).click();
  await page.getByText("The last re-embedding, to ngram-hash-v1, is done.").waitFor();
  expect((await memory.info()).embedder.name).toBe("ngram-hash-v1");
  // The browser tells of every refusal.
  expect(complaints.filter((text) => !text.includes("400"))).toEqual([]);
  await leave();
});

it("[CO14] what is saved as a file is taken by another agent; refusals say what to do", async () => {
  const memory = await emptyAgent(house, "leaving");
  await memory.inject({ id: "n1", content: TEXT });
  const from = await visit(browser, house, "owner", "settings?tab=files", { agent: "leaving" });
  const [download] = await Promise.all([
    from.page.waitForEvent("download"),
    from.page.getByRole("button", { name: "Save a file" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^leaving-\d{4}-\d\d-\d\d\.ndjson$/);
  const file = path.join(folder, "export.ndjson");
  await download.saveAs(file);
  await from.page.getByText("Saved", { exact: true }).waitFor();
  expect(from.complaints).toEqual([]);
  await from.leave();

  const arriving = await emptyAgent(house, "arriving");
  await arriving.inject({ content: "Something else was here." });
  const { page, leave } = await visit(browser, house, "owner", "settings?tab=files", { agent: "arriving" });
  const send = page.getByRole("button", { name: "Import", exact: true });
  await send.click();
  await page.getByText("Choose a file first.").waitFor();
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
  await send.click();
  await page.getByText("The file is of another agent: choose").waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByLabel("It is the memory of another agent, and this is meant").check();
  await send.click();
  await page.getByText("This agent holds a memory: choose").waitFor();
  await page.getByLabel("Take the place of this memory").check();
  await send.click();
  const act = page.getByRole("button", { name: "Replace the memory" });
  expect(await act.isDisabled()).toBe(true);
  await page.getByLabel("to go on").fill("arriving");
  await act.click();
  await page.getByText("The file is this agent's memory now").waitFor();
  expect((await arriving.node("n1")).text).toBe(TEXT);
  expect((await arriving.info()).nodes).toBe(1);
  await leave();
});

it("[CO14] a file that is damaged leaves the memory as it was", async () => {
  const memory = await emptyAgent(house, "damaged");
  await memory.inject({ id: "n1", content: TEXT });
  let text = "";
  for await (const page of memory.export()) text += page;
  const file = path.join(folder, "damaged.ndjson");
  fs.writeFileSync(file, text.replace("zone 3", "zone 4"));
  const { page, leave } = await visit(browser, house, "owner", "settings?tab=files", { agent: "damaged" });
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
  await page.getByText("What the file may do").click();
  await page.getByLabel("Take the place of this memory").check();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByLabel("to go on").fill("damaged");
  await page.getByRole("button", { name: "Replace the memory" }).click();
  await page.getByText("The file is damaged or cut short").waitFor();
  expect((await memory.node("n1")).text).toBe(TEXT);
  await leave();
});
