// What a folder is as a workspace, and what a command line means.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { askedWorkspace, batchesOf, questionAbout, readWorkspace } from "../../cli/src/files/workspace.ts";
import { Home } from "../../scripts/local/home.ts";
import { optionsOf, SAMPLE_WORKSPACE } from "../../scripts/local/options.ts";
import { LIMITS } from "../../wire/limits.ts";

let folder = "";
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "edgebrain-workspace-"));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

function put(name: string, content: string | Uint8Array): void {
  fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  fs.writeFileSync(path.join(folder, name), content);
}

describe("a workspace", () => {
  it("[LS7] is its text files, sorted by name, at most three folders down", () => {
    for (const name of ["b.md", "a.MD", "a/b/c/deep.md", "a/b/c/d/deeper.md", "picture.png", "noextension"])
      put(name, "x");
    expect(readWorkspace(folder).files.map((file) => file.path)).toEqual(["a/b/c/deep.md", "a.MD", "b.md"]);
  });

  it("[LS7] leaves out hidden names and what programs made", () => {
    for (const name of [".env.md", ".git/x.md", "node_modules/x.md", "dist/x.md", "in/venv/x.py", "kept.py"])
      put(name, "x");
    expect(readWorkspace(folder).files.map((file) => file.path)).toEqual(["kept.py"]);
  });

  it("[LS7] names files that can't be memory, with the reason", () => {
    put("latin.txt", Uint8Array.of(0x63, 0x61, 0x66, 0xe9));
    put("binary.txt", "a\0b");
    put("long.txt", "x".repeat(LIMITS.fileText + 1));
    put("wide.txt", "\u{1F30D}".repeat(LIMITS.fileText - 1));
    expect(readWorkspace(folder)).toEqual({
      files: [],
      skipped: [
        { path: "binary.txt", reason: "holds a NUL character" },
        { path: "latin.txt", reason: "not UTF-8" },
        { path: "long.txt", reason: "too long" },
        { path: "wide.txt", reason: "too long" },
      ],
    });
  });

  it("[LS7] goes in batches, in order and complete, each small enough for one request", () => {
    const files = Array.from({ length: 90 }, (_, at) => ({ path: `${at}.md`, text: "x".repeat(at * 4_000) }));
    const batches = [...batchesOf(files)];
    expect(batches.flat()).toEqual(files);
    for (const batch of batches) {
      expect(batch.length).toBeLessThanOrEqual(LIMITS.filesPerSync);
      expect(Buffer.byteLength(JSON.stringify({ files: batch }))).toBeLessThan(LIMITS.bodyBytes);
    }
  });

  it("[LS7] the sample has no two files of one name and nothing that is left out", () => {
    const { files, skipped } = readWorkspace(SAMPLE_WORKSPACE);
    expect(files.length).toBeGreaterThanOrEqual(12);
    expect(skipped).toEqual([]);
  });
});

describe("a workspace that was asked for", () => {
  it("[LS8] is a folder with text in it, and otherwise one sentence and exit code 2", () => {
    put("file.md", "x");
    fs.mkdirSync(path.join(folder, "empty"));
    for (const [name, why] of [
      ["nowhere", /^the workspace \S+ does not exist.*$/],
      ["file.md", /^the workspace \S+ is not a folder$/],
      ["empty", /^the workspace \S+ holds no text files to index$/],
    ] as const)
      expect(() => askedWorkspace(path.join(folder, name)), name).toThrow(
        expect.objectContaining({ exitCode: 2, message: expect.stringMatching(why) }),
      );
  });

  it("[LS11] is what the first question is about: its first heading, or a file's name", () => {
    put("a.txt", "x");
    expect(questionAbout(readWorkspace(folder))).toBe("What do we know about a.txt?");
    put("b.md", 'text\n\n# Bob\'s "rules" & `$(tea)`\n');
    expect(questionAbout(readWorkspace(folder))).toBe("What do we know about Bob s rules tea?");
  });
});

describe("a command line", () => {
  it.each([
    ["--nope"],
    ["stray"],
    ["--port", "0"],
    ["--port", "x"],
    ["--port", "0x50"],
    ["--port", "8e3"],
    ["--port", " 80"],
    ["--port", "+80"],
    ["--port", "080"],
    ["--port", "65536"],
    ["--port", ""],
    ["--check", "--no-story"],
    ["--workspace"],
  ])("[LS8] %j is refused with the usage and exit code 2", (...args) => {
    expect(() => optionsOf(args)).toThrow(
      expect.objectContaining({ exitCode: 2, message: expect.stringContaining("npm start -- [options]") }),
    );
  });

  it("[LS8] takes paths from where it was typed, and has defaults for everything", () => {
    expect(optionsOf([])).toMatchObject({
      port: 8787,
      sample: true,
      story: null,
      workspace: SAMPLE_WORKSPACE,
    });
    expect(optionsOf(["--workspace", "notes", "--data", "d"], "/somewhere")).toMatchObject({
      workspace: "/somewhere/notes",
      data: "/somewhere/d",
      sample: false,
    });
  });
});

describe("a data folder", () => {
  it("[LS9] one that can't be used is said in one line", () => {
    put("file", "");
    expect(() => new Home(path.join(folder, "file"))).toThrow(/choose another with --data DIR/);
  });

  it.runIf(process.platform === "linux")("[LS9] one where none can be made is said, and ends", () => {
    expect(() => new Home("/proc/nowhere/deep")).toThrow(
      /^can't write to \S+ \(.+\): choose another with --data DIR$/,
    );
    expect(() => new Home(path.join(folder, "a/b/c"))).not.toThrow();
  });

  it("[LS9] a damaged local.json says what to do, and that the memory stays", () => {
    put("local.json", "{");
    expect(() => new Home(folder).read()).toThrow(/delete it and start again.*the memory stays/);
  });
});
