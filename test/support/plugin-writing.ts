// A plugin host with a scripted service and a state folder of its own, for tests of what the plugin writes.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach } from "vitest";
import { Plugin } from "../../plugin/src/plugin.ts";
import { outboxOf } from "../../plugin/src/queue/opening.ts";
import { PluginHost } from "./plugin-host.ts";
import { answered, fired, ScriptedService } from "./scripted-service.ts";

export interface WritingTrial {
  readonly service: ScriptedService;
  readonly stateDir: string;
  host(changed?: Record<string, unknown>): PluginHost;
  /** What was written, with the end of its address. */
  writes(): Record<string, unknown>[];
  /** Delivers what waits, as far as it goes. */
  delivered(plugin: PluginHost): Promise<void>;
}

/** Of each test of a file; the service answers every question with one memory. */
export function writingTrials(): WritingTrial {
  // Service and folder are there from the beginning of each test.
  const trial: Omit<WritingTrial, "service" | "stateDir"> & {
    service: ScriptedService;
    stateDir: string;
  } = {
    service: undefined as unknown as ScriptedService,
    stateDir: "",
    host: (changed: Record<string, unknown> = {}) =>
      new PluginHost(
        { baseUrl: trial.service.url, token: "t-1", brain: "ada", ...changed },
        { stateDir: trial.stateDir },
      ),
    writes: () => trial.service.writes.map(({ to, body }) => ({ to, ...body })),
    delivered: (plugin: PluginHost) => outboxOf(new Plugin(plugin.api, plugin.shared)).kick(),
  };
  beforeEach(async () => {
    trial.service = await ScriptedService.start();
    trial.service.query = answered([fired("Staging runs in Oslo.", { id: "oslo" })], { query_id: "q-7" });
    trial.stateDir = fs.mkdtempSync(path.join(os.tmpdir(), "edgebrain-writing-"));
  });
  afterEach(async () => {
    await trial.service.stop();
    fs.rmSync(trial.stateDir, { recursive: true, force: true });
  });
  return trial;
}

/** The tools that write, each with arguments that are right. */
export const WRITING_TOOLS: readonly (readonly [name: string, params: Record<string, unknown>])[] = [
  ["memory_store", { text: "We ship on Mondays." }],
  ["memory_correct", { content: "Staging runs in Bergen." }],
  ["memory_feedback", { verdict: "wrong", correction: "Staging runs in Bergen." }],
  [
    "memory_procedure_store",
    { title: "Ship", content: "How to ship.", steps: [{ title: "Tag", content: "Tag it." }] },
  ],
];

/** An entry of the user in a session. */
export const user = (text: string) => ({ role: "user", content: [{ type: "text", text }] });
