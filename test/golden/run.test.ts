// The golden runner on folders of cases: tally, reports, exit codes.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { golden } from "../../golden/command.ts";

const folders: string[] = [];

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

async function run(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await golden(args, { out: (text) => out.push(text), err: (text) => err.push(text) });
  return { code, out, stdout: out.join("\n"), stderr: err.join("\n") };
}

const right = {
  name: "right",
  op: "sampling_prng",
  input: { count: 1 },
  expected: { values: [0.8444218515250481] },
  tolerance: 1e-9,
};
const wrong = { ...right, name: "wrong", expected: { values: [0.9] } };
const odd = { ...right, name: "odd", op: "divination" };

afterAll(() => {
  for (const folder of folders) fs.rmSync(folder, { recursive: true });
});

describe("the golden runner", () => {
  it("[GV7] ends with the tally alone on the last line and succeeds when all pass", async () => {
    const { code, out } = await run(folderOf({ "right.json": right }));
    expect(out).toEqual(["1 passed, 0 failed, 0 skipped"]);
    expect(code).toBe(0);
  });

  it("[GV7] names a failure with the first differing path, expected and actual", async () => {
    const { code, out, stdout } = await run(folderOf({ "wrong.json": wrong }));
    expect(stdout).toMatch(/FAILED {2}wrong .*values\[0\]/);
    expect(stdout).toMatch(/expected 0\.9\n +actual +0\.84/);
    expect(out.at(-1)).toBe("0 passed, 1 failed, 0 skipped");
    expect(code).toBe(1);
  });

  it("[GV8] an unknown operation is a failure and is named", async () => {
    const { code, stdout } = await run(folderOf({ "odd.json": odd }));
    expect(stdout).toContain("unknown operation divination");
    expect(code).toBe(1);
  });

  it("[GV8] so is one that only looks like a known operation", async () => {
    const { stdout } = await run(folderOf({ "odd.json": { ...odd, op: "constructor" } }));
    expect(stdout).toContain("unknown operation constructor");
  });

  it("[GV9] a missing folder, an empty one and a malformed case end with a sentence and code 2", async () => {
    expect(await run("/no/such/folder")).toMatchObject({
      code: 2,
      stderr: "there is no folder /no/such/folder",
    });
    expect(await run(folderOf({ "notes.txt": "" }))).toMatchObject({ code: 2 });
    expect(await run()).toMatchObject({ code: 2, stderr: expect.stringContaining("usage") });
    const { code, out, stdout } = await run(folderOf({ "bad.json": "{", "right.json": right }));
    expect(stdout).toContain("FAILED  bad.json: malformed case file");
    expect(out.at(-1)).toBe("1 passed, 1 failed, 0 skipped");
    expect(code).toBe(2);
  });

  it("[GV10] with --json the output is one array", async () => {
    const { stdout } = await run(folderOf({ "wrong.json": wrong }), "--json");
    expect(JSON.parse(stdout)).toMatchObject([{ name: "wrong", op: "sampling_prng", status: "failed" }]);
  });

  it("[GV10] --op runs the cases of one operation", async () => {
    const folder = folderOf({ "wrong.json": wrong, "odd.json": odd });
    expect((await run(folder, "--op", "divination")).out.at(-1)).toBe("0 passed, 1 failed, 0 skipped");
    expect((await run(folder, "--op", "alchemy")).code).toBe(2);
  });

  it("[GV10] --op with a star runs those of all operations that begin so", async () => {
    const folder = folderOf({ "right.json": right, "odd.json": odd });
    expect((await run(folder, "--op", "sampling*")).out.at(-1)).toBe("1 passed, 0 failed, 0 skipped");
  });

  it("[GV11] a file may hold a list of cases, whose results may hold more than is expected", async () => {
    const cases = [{ name: "first", input: { count: 2 }, expected: {} }];
    expect((await run(folderOf({ "sampling_prng.json": cases }))).out).toEqual([
      "1 passed, 0 failed, 0 skipped",
    ]);
  });
});
