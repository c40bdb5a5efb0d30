// Who has a data folder, and what becomes of the programs of a start that is gone.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Home } from "../../scripts/local/home.ts";
import { isAlive, lock } from "../../scripts/local/lock.ts";
import { freePort, start } from "./support.ts";

const LOCAL = path.join(import.meta.dirname, "../../scripts/local");

let folder = "";
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "edgebrain-processes-"));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

describe("the lock of a data folder", () => {
  it("[LS3] the second of two starts says who has it, in one line, and leaves the first one's files alone", async () => {
    const kept = { "start.lock": `${process.pid}\n`, "worker.pid": "77\n", "worker.log": "said\n" };
    for (const [name, text] of Object.entries(kept)) fs.writeFileSync(path.join(folder, name), text);
    const second = start(folder, "--port", String(await freePort()));
    expect(await second.ended).toBe(1);
    const lines = second.output().trimEnd().split("\n");
    expect(lines).toEqual([expect.stringContaining(`is in use by process ${process.pid}`)]);
    expect(fs.readdirSync(folder).sort()).toEqual(Object.keys(kept).sort());
    for (const [name, text] of Object.entries(kept))
      expect(fs.readFileSync(path.join(folder, name), "utf8"), name).toBe(text);
  });

  it("[LS3] a lock of a process that is gone counts for nothing", () => {
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    fs.writeFileSync(path.join(folder, "start.lock"), `${pid}\n`);
    lock(new Home(folder));
    expect(fs.readFileSync(path.join(folder, "start.lock"), "utf8")).toBe(`${process.pid}\n`);
    expect(fs.readdirSync(folder)).toEqual(["start.lock"]);
  });

  it("[LS3] of many that ask at the same moment exactly one gets it", async () => {
    const program = `
      const { Home } = await import(${JSON.stringify(path.join(LOCAL, "home.ts"))});
      const { lock } = await import(${JSON.stringify(path.join(LOCAL, "lock.ts"))});
      try { lock(new Home(process.argv[1])); console.log("mine"); } catch { console.log("taken"); }
      process.stdin.resume().on("end", () => process.exit());`;
    const asking = Array.from({ length: 5 }, () =>
      spawn(process.execPath, ["--input-type=module", "-e", program, folder], {
        stdio: ["pipe", "pipe", "inherit"],
      }),
    );
    const answers = await Promise.all(asking.map(async ({ stdout }) => String(await once(stdout, "data"))));
    expect(answers.filter((answer) => answer === "mine\n")).toHaveLength(1);
    for (const child of asking) child.stdin.end();
    await Promise.all(asking.map((child) => child.exitCode ?? once(child, "exit")));
    expect(fs.readdirSync(folder)).toEqual([]);
  });
});

describe("the host of what a start runs", () => {
  it("[LS10] ends it when the start is gone, however that went", async () => {
    const endless = "console.log(process.pid); setInterval(() => {}, 1000)";
    const host = spawn(
      process.execPath,
      [path.join(LOCAL, "worker-host.ts"), process.execPath, "-e", endless],
      { detached: true, stdio: ["ignore", "pipe", "inherit", "ipc"] },
    );
    const [said] = await once(host.stdout as NodeJS.ReadableStream, "data");
    const ended = once(host, "exit");
    // What a killed parent leaves behind is a closed channel.
    host.disconnect();
    await ended;
    while (isAlive(Number(said))) await sleep(20);
  });
});
