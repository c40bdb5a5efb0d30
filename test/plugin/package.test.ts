// The package as a host gets it: what is written twice agrees, and what is built is one file that needs nothing.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { builtinModules } from "node:module";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HostApi } from "../../plugin/src/host.ts";
import { OPTIONS } from "../../plugin/src/options.ts";
import { PLUGIN_ID } from "../../plugin/src/plugin.ts";
import { TOOLS } from "../../plugin/src/tools/index.ts";
import { pluginDocuments } from "../../scripts/plugin-documents.ts";

const ROOT = path.join(import.meta.dirname, "../..");
const PLUGIN = path.join(ROOT, "plugin");
const read = (file: string) => fs.readFileSync(path.join(PLUGIN, file), "utf8");
const manifest = JSON.parse(read("openclaw.plugin.json"));
const packed = JSON.parse(read("package.json"));
/** KiB of the built file; a jump is worth a look. */
const MOST_KIB = 600;

describe("the manifest", () => {
  it.each(pluginDocuments())("[PL1] %s follows from the tables of options and tools", (file, text) => {
    expect(read(file)).toBe(text);
  });

  it("[PL1] has the id, the version and the tools that the program has", () => {
    expect(manifest).toMatchObject({ id: PLUGIN_ID, kind: "memory", version: packed.version });
    expect(manifest.contracts.tools).toEqual(TOOLS.map(({ name }) => name));
    expect(new Set(manifest.contracts.tools).size).toBe(TOOLS.length);
    expect(Object.keys(manifest.toolMetadata)).toEqual(manifest.contracts.tools);
    expect(Object.keys(manifest.uiHints)).toEqual(Object.keys(OPTIONS));
  });

  it("[PL2] no value and no unknown name makes a configuration invalid, and nothing is required", () => {
    const { configSchema } = manifest;
    expect(configSchema).not.toHaveProperty("required");
    expect(configSchema.additionalProperties).toBe(false);
    const [pattern] = Object.keys(configSchema.patternProperties);
    for (const name of Object.keys(configSchema.properties))
      expect(name).not.toMatch(new RegExp(pattern, "u"));
    for (const name of ["colour", "", "agentss", "toke", "__proto__"])
      expect(name).toMatch(new RegExp(pattern, "u"));
    const all = ["array", "boolean", "null", "number", "object", "string"];
    for (const [name, { anyOf }] of Object.entries<{ anyOf: { type: string[] }[] }>(
      configSchema.properties,
    )) {
      expect([...anyOf.at(-1)!.type].sort(), name).toEqual(all);
    }
  });

  it("[PL1] is for the hosts that the package is for", () => {
    expect(packed.dependencies).toBeUndefined();
    expect(packed.openclaw.extensions).toEqual(["./dist/index.js"]);
    expect(packed.openclaw.compat.pluginApi).toBe(packed.openclaw.install.minHostVersion);
    expect(packed.peerDependencies.openclaw).toBe(packed.openclaw.compat.pluginApi);
  });
});

describe("the skill for the agent", () => {
  it("[PL1] names tools that there are, and every tool for recall, storing and feedback", () => {
    const skill = read("skills/edgebrain-memory/SKILL.md");
    const named = new Set([...skill.matchAll(/`(memory_\w+)`/g)].map(([, name]) => name));
    const tools = TOOLS.map(({ name }) => name);
    expect([...named].filter((name) => !tools.includes(name))).toEqual([]);
    const told = tools.filter((name) => name !== "memory_search" && !name.startsWith("memory_proposal"));
    expect(told.filter((name) => !named.has(name))).toEqual([]);
    expect(skill).toMatch(/^---\nname: edgebrain-memory\ndescription: .+\n---\n/);
  });
});

describe("what is built", () => {
  const out = fs.mkdtempSync(path.join(os.tmpdir(), "edgebrain-build-"));
  let source = "";
  beforeAll(() => {
    const vite = path.join(ROOT, "node_modules/vite/bin/vite.js");
    const config = path.join(PLUGIN, "vite.config.ts");
    execFileSync(process.execPath, [
      vite,
      "build",
      "--config",
      config,
      "--outDir",
      out,
      "--logLevel",
      "error",
    ]);
    source = fs.readFileSync(path.join(out, "index.js"), "utf8");
  });
  afterAll(() => fs.rmSync(out, { recursive: true, force: true }));

  it(`[PL1] is one file of at most ${MOST_KIB} KiB that imports modules of Node alone`, () => {
    expect(fs.readdirSync(out)).toEqual(["index.js"]);
    expect(source.length).toBeLessThan(MOST_KIB * 1024);
    const imported = [...source.matchAll(/^import\b[^"';]*["']([^"']+)["']/gm)].map(([, name]) => name);
    for (const name of imported) {
      expect(name).toMatch(/^node:/);
      expect(builtinModules).toContain(name.slice("node:".length));
    }
    expect(source).not.toMatch(/\bimport\((?!"node:)/);
  });

  it("[PL2] loaded twice in one process, as a host does, it warns once", async () => {
    const lines: string[] = [];
    const write = (text: string) => void lines.push(text);
    for (const query of ["?one", "?two"]) {
      const { default: entry } = await import(/* @vite-ignore */ path.join(out, `index.js${query}`));
      let build: (() => unknown) | undefined;
      entry.register({
        pluginConfig: { colour: "red", enabled: false },
        logger: { info: write, warn: write, error: write },
        registerMemoryCapability: ({ promptBuilder }: { promptBuilder: () => unknown }) => {
          build = promptBuilder;
        },
      });
      build?.();
    }
    expect(lines).toEqual([expect.stringContaining('no option "colour"')]);
  });

  it("[PL1] registers what the manifest declares, without a host", async () => {
    const { default: entry } = await import(/* @vite-ignore */ path.join(out, "index.js"));
    const tools: string[] = [];
    const lines: string[] = [];
    const write = (text: string) => void lines.push(text);
    const api: HostApi = {
      logger: { info: write, warn: write, error: write },
      on: () => undefined,
      registerTool: (_, { name }) => void tools.push(name),
    };
    expect(entry.register(api)).toBeUndefined();
    expect(entry.id).toBe(manifest.id);
    expect(tools).toEqual(manifest.contracts.tools);
    expect(lines).toEqual([]);
  });
});
