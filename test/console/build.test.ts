// The console as it is built and written: small, and nothing in it that draws stored text as anything but text.

import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { expect, inject, it } from "vitest";

const PROJECT = path.join(import.meta.dirname, "../..");
const SOURCES = path.join(PROJECT, "console/src");
const MOST_BYTES = 200 * 1024;
/** Ways to make markup or code from a string. */
const MARKUP =
  /innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write|DOMParser|createContextualFragment|srcdoc|\beval\(|new Function|javascript:/;

it("[CN2] what a first visit downloads has less than 200 KB compressed", async () => {
  const { url } = inject("consoleHouse");
  const index = await (await fetch(url)).text();
  const files = [...index.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file);
  expect(files.length).toBeGreaterThanOrEqual(3);
  let bytes = zlib.gzipSync(index).length;
  for (const file of files) {
    const response = await fetch(url + file);
    expect(response.status, file).toBe(200);
    bytes += zlib.gzipSync(new Uint8Array(await response.arrayBuffer())).length;
  }
  expect(bytes).toBeLessThan(MOST_BYTES);
});

it("[CN3] no file of the console makes markup or code from a string", () => {
  const files = fs.readdirSync(SOURCES, { recursive: true, encoding: "utf8" });
  const code = files.filter((file) => /\.tsx?$/.test(file));
  expect(code.length).toBeGreaterThan(20);
  expect(code.filter((file) => MARKUP.test(fs.readFileSync(path.join(SOURCES, file), "utf8")))).toEqual([]);
});

it("[CN4] its answers carry a policy that allows its own files alone", async () => {
  const { url } = inject("consoleHouse");
  for (const file of ["/", "/console/icon.svg"]) {
    const { headers } = await fetch(url + file);
    const policy = headers.get("content-security-policy");
    expect(policy, file).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy, file).toContain("base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    expect(policy, file).not.toMatch(/unsafe|\*/);
    expect(headers.get("x-content-type-options"), file).toBe("nosniff");
    expect(headers.get("referrer-policy"), file).toBe("no-referrer");
  }
});

it("[CN5] of the static assets nothing but the console is served", async () => {
  const { url } = inject("consoleHouse");
  const beside = [
    "/static-v1.bin",
    "/assets/static-v1.bin",
    "/console/../static-v1.bin",
    "/console/%2e%2e/static-v1.bin",
    "/console/..%2fstatic-v1.bin",
    "/console//static-v1.bin",
    "/console/none.js",
  ];
  for (const file of beside) {
    const response = await fetch(url + file);
    expect(response.status, file).toBe(404);
    expect(await response.json(), file).toMatchObject({ error: { code: "not_found" } });
  }
});

it("[CN5] files are kept by the browser for as long as their names stay, the page is asked for anew", async () => {
  const { url } = inject("consoleHouse");
  const page = await fetch(url);
  const [, script] = /src="([^"]+)"/.exec(await page.text()) as unknown as [string, string];
  expect(page.headers.get("cache-control")).toBe("no-cache");
  expect((await fetch(url + script)).headers.get("cache-control")).toContain("immutable");
});
