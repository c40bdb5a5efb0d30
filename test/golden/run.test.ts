import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";

const folders: string[] = [];
const root = path.join(import.meta.dirname, "../..");

function folderOf(files: Record<string, unknown>): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "golden-"));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) {
    fs.writeFileSync(
      path.join(folder, name),
      typeof content === "string" ? content : JSON.stringify(content),
    );
  }
  return folder;
}

function golden(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["golden/run.ts", ...args], {
    cwd: root,
    encoding: "utf8",
  });
  return { status, stderr, lines: stdout.trimEnd().split("\n"), stdout };
}

const right = {
  name: "right",
  op: "sampling_prng",
  input: { count: 1 },
  expected: { values: [0.8444218515250481] },
};
const wrong = { ...right, name: "wrong", expected: { values: [0.9] }, tolerance: 1e-9 };

afterAll(() => {
  for (const folder of folders) fs.rmSync(folder, { recursive: true });
});

describe("the golden runner", () => {
  it("[GV7] ends with the tally alone on the last line and exits 0 when all pass", () => {
    const run = golden(folderOf({ "right.json": { ...right, tolerance: 1e-9 } }));
    expect(run.lines.at(-1)).toBe("1 passed, 0 failed, 0 skipped");
    expect(run.status).toBe(0);
  });

  it("[GV7] names a failure with the first differing path, expected and actual, and exits 1", () => {
    const run = golden(folderOf({ "wrong.json": wrong }));
    expect(run.stdout).toMatch(/FAILED {2}wrong .*values\[0\]/);
    expect(run.stdout).toMatch(/expected 0\.9\n +actual +0\.84/);
    expect(run.lines.at(-1)).toBe("0 passed, 1 failed, 0 skipped");
    expect(run.status).toBe(1);
  });

  it("[GV8] an unknown operation is a failure and is named", () => {
    const run = golden(folderOf({ "odd.json": { ...right, name: "odd", op: "divination" } }));
    expect(run.stdout).toContain("unknown operation divination");
    expect(run.status).toBe(1);
  });

  it("[GV9] a missing folder, an empty one and a malformed case exit 2 with a sentence", () => {
    expect(golden("/no/such/folder")).toMatchObject({
      status: 2,
      stderr: "there is no folder /no/such/folder\n",
    });
    expect(golden(folderOf({ "notes.txt": "" }))).toMatchObject({ status: 2 });
    const run = golden(folderOf({ "bad.json": "{", "right.json": { ...right, tolerance: 1e-9 } }));
    expect(run.stdout).toContain("FAILED  bad.json: malformed case file");
    expect(run.lines.at(-1)).toBe("1 passed, 1 failed, 0 skipped");
    expect(run.status).toBe(2);
  });

  it("[GV10] with --json standard output is one array", () => {
    const run = golden(folderOf({ "wrong.json": wrong }), "--json");
    expect(JSON.parse(run.stdout)).toMatchObject([{ name: "wrong", op: "sampling_prng", status: "failed" }]);
  });

  it("[GV10] --op runs the cases of one operation", () => {
    const folder = folderOf({ "wrong.json": wrong, "odd.json": { ...right, name: "odd", op: "divination" } });
    expect(golden(folder, "--op", "divination").lines.at(-1)).toBe("0 passed, 1 failed, 0 skipped");
    expect(golden(folder, "--op", "alchemy").status).toBe(2);
  });
});
