// A visit to the console in a real browser: signed in or not, in one theme and size, with everything that the browser
// complained about.

import fs from "node:fs";
import { createRequire } from "node:module";
import { type Browser, chromium, type Page } from "playwright-core";
import type { Role } from "../../wire/directory.ts";
import type { ConsoleHouse } from "./console-house.ts";

export interface Look {
  readonly theme?: "light" | "dark";
  readonly size?: "desktop" | "phone";
}

export interface Visiting extends Look {
  /** Agent to look at; default the first. */
  readonly agent?: string;
}

export interface Visit {
  readonly page: Page;
  /** Errors of the page, of its console, and of its policy; none in a good one. */
  readonly complaints: string[];
  /** Requests that were not only to read, such as `POST https://…/query`. */
  readonly posts: string[];
  leave(): Promise<void>;
}

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

/** The browser of the house; `close` ends only this connection. */
export function browserOf({ browser }: ConsoleHouse): Promise<Browser> {
  return chromium.connect(browser);
}

/** Opens `#/path` as somebody with a role; null: as nobody. */
export async function visit(
  browser: Browser,
  house: ConsoleHouse,
  role: Role | null,
  path: string,
  { theme = "light", size = "desktop", agent }: Visiting = {},
): Promise<Visit> {
  const context = await browser.newContext({
    colorScheme: theme,
    viewport: SIZES[size],
    reducedMotion: "reduce",
    locale: "en-GB",
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") posts.push(`${request.method()} ${request.url()}`);
  });
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  if (role !== null) {
    const token = JSON.stringify(house.tokens[role]);
    await page.addInitScript(`sessionStorage.setItem("edgebrain.token", ${token})`);
  }
  if (agent !== undefined)
    await page.addInitScript(
      `localStorage.getItem("edgebrain.agent") ?? localStorage.setItem("edgebrain.agent", "${agent}")`,
    );
  await page.goto(`${house.url}/#/${path}`);
  await settled(page);
  return { page, complaints, posts, leave: () => context.close() };
}

const AXE = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const FINDINGS = `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
  violations.filter(({ impact }) => impact !== "minor").flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => id + " " + target.join(" ") + ": " + failureSummary)))`;

/** What a machine finds on a page that keeps people out, each with its place. */
export function findings(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`${AXE};${FINDINGS}`);
}

/** What a page is opened with, so that there is something to see. */
const EXAMPLES: Readonly<Record<string, string>> = {
  ask: "ask?question=When+may+we+ship+to+production%3F",
};

export function examplePath(page: string): string {
  return EXAMPLES[page] ?? page;
}

const PAINTED =
  "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))";

/** Waits until a page is drawn and nothing on it is still being read. */
export async function settled(page: Page): Promise<void> {
  await page.locator("h1").waitFor();
  await page.waitForLoadState("networkidle");
  // What was just done begins to be read after the page is painted.
  await page.evaluate<void>(PAINTED);
  await page.locator(".skeleton, [aria-busy=true]").first().waitFor({ state: "detached" });
}
