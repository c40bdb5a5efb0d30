// The plugin's queue: in the host's state folder, one for all registrations of the process, delivered by a service of
// the host's gateway and, as far as it gets, by commands that run once.

import { createHash } from "node:crypto";
import os from "node:os";
import path from "node:path";
import type { Callable } from "../../../client/connection.ts";
import { ENDPOINTS } from "../../../wire/endpoints.ts";
import type { Plugin } from "../plugin.ts";
import { failureLine } from "../service.ts";
import { Folder } from "./folder.ts";
import { Lock } from "./lock.ts";
import { Outbox } from "./outbox.ts";
import { Withheld } from "./verdict.ts";
import type { Write } from "./write.ts";

const PLACE = path.join("edgebrain", "outbox");

export function registerQueue(plugin: Plugin): void {
  plugin.api.registerService?.({
    id: "edgebrain-outbox",
    start: () => outboxOf(plugin).start(),
    stop: () => outboxOf(plugin).stop(),
  });
  plugin.on("gateway_stop", () => {
    outboxOf(plugin).stop();
    return undefined;
  });
  // While the model thinks there is time for what an earlier command left.
  plugin.on("model_call_started", () => {
    void outboxOf(plugin).kick();
    return undefined;
  });
}

export function outboxOf(plugin: Plugin): Outbox {
  const folder = path.join(stateFolder(plugin), PLACE);
  const known = plugin.outboxes.get(folder);
  if (known) return known;
  const outbox = new Outbox({
    folder: new Folder(folder),
    lock: new Lock(path.join(folder, "lock")),
    deliver: (write, signal) => deliver(plugin, write, signal),
    identity: () => identityOf(plugin),
    warn: plugin.log.warn,
    lineOf: (error) => (error instanceof Withheld ? error.message : failureLine(error)),
  });
  plugin.outboxes.set(folder, outbox);
  return outbox;
}

/** Under the rules of now: who was taken off the list of agents sends nothing more. */
async function deliver(
  plugin: Plugin,
  { agentId, name, request, key }: Write,
  signal: AbortSignal,
): Promise<unknown> {
  const config = plugin.config();
  const isListed = config.agents.includes("*") || config.agents.includes(agentId);
  if (!config.enabled || !isListed)
    throw new Withheld("memory is switched off for an agent whose writes wait");
  const endpoint = ENDPOINTS[name] as unknown as Callable<unknown>;
  return plugin.service.call(config, agentId, endpoint, request, { idempotencyKey: key, signal });
}

function identityOf(plugin: Plugin): string {
  const { baseUrl, token, brain, agents, enabled } = plugin.config();
  const facts = JSON.stringify([baseUrl, token.value, brain, agents, enabled]);
  return createHash("sha256").update(facts).digest("hex");
}

/** Where the host keeps what must outlive its processes. */
export function stateFolder(plugin: Plugin): string {
  const given = plugin.api.runtime?.state?.resolveStateDir?.(process.env);
  return given ?? process.env.OPENCLAW_STATE_DIR ?? path.join(os.homedir(), ".openclaw");
}
