// The command line's own table: what the help shows, where commands of other systems went, completion, and replies as text.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { builtinModules } from "node:module";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { COMMANDS } from "../../cli/src/commands/index.ts";
import { candidates, SHELLS, shim } from "../../cli/src/completion.ts";
import { COUNTERPARTS } from "../../cli/src/counterparts.ts";
import { GLOBALS, main, parserOf } from "../../cli/src/program.ts";
import { readable } from "../../cli/src/readable.ts";
import { Policy } from "../../wire/policy.ts";

const ROOT = path.join(import.meta.dirname, "../..");
const names = COMMANDS.map(({ name }) => name);
/** KiB of the built file, about half of it the server of MCP; a jump is worth a look. */
const MOST_KIB = 1_300;

/** The help of a command, or of the whole command line. */
function help(name = ""): string {
  const parser = parserOf(COMMANDS, async () => undefined);
  const found = name
    .split(" ")
    .filter(Boolean)
    .reduce((place, word) => {
      const next = place.commands.find((command) => command.name() === word);
      if (!next) throw new Error(`no command ${name}`);
      return next;
    }, parser);
  return found.helpInformation();
}

describe("the table of commands", () => {
  it("[CM15] every command is in the help, says what it does, and is named once", () => {
    expect(new Set(names).size).toBe(names.length);
    for (const { name, summary, options } of COMMANDS) {
      const words = name.split(" ");
      expect(help(words.slice(0, -1).join(" ")), name).toMatch(new RegExp(`^  ${words.at(-1)}\\b`, "m"));
      expect(summary, name).toMatch(/^[A-Zo]/);
      for (const option of options)
        expect(help(name), name).toContain(
          `--${option.isOn ? "no-" : ""}${option.name.replaceAll("_", "-")}`,
        );
    }
  });

  it("[CM15] each field of an agent's policy can be set", () => {
    const options = COMMANDS.find(({ name }) => name === "policy set")?.options.map(({ name }) => name);
    expect(options).toEqual(Object.keys(Policy.shape));
  });

  it("[CM15] no option of a command is one that every command has", () => {
    const taken = GLOBALS.map((option) => option.attributeName());
    for (const { name, options } of COMMANDS)
      expect(
        options.map((option) => option.name).filter((one) => taken.includes(one)),
        name,
      ).toEqual([]);
  });

  it("[CM24] every command takes --json, and says what is wrong as JSON", async () => {
    for (const name of names) {
      const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
      const code = await main([...name.split(" "), "--what-is-this", "--json"], COMMANDS);
      const text = said.mock.calls.join("");
      said.mockRestore();
      expect([name, code, JSON.parse(text)]).toMatchObject([name, 2, { error: { code: "usage" } }]);
    }
  });

  it("[CM16] every command of the systems that users come from has a counterpart in the help, or a reason", () => {
    for (const { system, command, here, note } of COUNTERPARTS) {
      if (here === null) expect(note.length, `${system} ${command}`).toBeGreaterThan(20);
      else {
        expect(names, `${system} ${command}`).toContain(here);
        expect(help(here)).toContain(`Usage: edgebrain ${here}`);
      }
    }
    const of = (system: string) =>
      COUNTERPARTS.filter((one) => one.system === system).map(({ command }) => command);
    const words = (text: string) => text.split(/, ?/);
    expect(of("openclawbrain")).toEqual(
      words(
        "init,query,learn,self-learn,self-correct,inject,merge,connect,anchor,maintain,compact,sync,replay,harvest," +
          "async-route-pg,health,status,info,journal,doctor,daemon,serve",
      ),
    );
    expect(of("cortex")).toEqual(
      words(
        "store,store-batch,recall,search,capture,get,list,update,forget,lifecycle,consolidate,stats,health,entities list," +
          "entities get,entities search,export,import,index,migrate,reembed,reset,worker status,worker drain," +
          "graph rebuild,hook pre,hook post,hook install,serve,mcp",
      ),
    );
    expect(of("experience-replay")).toEqual(["list", "delete", "reset", "stats"]);
  });
});

describe("completion", () => {
  const globals = GLOBALS.map(({ long }) => long as string);
  const completed = (...words: string[]) => candidates(words, COMMANDS, globals);

  it("[CM17] knows commands, their second words, options and choices", () => {
    expect(completed("quer")).toEqual(["query"]);
    expect(completed("")).toContain("proposal");
    expect(completed("proposal", "a")).toEqual(["add", "approve"]);
    expect(completed("query", "x", "--route-m")).toEqual(["--route-mode"]);
    expect(completed("query", "x", "--route-mode", "")).toContain("learned");
    expect(completed("query", "--js")).toEqual(["--json"]);
    expect(completed("completion", "z")).toEqual(["zsh"]);
    expect(completed("query", "x")).toEqual([]);
  });

  it("[CM17] in bash it hands the words over and takes what comes back", () => {
    const script = `${shim("bash")}
edgebrain() { printf '%s\\n' "$*" other; }
COMP_WORDS=(edgebrain proposal ap); COMP_CWORD=2
_edgebrain; printf '%s|' "\${COMPREPLY[@]}"`;
    expect(execFileSync("bash", ["-c", script], { encoding: "utf8" })).toBe("__complete|proposal|ap|other|");
    for (const shell of SHELLS) expect(shim(shell)).toContain("edgebrain __complete");
  });
});

describe("what is built", () => {
  const out = fs.mkdtempSync(path.join(os.tmpdir(), "edgebrain-cli-build-"));
  beforeAll(() => {
    const vite = path.join(ROOT, "node_modules/vite/bin/vite.js");
    const config = path.join(ROOT, "cli/vite.config.ts");
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
  });
  afterAll(() => fs.rmSync(out, { recursive: true, force: true }));

  it(`[CM18] is one file of at most ${MOST_KIB} KiB that starts as a program and imports modules of Node alone`, () => {
    expect(fs.readdirSync(out)).toEqual(["edgebrain.js"]);
    const source = fs.readFileSync(path.join(out, "edgebrain.js"), "utf8");
    expect(source.startsWith("#!/usr/bin/env node\n")).toBe(true);
    expect(source.length).toBeLessThan(MOST_KIB * 1024);
    const imported = [...source.matchAll(/^import\b[^"';]*["']([^"']+)["']/gm)].map(([, name]) => name);
    const required = [...source.matchAll(/__require\("([^"]+)"\)/g)].map(([, name]) => name);
    expect(imported.length).toBeGreaterThan(0);
    for (const name of [...imported, ...required]) {
      expect(name).toMatch(/^node:/);
      expect(builtinModules).toContain(name.slice("node:".length));
    }
  });
});

describe("a reply as text", () => {
  it("[CM19] shows every field with its value, times as times, long texts on lines of their own", () => {
    const text = readable({
      id: "a",
      created_at: Date.UTC(2026, 10, 30),
      nothing: null,
      list: [],
      notes: [{ text: "one\ntwo" }, { text: "three" }],
      total_ms: 3,
    });
    expect(text.split("\n")).toEqual([
      "id          a",
      "created at  2026-11-30T00:00:00Z",
      "nothing     -",
      "list        none",
      "notes",
      "  text",
      "    one",
      "    two",
      "",
      "  text  three",
    ]);
  });
});
