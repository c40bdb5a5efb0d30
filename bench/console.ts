// The console in a real browser, without a graphics card: how long the whole graph takes from a click until it answers to hands, and how
// long a frame takes at most while it is dragged about. The worker is the one that is deployed, and runs on this machine too.

import { type Browser, chromium, type Page } from "playwright-core";
import { DirectoryClient } from "../client/directory-client.ts";
import { MemoryClient } from "../client/memory-client.ts";
import { buildConsole } from "../scripts/build-console.ts";
import { browserOptions } from "./browser.ts";
import { generatedState } from "./generated-state.ts";
import { Bundle, OPERATOR_TOKEN } from "./local-worker.ts";
import { type Bench, figuresOf, type Row } from "./rows.ts";
import { figure, table } from "./table.ts";

const SIZES = [1_000, 10_000];
const ROUNDS = { full: 7, quick: 3 } as const;
const TENANT = "bench";
const DRAGS = 90;
const WINDOW = { width: 1280, height: 800 };
/** What it should keep to, in milliseconds. */
const AIMS: Readonly<Record<string, number>> = { interactive: 3_000, longest_frame: 100 };
const WAIT_MS = 120_000;

export const consoleBench: Bench = {
  about: "the whole graph in a browser: until it can be used, and its longest frame while it is dragged",

  async run({ quick, say }) {
    buildConsole();
    const bundle = await Bundle.make();
    const worker = await bundle.start({ RATE_LIMITS: "off" });
    const browser = await chromium.launch(await browserOptions());
    try {
      const url = worker.url.replace(/\/$/, "");
      const operator = new DirectoryClient({ baseUrl: url, token: OPERATOR_TOKEN });
      await operator.createTenant({ name: TENANT });
      const { token } = await operator.createToken({ tenant: TENANT, name: "bench", role: "owner" });
      const rows: Row[] = [];
      for (const nodes of SIZES) {
        say(`console: ${nodes} nodes …`);
        const agent = `nodes-${nodes}`;
        await operator.createAgent({ tenant: TENANT, name: agent });
        const memory = new MemoryClient({ baseUrl: url, token, agent, timeoutMs: WAIT_MS });
        const state = generatedState(nodes);
        await memory.import(state.pages(), { another: true, reembed: true });
        const seen: Seen[] = [];
        for (let round = -1; round < ROUNDS[quick ? "quick" : "full"]; round++) {
          const one = await seenIn(browser, url, token, agent);
          if (round >= 0) seen.push(one);
        }
        const params = { nodes, edges: state.edges, quick };
        for (const metric of ["interactive", "longest_frame", "frame"] as const)
          rows.push({
            bench: "console",
            metric,
            unit: "ms",
            params,
            ...figuresOf(seen.map((one) => one[metric])),
          });
      }
      return rows;
    } finally {
      await browser.close();
      await worker.end();
      await bundle.remove();
    }
  },

  show(rows) {
    const lines = rows.map(({ metric, value, least = value, p95 = value, params }) => [
      ...[metric, figure(Number(params.nodes)), figure(Number(params.edges))],
      ...[figure(value), figure(least), figure(p95), metric in AIMS ? figure(AIMS[metric]) : ""],
    ]);
    return [
      table(["ms", "nodes", "edges", "median", "least", "p95", "aim"], lines),
      "",
      "interactive: from the click on the page's link until a picture of all nodes answers to hands; code, data and places included.",
      "longest_frame, frame: while a hand drags it about, places still being found; 16.7 is what a screen allows.",
    ].join("\n");
  },
};

interface Seen {
  readonly interactive: number;
  readonly longest_frame: number;
  readonly frame: number;
}

async function seenIn(browser: Browser, url: string, token: string, agent: string): Promise<Seen> {
  const context = await browser.newContext({ viewport: WINDOW });
  try {
    const page = await context.newPage();
    const kept = { "edgebrain.token": token };
    await page.addInitScript(`for (const [name, value] of Object.entries(${JSON.stringify(kept)}))
      sessionStorage.setItem(name, value);
    localStorage.setItem("edgebrain.agent", ${JSON.stringify(agent)});`);
    await page.goto(`${url}/#/home`);
    await page.locator("h1").waitFor();
    await page.waitForLoadState("networkidle");
    await page.evaluate(`window.clicked = performance.now(); location.hash = "#/graph"`);
    await page.locator(".graph-picture:not([data-state=placing])").waitFor({ timeout: WAIT_MS });
    const interactive = await page.evaluate<number>(
      `performance.getEntriesByName("graph-interactive").at(-1).startTime - window.clicked`,
    );
    const frames = await framesWhile(page, () => drag(page));
    return { interactive, longest_frame: Math.max(...frames), frame: figuresOf(frames).value };
  } finally {
    await context.close();
  }
}

async function framesWhile(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(`window.frames = []; {
    let last = performance.now();
    const frame = (now) => {
      window.frames.push(now - last);
      last = now;
      window.watching = requestAnimationFrame(frame);
    };
    window.watching = requestAnimationFrame(frame);
  }`);
  await act();
  return page.evaluate<number[]>(`cancelAnimationFrame(window.watching), window.frames.slice(1)`);
}

async function drag(page: Page): Promise<void> {
  const box = await page.locator("canvas").boundingBox();
  if (!box) throw new Error("the graph page has no picture");
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  for (let step = 0; step < DRAGS; step++)
    await page.mouse.move(middle.x + 120 * Math.sin(step / 9), middle.y + 80 * Math.cos(step / 9));
  await page.mouse.up();
}
