// What strangers want remembered is text on the pages where it is judged, kept and erased.

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { emptyAgent } from "../support/console-house.ts";
import { browserOf, settled, visit } from "../support/console-visit.ts";
import { proposed } from "../support/console-waiting.ts";

const house = inject("consoleHouse");
let browser: Browser;

beforeAll(async () => {
  browser = await browserOf(house);
});
afterAll(() => browser.close());

const SCRIPT = "The ferry <script>window.planted = 1</script> leaves at nine.";
const IMAGE = '<img src="x" onerror="window.planted = 1"> carries lorries to the island.';
const FRAME = "<iframe srcdoc='<script>parent.planted=1</script>'></iframe> The pilot boat is green.";
const TURNED = "The ferry \u202eenin ta\u202c leaves.";

it("[CN12] markup in proposals, memories, facts and names stays text", async () => {
  const memory = await emptyAgent(house, "strange");
  const { id } = await memory.storeMemory({
    content: SCRIPT,
    tags: ["<b>tag</b>"],
    project: "<i>project</i>",
  });
  await memory.storeFact({ subject: "<b>Orla</b>", relation: "LIVES_IN", object: "<a href=x>Cork</a>" });
  await memory.storeFact({ subject: "<b>Orla</b>", relation: "LIVES_IN", object: IMAGE });
  await proposed(house, "strange", [
    { content: FRAME, title: SCRIPT, tags: ["<b>tag</b>"], source_prompt: IMAGE },
  ]);
  const { page, complaints, leave } = await visit(browser, house, "owner", "review?agent=strange", {
    agent: "strange",
  });
  expect(await page.getByRole("region", { name: "What is proposed" }).textContent()).toBe(FRAME);
  await clean(page);
  for (const place of [
    "memories",
    `memories?memory=${id}`,
    "memories?tab=conflicts",
    "memories?tab=search&question=ferry",
    "knowledge",
    "knowledge?entity=%3Cb%3EOrla%3C%2Fb%3E",
    "knowledge?tab=facts",
  ]) {
    await page.goto(`${house.url}/#/${place}`);
    await settled(page);
    await expect.poll(() => page.locator("main, dialog").allTextContents().then(String)).toContain("<");
    await clean(page);
  }
  expect(complaints).toEqual([]);
  await leave();
});

it("[CN13] what hides in a proposal is shown by its number where it is judged", async () => {
  await emptyAgent(house, "hidden");
  await proposed(house, "hidden", [{ content: TURNED }]);
  const { page, leave } = await visit(browser, house, "reviewer", "review?agent=hidden");
  const text = (await page.locator("main").textContent()) as string;
  expect(text).toContain("U+202E");
  expect(text).not.toMatch(/[\u202a-\u202e]/u);
  await leave();
});

async function clean(page: Page): Promise<void> {
  const markup = ":is(main, dialog) :is(script, iframe, img, b, i, a[href=x], [onerror])";
  expect(await page.locator(markup).count()).toBe(0);
  expect(await page.evaluate("window.planted")).toBe(undefined);
}
