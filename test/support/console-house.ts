// A house for looking at the console, made once: the built worker with the console in it, a tenant with the sample
// workspace, a token for each role, and one browser. The tests of the console share it, and the screenshots.

import path from "node:path";
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { browserOptions } from "../../bench/browser.ts";
import { Bundle, OPERATOR_TOKEN } from "../../bench/local-worker.ts";
import { syncWorkspace } from "../../cli/src/files/syncing.ts";
import { DirectoryClient } from "../../client/directory-client.ts";
import { MemoryClient } from "../../client/memory-client.ts";
import { buildConsole } from "../../scripts/build-console.ts";
import { ROLES, type Role } from "../../wire/directory.ts";

export interface ConsoleHouse {
  readonly url: string;
  readonly tokens: Readonly<Record<Role, string>>;
  /** Where the browser listens. */
  readonly browser: string;
}

export const TENANT = "house";
export const AGENT = "sample";
const WORKSPACE = path.join(import.meta.dirname, "../../examples/sample-workspace");

declare module "vitest" {
  interface ProvidedContext {
    consoleHouse: ConsoleHouse;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { house, end } = await openHouse();
  project.provide("consoleHouse", house);
  return end;
}

/** Makes the house; `end` takes everything of it away. */
export async function openHouse(): Promise<{ house: ConsoleHouse; end: () => Promise<void> }> {
  buildConsole();
  const bundle = await Bundle.make();
  const worker = await bundle.start({ RATE_LIMITS: "off" });
  const url = worker.url.replace(/\/$/, "");
  const operator = new DirectoryClient({ baseUrl: url, token: OPERATOR_TOKEN });
  await operator.createTenant({ name: TENANT });
  const tokens = {} as Record<Role, string>;
  for (const role of ROLES)
    tokens[role] = (await operator.createToken({ tenant: TENANT, name: `${role} of the house`, role })).token;
  for (const name of [AGENT, "second"]) await operator.createAgent({ tenant: TENANT, name });
  await syncWorkspace(memoryOf(url, tokens.owner), WORKSPACE);
  const server = await chromium.launchServer(await browserOptions());
  const end = async (): Promise<void> => {
    await server.close();
    await worker.end();
    await bundle.remove();
  };
  return { house: { url, tokens, browser: server.wsEndpoint() }, end };
}

/** An agent with an empty memory, for one test alone. */
export async function emptyAgent({ url, tokens }: ConsoleHouse, name: string): Promise<MemoryClient> {
  await new DirectoryClient({ baseUrl: url, token: tokens.owner }).createAgent({ name });
  return memoryOf(url, tokens.owner, name);
}

export function memoryOf(baseUrl: string, token: string, agent: string = AGENT): MemoryClient {
  return new MemoryClient({ baseUrl, token, agent, timeoutMs: 60_000 });
}
