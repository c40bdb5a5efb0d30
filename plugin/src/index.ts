// The plugin's entry: what the host calls, once for every process and mode. Registering does no work: no connection,
// no timer, no file, and nothing in it can fail for a host that lacks one of the interfaces.

import type { HostApi } from "./host.ts";
import { PLUGIN_ID, Plugin } from "./plugin.ts";
import { registerRecall } from "./recall/recalling.ts";
import { registerTool } from "./tool.ts";
import { TOOLS } from "./tools/index.ts";

/** Each registers hooks and services of its own; tools are in the table of tools. */
const FEATURES: readonly ((plugin: Plugin) => void)[] = [registerRecall];

export default {
  id: PLUGIN_ID,
  name: "EdgeBrain memory",
  description: "Memory that learns what to recall and what to leave out, kept by an EdgeBrain service.",
  register(api: HostApi): void {
    const plugin = new Plugin(api);
    for (const register of FEATURES) register(plugin);
    for (const definition of TOOLS) registerTool(plugin, definition);
  },
};
