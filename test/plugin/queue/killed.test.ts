// The queue in real processes, two at a time, that are killed in the middle of it.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const PROGRAM = path.join(import.meta.dirname, "../../support/queue-process.ts");
/** Acknowledged writes after which each pair of processes is killed. */
const KILLED_AFTER = [1, 8, 21];

let folder: string;
let server: http.Server;
let arrived: { key: string; agentId: string }[];
let open: number;
let mostOpen: number;

beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "edgebrain-killed-"));
  arrived = [];
  open = 0;
  mostOpen = 0;
  let calls = 0;
  server = http.createServer(async (request, response) => {
    mostOpen = Math.max(mostOpen, ++open);
    let body = "";
    for await (const chunk of request) body += chunk;
    calls++;
    // Before it, after it, or without an answer: a service that fails now and then.
    if (calls % 11 === 0) response.writeHead(503).end();
    else {
      arrived.push(JSON.parse(body));
      if (calls % 7 === 0) request.socket.destroy();
      else response.writeHead(200).end();
    }
    open--;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => {
  server.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

describe("processes that are killed", () => {
  it("[OQ2] lose nothing that they acknowledged, and leave no lock behind", async () => {
    const said: string[] = [];
    for (const [round, after] of KILLED_AFTER.entries()) {
      const before = said.length;
      const pair = ["a", "b"].map((name) => run(`${round}${name}`, 60, (line) => said.push(line)));
      await until(() => said.length >= before + after);
      for (const child of pair) child.kill("SIGKILL");
      await Promise.all(pair.map((child) => once(child, "close")));
    }
    const last = run("last", 0, (line) => said.push(line));
    await once(last, "close");
    expect(said.pop()).toBe("empty");

    const keys = [...new Set(arrived.map(({ key }) => key))];
    expect(keys).toEqual(expect.arrayContaining(said));
    for (const agent of ["agent-0", "agent-1"]) {
      for (const [round] of KILLED_AFTER.entries()) {
        for (const name of ["a", "b"]) {
          const first = arrived.filter(
            ({ key, agentId }) => agentId === agent && key.startsWith(`${round}${name}-`),
          );
          const order = [...new Set(first.map(({ key }) => key))];
          expect(order).toEqual(order.toSorted());
        }
      }
    }
    expect(
      fs.readdirSync(folder).filter((name) => name.includes(".json") && !name.endsWith(".part")),
    ).toEqual([]);
  });

  it("[OQ3] deliver one at a time", async () => {
    const said: string[] = [];
    const pair = ["a", "b", "c"].map((name) => run(name, 20, (line) => said.push(line)));
    await Promise.all(pair.map((child) => once(child, "close")));
    expect(said.filter((line) => line !== "empty")).toHaveLength(60);
    expect(new Set(arrived.map(({ key }) => key)).size).toBe(60);
    expect(mostOpen).toBe(1);
  });
});

function run(name: string, count: number, hear: (line: string) => void): ChildProcess {
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const child = spawn(process.execPath, [PROGRAM, folder, address, name, String(count)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  createInterface({ input: child.stdout! }).on("line", hear);
  return child;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
}
