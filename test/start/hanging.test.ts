// A worker that hangs: noticed, ended and begun anew by the start that watches it, with all that was acknowledged.

import { execFileSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { MemoryClient } from "../../client/memory-client.ts";
import { untilItHangs } from "../../scripts/local/answering.ts";
import { freePort, type Run, start } from "./support.ts";

const MINUTES = 4 * 60_000;

describe("a watch", () => {
  it("[LS12] takes several looks without an answer in a row for an end, and a single one for nothing", async () => {
    const answers = ["ok", "hangs", "ok", "fails", "hangs", "ok", "hangs", "fails", "hangs"];
    let looks = 0;
    const server = http.createServer((_, response) => {
      const answer = answers[looks++] ?? "ok";
      if (answer !== "hangs") response.writeHead(answer === "ok" ? 200 : 500).end("{}");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await untilItHangs(url, { everyMs: 5, againMs: 5, patienceMs: 1_000, most: 3 });
    expect(looks).toBe(answers.length);
    server.closeAllConnections();
    server.close();
  });
});

describe.runIf(process.platform === "linux")("a start", { timeout: MINUTES }, () => {
  const data = fs.mkdtempSync(path.join(os.tmpdir(), "edgebrain-hanging-"));
  const workspace = path.join(data, "harbour");
  let run: Run | undefined;
  afterAll(async () => {
    await run?.kill();
    fs.rmSync(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });

  it("[LS12] [LS13] whose runtime is ended begins it anew, says so, and has all that was acknowledged", async () => {
    fs.mkdirSync(workspace);
    fs.writeFileSync(path.join(workspace, "a.md"), "# Harbour\n\nThe ferry lands at the east quay.\n");
    fs.writeFileSync(path.join(data, "variables.env"), "MODEL=oracle\nOPERATOR_TOKEN=nobody\n");
    const port = await freePort();
    run = start(data, "--port", String(port), "--workspace", workspace);
    await run.until(/End with Ctrl-C/);
    const { owner_token: token } = JSON.parse(fs.readFileSync(path.join(data, "local.json"), "utf8"));
    const memory = new MemoryClient({ baseUrl: `http://127.0.0.1:${port}`, token, agent: "harbour" });
    await expect(memory.teach({})).rejects.toMatchObject({
      code: "not_configured",
      message: expect.stringContaining("MODEL"),
    });
    await memory.inject({ content: "The lighthouse keeper is on duty in winter." });
    const { nodes, revision } = await memory.info();
    const group = Number(fs.readFileSync(path.join(data, "worker.pid"), "utf8"));
    const runtimes = runtimesOf(group);
    expect(runtimes.length).toBeGreaterThan(0);
    for (const pid of runtimes) process.kill(pid, "SIGKILL");
    await run.until(/It answers again/);
    expect(run.output()).toContain("The worker does not answer any more");
    expect(await memory.info()).toMatchObject({ nodes, revision });
    const { fired } = await memory.query({ query: "Who is on duty in winter?" });
    expect(fired[0].text).toContain("lighthouse keeper");
    expect(fs.existsSync(path.join(data, "worker.log.before"))).toBe(true);
    expect(runtimesOf(group)).toEqual([]);
    run.stop();
    expect(await run.ended).toBe(0);
  });
});

/** The processes of the Workers runtime in a process group. */
function runtimesOf(group: number): number[] {
  return execFileSync("ps", ["-eo", "pid,pgid,comm"], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, pgid, name]) => Number(pgid) === group && name?.startsWith("workerd"))
    .map(([pid]) => Number(pid));
}
