// Asks the service once when the gateway starts, and says in the log how it stands: connected, not set up, or why not.
// The start does not wait for it.

import { PLUGIN_ID, type Plugin } from "./plugin.ts";
import { failureLine } from "./service.ts";

const PATIENCE_MS = 2_000;

export function registerCheck(plugin: Plugin): void {
  plugin.api.registerService?.({
    id: PLUGIN_ID,
    start() {
      void check(plugin);
    },
  });
}

async function check(plugin: Plugin): Promise<void> {
  try {
    const config = plugin.config();
    if (!config.enabled) return;
    if (config.obstacle !== null) {
      plugin.warnOnce(config.obstacle);
      return;
    }
    const { role, agents } = await plugin.service.me(config, PATIENCE_MS);
    plugin.log.info(`connected as ${role} of ${agents === null ? "every agent" : agents.join(", ")}`);
  } catch (error) {
    plugin.log.warn(`the service does not answer as it should: ${failureLine(error)}`);
  }
}
