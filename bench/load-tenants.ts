// A tenant of the load bench: its token, and agents that know something already.

import { DirectoryClient } from "../client/directory-client.ts";
import { MemoryClient } from "../client/memory-client.ts";
import type { Place } from "./load-traffic.ts";
import { OPERATOR_TOKEN } from "./local-worker.ts";
import { sentences } from "./texts.ts";

/** Nodes that an agent begins with. */
const NODES = 5;

export interface Tenant extends Place {
  /** Their names. */
  readonly agents: readonly string[];
  /** Their ids, by name. */
  readonly ids: ReadonlyMap<string, string>;
}

export async function newTenant(url: string, name: string, agents: number): Promise<Tenant> {
  const operator = new DirectoryClient({ baseUrl: url, token: OPERATOR_TOKEN });
  await operator.createTenant({ name });
  const { token } = await operator.createToken({ tenant: name, name: "bench", role: "owner" });
  const owner = new DirectoryClient({ baseUrl: url, token });
  const names = Array.from({ length: agents }, (_, number) => `${name}-${number}`);
  const ids = new Map<string, string>();
  const texts = sentences(agents);
  const teaching: Promise<unknown>[] = [];
  // Made one after the other, since each is a row of the tenant's audit chain; taught side by side.
  for (const agent of names) {
    ids.set(agent, (await owner.createAgent({ name: agent })).id);
    const nodes = Array.from({ length: NODES }, () => ({ content: texts.next().value }));
    teaching.push(new MemoryClient({ baseUrl: url, token, agent, timeoutMs: 60_000 }).injectBatch({ nodes }));
  }
  await Promise.all(teaching);
  return { url, token, agents: names, ids };
}
