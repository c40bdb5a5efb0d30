// The plugin's entry: what the host calls, several times in a process. Registering does no work: no connection, no
// timer, no file, and it does not fail on a host that lacks one of the interfaces.

import packed from "../package.json" with { type: "json" };
import { registerCapture } from "./capture/capturing.ts";
import { registerCheck } from "./check.ts";
import { registerRecording } from "./experiences/recording.ts";
import { registerShowing } from "./experiences/showing.ts";
import { registerCommand } from "./feedback/command.ts";
import { registerImplicitFeedback } from "./feedback/implicit.ts";
import { registerGuidance } from "./guidance.ts";
import type { HostApi } from "./host.ts";
import { PLUGIN_ID, Plugin, Shared } from "./plugin.ts";
import { registerQueue } from "./queue/opening.ts";
import { registerCorpus } from "./recall/corpus.ts";
import { registerRecall } from "./recall/recalling.ts";
import { registerCommands } from "./setup/commands.ts";
import { registerTool } from "./tool.ts";
import { TOOLS } from "./tools/index.ts";

/** Each registers hooks and services of its own; tools are in the table of tools. */
const FEATURES: readonly ((plugin: Plugin) => void)[] = [
  registerCheck,
  registerGuidance,
  registerRecall,
  registerCorpus,
  registerQueue,
  registerCapture,
  registerRecording,
  registerShowing,
  registerImplicitFeedback,
  registerCommand,
  registerCommands,
];

/** The host loads this file several times in a process; all of them share one, unless they are of another version. */
const SHARED_KEY = Symbol.for(`edgebrain-openclaw ${packed.version}`);

function sharedOfProcess(): Shared {
  const known = globalThis as { [SHARED_KEY]?: Shared };
  known[SHARED_KEY] ??= new Shared();
  return known[SHARED_KEY];
}

export function register(api: HostApi, shared = sharedOfProcess()): void {
  const plugin = new Plugin(api, shared);
  for (const feature of FEATURES) feature(plugin);
  for (const definition of TOOLS) registerTool(plugin, definition);
}

export default {
  id: PLUGIN_ID,
  name: "EdgeBrain memory",
  description: "Memory that learns what to recall and what to leave out, kept by an EdgeBrain service.",
  register: (api: HostApi): void => register(api),
};
