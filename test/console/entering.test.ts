// Who gets in, what of it is kept, and what one may do then.

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { OPERATOR_TOKEN } from "../../bench/local-worker.ts";
import { DirectoryClient } from "../../client/directory-client.ts";
import { PAGES } from "../../console/src/pages.ts";
import { TENANT } from "../support/console-house.ts";
import { browserOf, examplePath, settled, visit } from "../support/console-visit.ts";

const house = inject("consoleHouse");
const owner = new DirectoryClient({ baseUrl: house.url, token: house.tokens.owner });
let browser: Browser;

beforeAll(async () => {
  browser = await browserOf(house);
});
afterAll(() => browser.close());

/** Whatever is kept in the browser. */
const KEPT = "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])";

it("[CN8] a token is held in memory alone: nothing keeps it, and loading again forgets it", async () => {
  const { page, leave } = await visit(browser, house, null, "");
  await signIn(page, house.tokens.owner);
  await page.getByRole("heading", { name: "Home" }).waitFor();
  expect(await page.evaluate(KEPT)).not.toContain(house.tokens.owner);
  expect(page.url()).not.toContain(house.tokens.owner);
  await page.reload();
  await page.getByLabel("Token").waitFor();
  await leave();
});

it("[CN8] who asks to stay signed in is, in this tab, until signing out", async () => {
  const { page, leave } = await visit(browser, house, null, "");
  await page.getByLabel("Stay signed in while this tab is open").check();
  await signIn(page, house.tokens.owner);
  await page.getByRole("heading", { name: "Home" }).waitFor();
  expect(await page.evaluate("JSON.stringify({ ...localStorage })")).not.toContain(house.tokens.owner);
  await page.reload();
  await page.getByRole("heading", { name: "Home" }).waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("Token").waitFor();
  expect(await page.evaluate(KEPT)).not.toContain(house.tokens.owner);
  await leave();
});

it("[CN9] a wrong token, none, and the operator's are told what to do", async () => {
  const { page, leave } = await visit(browser, house, null, "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Paste a token.").waitFor();
  await signIn(page, "eb_wrong");
  await page.getByText("This token opens nothing").waitFor();
  if (!PAGES.some(({ operator }) => operator)) {
    await signIn(page, OPERATOR_TOKEN);
    await page.getByText("This is the operator's token").waitFor();
  }
  await leave();
});

it("[CN9] a token that is revoked meanwhile leads back to the sign-in, with the reason", async () => {
  const { id, token } = await owner.createToken({ name: "for a while", role: "owner" });
  const { page, leave } = await visit(browser, house, null, "");
  await signIn(page, token);
  await page.getByRole("heading", { name: "Home" }).waitFor();
  await settled(page);
  await owner.revokeToken(id);
  await page.getByRole("link", { name: "Ask", exact: true }).click();
  await page.getByLabel("Question").fill("When may we ship?");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.getByText("The token is not valid any more").waitFor();
  await page.getByLabel("Token").waitFor();
  await leave();
});

it("[CN9] a server that can't be reached is told apart from a wrong token, and can be tried again", async () => {
  const { page, leave } = await visit(browser, house, null, "");
  await page.route("**/v1/**", (route) => route.abort());
  await signIn(page, house.tokens.reader);
  await page.getByText("EdgeBrain can't be reached").waitFor();
  await page.unroute("**/v1/**");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Home" }).waitFor();
  await leave();
});

it("[CN8] a pairing code lets this browser in with a token of its own", async () => {
  const { code } = await owner.createPairing({ role: "reader" });
  const { page, leave } = await visit(browser, house, null, "");
  await page.getByRole("button", { name: "Use a pairing code" }).click();
  await page.getByLabel("Pairing code").fill(code);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Home" }).waitFor();
  await page.getByText("web console").waitFor();
  await leave();
});

it("[CN10] a reader is shown no control that writes, on no page", async () => {
  for (const { path } of PAGES.filter(({ role }) => role === "reader")) {
    const { page, complaints, posts, leave } = await visit(browser, house, "reader", examplePath(path));
    const buttons = await page.locator("main button").allTextContents();
    expect(
      buttons.filter((text) => WRITING.test(text)),
      path,
    ).toEqual([]);
    expect(
      posts.filter((post) => !READING.test(post)),
      path,
    ).toEqual([]);
    expect(complaints, path).toEqual([]);
    await leave();
  }
});

it("[CN10] a page that a role does not open is not in the navigation, and says so", async () => {
  const { page, leave } = await visit(browser, house, "reader", "nowhere");
  await page.getByText("There is no such page").waitFor();
  const shown = await page.getByRole("navigation").getByRole("link").allTextContents();
  expect(shown).toEqual(PAGES.filter(({ role }) => role === "reader").map(({ title }) => title));
  await leave();
});

it("[CN11] the chosen agent is remembered, by its name", async () => {
  const { page, leave } = await visit(browser, house, "owner", "home");
  await page.getByLabel("Agent").selectOption("second");
  await settled(page);
  await page.locator(".heading").getByText("second").waitFor();
  await page.reload();
  await settled(page);
  await page.locator(".heading").getByText("second").waitFor();
  expect(await page.evaluate("localStorage.getItem('edgebrain.agent')")).toBe("second");
  await leave();
});

it("[CN10] who and what one is stands in the frame", async () => {
  const { page, leave } = await visit(browser, house, "reviewer", "home");
  expect(await page.locator(".who").textContent()).toContain(`reviewer of the house reviewerof ${TENANT}`);
  await leave();
});

/** Questions are posted too. */
const READING = /\/(query|search|verify|evaluate)$/;
/** What buttons that write say. */
const WRITING =
  /\b(useful|misleading|correct|teach|save|add|delete|erase|approve|reject|revoke|create|undo|take it back|anchor|end|run|restore)\b/i;

async function signIn(page: Page, token: string): Promise<void> {
  await page.getByLabel("Token").fill(token);
  await page.getByRole("button", { name: "Sign in" }).click();
}
