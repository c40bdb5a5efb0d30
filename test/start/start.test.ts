// A start from nothing, as a user has it: the whole worker, the sample workspace, the story, a power cut, another start.

import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MemoryClient } from "../../client/memory-client.ts";
import { freePort, type Run, start } from "./support.ts";

const MINUTES = 4 * 60_000;
const IN_OTHER_WORDS = "May I push to production on Thursday afternoon?";

describe("a start", { timeout: MINUTES }, () => {
  const data = fs.mkdtempSync(path.join(os.tmpdir(), "edgebrain-start-"));
  let run: Run | undefined;
  let port = 0;

  const memory = (): MemoryClient => {
    const { owner_token } = JSON.parse(fs.readFileSync(path.join(data, "local.json"), "utf8"));
    return new MemoryClient({ baseUrl: `http://127.0.0.1:${port}`, token: owner_token, agent: "sample" });
  };

  beforeAll(async () => {
    port = await freePort();
  });

  afterAll(async () => {
    await run?.kill();
    fs.rmSync(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });

  it("[LS1] the first start, cut short and begun again, indexes the sample, and its story holds", async () => {
    run = start(data, "--port", String(port));
    await run.until(/ worker /);
    await run.kill();
    run = start(data, "--port", String(port));
    await run.until(/End with Ctrl-C/);
    expect(run.output()).toContain("✓ the correction is among the first three");
    expect(run.output()).toContain("✓ what it corrects is gone");
    expect(run.output()).toContain("✓ another question is answered as before");
    expect(run.output()).not.toContain("✗");
  });

  it("[LS2] tokens are in files that only their owner can read; the owner is shown theirs, nobody the operator's", () => {
    const mode = (file: string) => fs.statSync(path.join(data, file)).mode & 0o777;
    expect(mode(".")).toBe(0o700);
    for (const file of ["audit.key", "local.json", "worker.env", "headers"])
      expect(mode(file), file).toBe(0o600);
    const { operator_token, owner_token } = JSON.parse(
      fs.readFileSync(path.join(data, "local.json"), "utf8"),
    );
    expect(run?.output()).not.toContain(operator_token);
    expect(run?.output()).toContain(owner_token);
    for (const token of [operator_token, owner_token]) {
      expect(fs.readFileSync(path.join(data, "worker.log"), "utf8")).not.toContain(token);
    }
  });

  it("[LS3] a folder in use is not used twice, and a port that is taken is said", async () => {
    const again = start(data, "--port", String(await freePort()));
    expect(await again.ended).toBe(1);
    expect(again.output()).toContain("is in use by process");
    const elsewhere = fs.mkdtempSync(path.join(os.tmpdir(), "edgebrain-start-"));
    const other = start(elsewhere, "--port", String(port));
    expect(await other.ended).toBe(1);
    expect(other.output()).toContain(`port ${port} is taken`);
    fs.rmSync(elsewhere, { recursive: true, force: true });
  });

  it("[LS4] what was learned outlives a power cut: the correction still leads, the stale chunk stays away", async () => {
    const before = await memory().info();
    await run?.kill();
    run = start(data, "--port", String(port));
    await run.until(/End with Ctrl-C/);
    expect(run.output()).toContain("kept from earlier");
    expect(run.output()).not.toContain("A question, a correction");
    expect(await memory().info()).toMatchObject({ nodes: before.nodes, revision: before.revision });
    const { fired } = await memory().query({ query: IN_OTHER_WORDS });
    expect(fired[0]).toMatchObject({ kind: "correction", text: expect.stringContaining("Tuesday") });
    expect(fired.filter(({ text }) => text.includes("on Thursday between 14:00 and 16:00"))).toEqual([]);
  });

  it("[LS5] without local.json new tokens are made, and the memory and its correction are as they were", async () => {
    const { nodes } = await memory().info();
    await run?.kill();
    fs.rmSync(path.join(data, "local.json"));
    run = start(data, "--port", String(port));
    await run.until(/End with Ctrl-C/);
    expect(run.output()).toContain("The correction of an earlier start holds.");
    expect(run.output()).not.toContain("✗");
    expect(await memory().info()).toMatchObject({ nodes });
  });

  it("[LS6] a start that is asked to end takes its worker with it", async () => {
    const pid = Number(fs.readFileSync(path.join(data, "worker.pid"), "utf8"));
    run?.stop();
    expect(await run?.ended).toBe(0);
    expect(() => process.kill(pid, 0)).toThrow();
    const probe = net.connect(port, "127.0.0.1");
    await expect(
      new Promise((resolve, reject) => probe.on("connect", resolve).on("error", reject)),
    ).rejects.toThrow();
  });
});
