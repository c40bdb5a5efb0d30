// The local service as `npm start` runs it, on a port and a folder of its own; ended the hard way, and begun again.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";

const START = path.join(import.meta.dirname, "../../scripts/start.ts");

export class Service {
  readonly port: number;
  readonly url: string;
  readonly #data: string;
  #child: ChildProcess | null = null;

  constructor(data: string, port: number) {
    this.#data = data;
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
  }

  ownerToken(): string {
    return JSON.parse(fs.readFileSync(path.join(this.#data, "local.json"), "utf8")).owner_token;
  }

  async begin(): Promise<void> {
    const args = [START, "--no-story", "--data", this.#data, "--port", String(this.port)];
    const child = spawn(process.execPath, args, { detached: true, stdio: ["ignore", "pipe", "pipe"] });
    this.#child = child;
    let output = "";
    const ended = once(child, "close");
    const ready = new Promise<void>((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on("data", (bytes) => {
          output += bytes;
          if (/End with Ctrl-C/.test(output)) resolve();
        });
      }
    });
    const died = ended.then(() => Promise.reject(new Error(`the service did not start:\n${output}`)));
    await Promise.race([ready, died]);
    died.catch(() => undefined);
  }

  /** Ends it with its worker, as a power cut would. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    this.#child = null;
    const file = path.join(this.#data, "worker.pid");
    const worker = fs.existsSync(file) ? Number(fs.readFileSync(file, "utf8")) : undefined;
    const ended = child.exitCode === null ? once(child, "close") : undefined;
    for (const group of [worker, child.pid]) {
      if (group === undefined) continue;
      try {
        process.kill(-group, "SIGKILL");
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
      }
    }
    await ended;
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
