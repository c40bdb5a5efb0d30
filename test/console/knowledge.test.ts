// Facts and entities in the console: looked at as they are and were, said and ended, and only read by whoever may only read.

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import {
  becameOf,
  EMPTY_SAYING,
  factsAsked,
  requestOf,
  wrongIn,
} from "../../console/src/pages/knowledge/data.ts";
import { emptyAgent } from "../support/console-house.ts";
import { browserOf, findings, settled, visit } from "../support/console-visit.ts";
import { changed } from "../support/moving.ts";

const house = inject("consoleHouse");
let browser: Browser;

beforeAll(async () => {
  browser = await browserOf(house);
});
afterAll(() => browser.close());

const ORLA = { subject: "Orla Byrne", relation: "LIVES_IN", subject_type: "person" } as const;
const CORK = { ...ORLA, object: "Cork", valid_from: "2019" };
const KEYS = "Orla Byrne keeps the keys of the boat house.";
const GALWAY = { ...ORLA, object: "Galway", valid_from: "2024-03" };

it("[CK12] an entity is shown with its facts and what mentions it, as it is and as it was", async () => {
  await mentioning("known");
  const { page, complaints, leave } = await visit(browser, house, "reader", "knowledge", { agent: "known" });
  expect(await findings(page)).toEqual([]);
  await page.getByLabel("Name").fill("orla");
  await page.getByLabel("Name").press("Enter");
  await settled(page);
  expect(await page.getByRole("table", { name: "Entities" }).locator("tbody tr").count()).toBe(1);
  await page.getByRole("button", { name: "Orla Byrne" }).click();
  const dialog = page.getByRole("dialog", { name: "Orla Byrne" });
  const facts = dialog.getByRole("table", { name: "Its facts" });
  await facts.waitFor();
  expect(await facts.locator('td[data-title="To"]').allTextContents()).toEqual(["Galway"]);
  expect(await findings(page)).toEqual([]);
  await dialog.getByLabel("As of").fill("2021-06-01T12:00");
  await dialog.getByLabel("As of").blur();
  await expect.poll(() => facts.locator('td[data-title="To"]').allTextContents()).toEqual(["Cork"]);
  await dialog.getByLabel("As of").fill("");
  await dialog.getByLabel("As of").blur();
  await dialog.getByRole("tab", { name: /^Memories/ }).click();
  await expect.poll(() => dialog.locator(".lines li").allTextContents()).toEqual([KEYS]);
  expect(complaints).toEqual([]);
  await leave();
});

it("[CK13] a fact is said, what it ended is told, and taking it back brings that back", async () => {
  const memory = await emptyAgent(house, "said");
  await memory.storeFact(CORK);
  const { page, complaints, leave } = await visit(browser, house, "agent", "knowledge?tab=facts", {
    agent: "said",
  });
  await page.getByRole("button", { name: "Say a fact" }).click();
  const dialog = page.getByRole("dialog", { name: "Say a fact" });
  await dialog.getByRole("button", { name: "Say it" }).click();
  await dialog.getByText("Say whom or what it is about.").waitFor();
  await dialog.getByLabel("Whom or what", { exact: true }).fill("Orla Byrne");
  await dialog.getByLabel("Relation").fill("lives in");
  await dialog.getByLabel("To whom or what").fill("Galway");
  await dialog.getByLabel("Since").fill("lately");
  await dialog.getByText("Give a year, a month or a day").waitFor();
  expect(await findings(page)).toEqual([]);
  await dialog.getByLabel("Since").fill("2024-03");
  await dialog.getByRole("button", { name: "Say it" }).click();
  await page.getByText("Said. One fact has ended with it.").waitFor();
  expect((await memory.facts()).facts.map(({ object }) => object.name)).toEqual(["Galway"]);
  await page.getByRole("button", { name: "Take it back" }).click();
  await page.getByText("Taken back.").waitFor();
  expect((await memory.facts()).facts.map(({ object }) => object.name)).toEqual(["Cork"]);
  expect(complaints).toEqual([]);
  await leave();
});

it("[CK13] a fact is ended after it was asked, and is there for the time in which it held", async () => {
  const memory = await emptyAgent(house, "ended");
  const { id } = await memory.storeFact(CORK);
  const { page, complaints, leave } = await visit(browser, house, "agent", `knowledge?tab=facts&fact=${id}`, {
    agent: "ended",
  });
  const dialog = page.getByRole("dialog", { name: "Fact", exact: true });
  await dialog.getByRole("button", { name: "End …" }).click();
  expect(await findings(page)).toEqual([]);
  await page.getByRole("dialog", { name: "End this fact" }).getByRole("button", { name: "End it" }).click();
  await page.getByText("The fact has ended.").waitFor();
  await page.getByText("No fact is known yet").waitFor();
  expect((await memory.fact(id)).is_current).toBe(false);
  await page.getByLabel("Also what has ended").check();
  await settled(page);
  expect(await page.getByRole("table", { name: "Facts" }).locator("tbody tr").count()).toBe(1);
  expect(complaints).toEqual([]);
  await leave();
});

it("[CK14] whoever may only read says and ends nothing", async () => {
  const memory = await emptyAgent(house, "unsaid");
  const { id } = await memory.storeFact(CORK);
  const { page, leave } = await visit(browser, house, "reader", `knowledge?tab=facts&fact=${id}`, {
    agent: "unsaid",
  });
  await page.getByRole("dialog", { name: "Fact", exact: true }).locator(".facts").waitFor();
  for (const name of ["Say a fact", "End …"])
    expect(await page.getByRole("button", { name }).count()).toBe(0);
  await leave();
});

it("[CK13] what is said of a fact is sent as it is meant, and what is odd is told beside its field", () => {
  const saying = { ...EMPTY_SAYING, subject: " Orla ", relation: "lives in", object: "Cork", since: "2019" };
  expect(wrongIn(saying, 0)).toEqual({});
  expect(requestOf(saying)).toEqual({
    subject: "Orla",
    relation: "LIVES_IN",
    object: "Cork",
    valid_from: "2019",
  });
  expect(Object.keys(wrongIn({ ...EMPTY_SAYING, until: "soon" }, 0))).toEqual([
    "subject",
    "relation",
    "object",
    "until",
  ]);
  const reply = { status: "created", ended: ["a", "b"], conflicts_with: ["c"] } as unknown as Parameters<
    typeof becameOf
  >[0];
  expect(becameOf(reply)).toContain("2 facts have ended with it.");
  expect(becameOf(reply)).toContain("It contradicts");
});

it("[CK12] what the address names is asked for", () => {
  expect(factsAsked(new URLSearchParams("about=Orla&ended=yes&as_of=never"))).toEqual({
    entity: "Orla",
    include_invalidated: "true",
  });
});

/** An agent with Orla's facts and a memory that mentions her. No language model says so here, so the export of another does. */
async function mentioning(name: string): Promise<void> {
  const before = await emptyAgent(house, `${name}-before`);
  const { subject_id } = await before.storeFact(CORK);
  await before.storeFact(GALWAY);
  const { id } = await before.storeMemory({ content: KEYS });
  let file = "";
  for await (const page of before.export()) file += page;
  const tied = changed(file, (lines) => {
    const edges = lines.filter((line) => Array.isArray(line) && line[0] === "edges");
    const from = edges.find((line) => Array.isArray(line) && line[1] === subject_id) as unknown[];
    const at = lines.indexOf(edges.at(-1) as (typeof lines)[number]) + 1;
    const mentions = [
      ["edges", subject_id, id, 0.3, "mentions", null, from[6], 1_001, "{}"],
      ["edges", id, subject_id, 0.3, "mentions", null, 1_002, 1_003, "{}"],
    ];
    return lines.toSpliced(at, 0, ...mentions);
  });
  const memory = await emptyAgent(house, name);
  await memory.import(onePage(tied), { another: true });
}

async function* onePage(file: string): AsyncGenerator<string> {
  yield file;
}
