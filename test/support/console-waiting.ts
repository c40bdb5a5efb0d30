// What waits for a reviewer in the console: proposed by the token of an agent, and told by the queue of the tenant.

import { expect } from "vitest";
import { DirectoryClient } from "../../client/directory-client.ts";
import type { RequestOf } from "../../wire/endpoints.ts";
import { type ConsoleHouse, memoryOf } from "./console-house.ts";

/** Proposes, in this order, and waits until the queue, which is a little behind, has all of it. */
export async function proposed(
  { url, tokens }: ConsoleHouse,
  agent: string,
  requests: readonly RequestOf<"propose">[],
): Promise<string[]> {
  const device = memoryOf(url, tokens.agent, agent);
  const ids: string[] = [];
  for (const request of requests) ids.push((await device.propose(request)).id as string);
  const directory = new DirectoryClient({ baseUrl: url, token: tokens.reviewer });
  await expect
    .poll(async () => (await directory.review({ agent })).proposals.length, { timeout: 20_000 })
    .toBe(requests.length);
  return ids;
}
