// What waits for a reviewer in the console: proposed by the token of an agent, and told by the queue of the tenant.

import { setTimeout as wait } from "node:timers/promises";
import { DirectoryClient } from "../../client/directory-client.ts";
import type { RequestOf } from "../../wire/endpoints.ts";
import { type ConsoleHouse, memoryOf } from "./console-house.ts";

type Asked = Omit<RequestOf<"propose">, "tags"> & { readonly tags?: readonly string[] };

const TRIES = 200;
const BETWEEN_MS = 100;

/** Proposes, in this order, and waits until the queue, which is a little behind, has all of it. */
export async function proposed(
  { url, tokens }: ConsoleHouse,
  agent: string,
  requests: readonly Asked[],
): Promise<string[]> {
  const device = memoryOf(url, tokens.agent, agent);
  const ids: string[] = [];
  for (const { tags = [], ...request } of requests)
    ids.push((await device.propose({ ...request, tags: [...tags] })).id as string);
  const directory = new DirectoryClient({ baseUrl: url, token: tokens.reviewer });
  for (let turn = 0; turn < TRIES; turn++) {
    if ((await directory.review({ agent })).proposals.length === requests.length) return ids;
    await wait(BETWEEN_MS);
  }
  throw new Error(`the queue does not tell what waits in ${agent}`);
}
