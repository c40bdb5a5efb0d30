// Starts `npm start`'s program for a test, on a free port and a folder of its own, and ends it the hard way.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";

const START = path.join(import.meta.dirname, "../../scripts/start.ts");

export interface Run {
  readonly output: () => string;
  /** Resolves when the output matches; rejects with all output when the program ends before. */
  until(pattern: RegExp): Promise<void>;
  /** The exit code, once it has ended. */
  readonly ended: Promise<number | null>;
  /** Asks the program to end. */
  stop(): void;
  /** Ends the program and its worker at once, as a power cut would. */
  kill(): Promise<void>;
}

export function start(data: string, ...options: string[]): Run {
  const child = spawn(process.execPath, [START, "--data", data, ...options], {
    detached: true,
    env: { ...process.env, INIT_CWD: undefined },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (bytes) => {
      output += bytes;
      for (const listener of listeners) listener();
    });
  }
  const ended = once(child, "close").then(([code]) => code as number | null);
  return {
    output: () => output,
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (pattern.test(output)) resolve();
        };
        listeners.add(look);
        look();
        ended.then(() => reject(new Error(`ended without ${pattern}:\n${output}`)));
      }),
    ended,
    stop: () => child.kill("SIGTERM"),
    kill: () => kill(child, data),
  };
}

async function kill(child: ChildProcess, data: string): Promise<void> {
  const file = path.join(data, "worker.pid");
  const worker = fs.existsSync(file) ? Number(fs.readFileSync(file, "utf8")) : undefined;
  const ended = child.exitCode === null && child.signalCode === null ? once(child, "close") : undefined;
  // The worker first: ended by its host, it would have a moment to tidy up.
  for (const group of [worker, child.pid]) {
    try {
      if (group) process.kill(-group, "SIGKILL");
    } catch {
      // It is gone already.
    }
  }
  await ended;
}

export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
