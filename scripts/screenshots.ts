// `npm run screenshots`: a picture of each page of the console, light and dark, on a desktop and a phone, into docs/console/.

import fs from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { PAGES } from "../console/src/pages.ts";
import { openHouse } from "../test/support/console-house.ts";
import { liveMonth } from "../test/support/console-life.ts";
import { browserOf, examplePath, type Look, settled, visit } from "../test/support/console-visit.ts";

const FOLDER = path.join(import.meta.dirname, "../docs/console");
const AGENT = "waybill";
const LOOKS: readonly Required<Look>[] = [
  { theme: "light", size: "desktop" },
  { theme: "dark", size: "desktop" },
  { theme: "light", size: "phone" },
  { theme: "dark", size: "phone" },
];

async function pictureOfRoute(page: Page, { theme, size }: Required<Look>): Promise<void> {
  await page.getByRole("tab", { name: "Route" }).click();
  const name = `ask-route-${theme}-${size}.png`;
  await page.screenshot({ path: path.join(FOLDER, name), fullPage: size === "desktop" });
  console.log(`docs/console/${name}`);
}

const only = process.argv.slice(2);
const { house, end } = await openHouse();
try {
  await liveMonth(house, AGENT);
  const browser = await browserOf(house);
  fs.mkdirSync(FOLDER, { recursive: true });
  for (const look of LOOKS) {
    for (const page of ["sign-in", ...PAGES.map(({ path }) => path)]) {
      if (only.length > 0 && !only.includes(page)) continue;
      const role = page === "sign-in" ? null : "owner";
      const visited = await visit(browser, house, role, role === null ? "" : examplePath(page), {
        ...look,
        agent: AGENT,
      });
      await settled(visited.page);
      const name = `${page}-${look.theme}-${look.size}.png`;
      await visited.page.screenshot({ path: path.join(FOLDER, name), fullPage: look.size === "desktop" });
      console.log(`docs/console/${name}`);
      if (page === "ask") await pictureOfRoute(visited.page, look);
      await visited.leave();
    }
  }
  await browser.close();
} finally {
  await end();
}
