// The local worker as a child: migrations applied, started, watched, ended. Its own output goes to worker.log.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { Failure } from "../../cli/src/failure.ts";
import { answers } from "./answering.ts";
import type { Home } from "./home.ts";
import { isAlive } from "./lock.ts";
import { PROJECT } from "./options.ts";

const CONFIG = path.join(PROJECT, "wrangler.local.toml");
const WRANGLER = path.join(PROJECT, "node_modules/wrangler/bin/wrangler.js");
const HOST = path.join(import.meta.dirname, "worker-host.ts");
/** A local database that was cut short may need a moment before it opens again. */
const MIGRATE_RETRIES = 3;
const MIGRATE_PAUSE_MS = 1_000;
const START_MS = 90_000;
const END_MS = 8_000;
const LAST_LINES = 20;
/** What wrangler says when it can't build; it then waits for an edit instead of ending. */
const BROKEN = "Build failed with";

export interface Worker {
  readonly url: string;
  /** Settles when the worker ends by itself, with the reason. */
  readonly died: Promise<Failure>;
  end(): Promise<void>;
}

/** Makes sure that no worker of an earlier start is left, and that the port is free. Throws a `Failure` that says what does. */
export async function claim(home: Home, port: number): Promise<void> {
  await endOfPredecessor(home);
  await mustBeFree(port);
}

/** Brings the local D1 to the newest migration. Throws a `Failure` that names the log when it can't be done. */
export async function migrate(home: Home): Promise<void> {
  const args = ["d1", "migrations", "apply", "DB", "--local", "-c", CONFIG];
  args.push("--persist-to", home.file("state"));
  for (let left = MIGRATE_RETRIES; ; left--) {
    const [code] = await once(hosted(home, "migrate.log", args), "exit");
    fs.rmSync(home.file("worker.pid"), { force: true });
    if (code === 0) return;
    if (left === 0)
      throw new Failure(
        `the tables of the local database can't be made: the reason is in ${home.file("migrate.log")}`,
      );
    await sleep(MIGRATE_PAUSE_MS);
  }
}

/** Wrangler under its host, which ends it when this program goes away; the next start waits for the host. */
function hosted(home: Home, log: "migrate.log" | "worker.log", args: readonly string[]): ChildProcess {
  const output = fs.openSync(home.file(log), "w", 0o600);
  const child = spawn(process.execPath, [HOST, process.execPath, WRANGLER, ...args], {
    cwd: PROJECT,
    env: environment(home),
    detached: true,
    stdio: ["ignore", output, output, "ipc"],
  });
  fs.closeSync(output);
  fs.writeFileSync(home.file("worker.pid"), `${child.pid}\n`, { mode: 0o600 });
  return child;
}

/** Starts the worker and waits until it answers. Throws a `Failure` with its last lines when it does not. */
export async function startWorker(home: Home, port: number): Promise<Worker> {
  const args = ["dev", "-c", CONFIG, "--ip", "127.0.0.1", "--port", String(port)];
  args.push("--persist-to", home.file("state"));
  // The last one counts: nobody's variables take the place of what a start made.
  for (const name of ["variables.env", "worker.env"] as const)
    if (fs.existsSync(home.file(name))) args.push("--env-file", home.file(name));
  args.push("--show-interactive-dev-session=false");
  const child = hosted(home, "worker.log", args);
  const died = once(child, "exit").then(() => new Failure(`the worker ended by itself.\n${lastLines(home)}`));
  const worker = { url: `http://127.0.0.1:${port}`, died, end: () => end(child, home) };
  const failure = await Promise.race([died, untilItAnswers(worker.url, home)]);
  if (failure) {
    await worker.end();
    throw failure;
  }
  return worker;
}

/** Ends a worker that does not answer any more, and starts another one on what it kept; its log stays beside the new one. */
export async function startAnew(worker: Worker, home: Home, port: number): Promise<Worker> {
  await worker.end();
  fs.copyFileSync(home.file("worker.log"), home.file("worker.log.before"));
  await claim(home, port);
  return startWorker(home, port);
}

async function untilItAnswers(url: string, home: Home): Promise<Failure | undefined> {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    if (await answers(url, 2_000)) return undefined;
    if (said(home).includes(BROKEN)) return new Failure(`the worker could not be built.\n${lastLines(home)}`);
    await sleep(100);
  }
  return new Failure(`the worker did not answer within ${START_MS / 1000} seconds.\n${lastLines(home)}`);
}

async function end(child: ChildProcess, home: Home): Promise<void> {
  const ended = child.exitCode !== null || child.signalCode !== null ? undefined : once(child, "exit");
  if (child.connected) child.disconnect();
  if (ended) {
    const late = await Promise.race([ended.then(() => false), sleep(END_MS, true, { ref: false })]);
    if (late && child.pid) process.kill(-child.pid, "SIGKILL");
  }
  fs.rmSync(home.file("worker.pid"), { force: true });
}

/** A worker of an earlier start on the same folder: one that is just ending is waited for, two at once would clash. */
async function endOfPredecessor(home: Home): Promise<void> {
  const file = home.file("worker.pid");
  if (!fs.existsSync(file)) return;
  const pid = Number(fs.readFileSync(file, "utf8"));
  for (const deadline = Date.now() + END_MS; isAlive(pid); await sleep(100)) {
    if (Date.now() > deadline)
      throw new Failure(
        `${home.folder} is in use by process ${pid}: end it, or choose another folder with --data DIR. ` +
          `If that process is something else, delete ${file}.`,
      );
  }
}

async function mustBeFree(port: number): Promise<void> {
  const server = net.createServer();
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  } catch {
    throw new Failure(`port ${port} is taken: choose another with \`npm start -- --port ${port + 1}\``);
  } finally {
    server.close();
  }
}

function said(home: Home): string {
  return stripVTControlCharacters(fs.readFileSync(home.file("worker.log"), "utf8"));
}

function lastLines(home: Home): string {
  const lines = said(home).trimEnd().split("\n");
  return [`Last lines of ${home.file("worker.log")}:`, ...lines.slice(-LAST_LINES)].join("\n");
}

/** Nothing is reported to anyone, nothing is fetched, and nothing is written outside the data folder's reach. */
function environment(home: Home): NodeJS.ProcessEnv {
  return {
    ...process.env,
    CI: "true",
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
    NO_COLOR: "1",
    WRANGLER_CACHE_DIR: home.file("cache"),
    WRANGLER_HIDE_BANNER: "true",
    WRANGLER_LOG_PATH: path.join(home.file("cache"), "logs"),
    WRANGLER_REGISTRY_PATH: path.join(home.file("cache"), "registry"),
    WRANGLER_SEND_ERROR_REPORTS: "false",
    WRANGLER_SEND_METRICS: "false",
  };
}
