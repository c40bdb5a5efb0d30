// The command line that replays logs, and the lines of a log as they are sent.

import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, it } from "vitest";
import { logLines } from "../../client/log-lines.ts";
import { LIMITS } from "../../wire/limits.ts";
import { SKIPPED_LINE } from "../../wire/replaying.ts";

const ROOT = path.join(import.meta.dirname, "../..");

async function linesOf(text: string, size: number) {
  const bytes = new TextEncoder().encode(text);
  const pieces = async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  };
  const lines = [];
  for await (const line of logLines(pieces())) lines.push(line);
  return lines;
}

it("[RE31] lines are the same however the bytes are cut, each with the byte behind it", async () => {
  const text = '\ufeff{"a":"é"}\r\n\n{"b":2}\n{"c":3}';
  for (const size of [1, 2, 5, 1_000]) {
    expect(await linesOf(text, size)).toEqual([
      { text: '{"a":"é"}\r', after: 15 },
      { text: "", after: 16 },
      { text: '{"b":2}', after: 24 },
      { text: '{"c":3}', after: 31 },
    ]);
  }
  expect(await linesOf('{"b":2}\n{"c":', 3)).toEqual([{ text: '{"b":2}', after: 8 }]);
});

it("[RE31] a line that is too long is named with its role, and its bytes count", async () => {
  const long = JSON.stringify({
    type: "message",
    message: { role: "toolResult", content: "x".repeat(LIMITS.replayLineBytes) },
  });
  const [skipped, next] = await linesOf(`${long}\n{"b":2}\n`, 65_536);
  expect(JSON.parse(skipped.text)).toEqual({ type: SKIPPED_LINE, role: "toolResult", bytes: long.length });
  expect([skipped.after, next.after]).toEqual([long.length + 1, long.length + 9]);
  expect(JSON.parse((await linesOf(`${"x".repeat(long.length)}\n`, 999))[0].text)).toMatchObject({
    role: null,
  });
});

it("[RE30] a wrong command line is refused with exit code 2, and a server that is none with 3", () => {
  const run = (...args: string[]) => {
    const env = { ...process.env, EDGEBRAIN_TOKEN: "t" };
    const { status, stderr, stdout } = spawnSync(process.execPath, ["cli/src/index.ts", "replay", ...args], {
      cwd: ROOT,
      env,
    });
    return [status, String(stderr), String(stdout)] as const;
  };
  expect(run()).toEqual([2, expect.stringContaining("files"), ""]);
  expect(run("--url", "http://127.0.0.1:9", "--agent", "a", "--speed", "x")[0]).toBe(2);
  const [status, said] = run("--url", "http://127.0.0.1:9", "--agent", "a", "package.json");
  expect([status, said]).toEqual([3, expect.stringContaining("can't be reached")]);
});
