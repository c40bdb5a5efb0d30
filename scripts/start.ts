// `npm start`: a whole EdgeBrain on this machine, with a workspace indexed and a story that shows what it does.
// The first start makes everything, each further one keeps it; a start that was cut short is finished by the next.

import { spawnSync } from "node:child_process";
import path from "node:path";
import { Failure } from "../cli/src/failure.ts";
import { syncWorkspace } from "../cli/src/files/syncing.ts";
import { askedWorkspace, questionAbout } from "../cli/src/files/workspace.ts";
import { ClientError } from "../client/client-error.ts";
import { MemoryClient } from "../client/memory-client.ts";
import { buildConsole } from "./build-console.ts";
import { untilItHangs } from "./local/answering.ts";
import { Home, type Local } from "./local/home.ts";
import { lock } from "./local/lock.ts";
import { type Options, optionsOf, PROJECT, USAGE } from "./local/options.ts";
import { freshLocal, setUp } from "./local/set-up.ts";
import { claim, migrate, startAnew, startWorker, type Worker } from "./local/worker.ts";
import { linesOf, liveStory } from "./story.ts";
import "./require-node.ts";

/** Syncs embed many texts: more patience than a question needs. */
const TIMEOUT_MS = 120_000;
const SAMPLE_QUESTION = "When may we ship to production?";

process.exit(await main(process.argv.slice(2)));

async function main(args: readonly string[]): Promise<number> {
  try {
    const options = optionsOf(args);
    if (options.help) {
      console.log(USAGE);
      return 0;
    }
    return await start(options);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    return error.exitCode;
  }
}

async function start(options: Options): Promise<number> {
  const files = askedWorkspace(options.workspace);
  const home = new Home(options.data);
  lock(home);
  const agent = agentOf(options);
  const local: Local = { ...(home.read() ?? freshLocal(options.port)), port: options.port };
  const workspace = local.agents[agent]?.workspace ?? options.workspace;
  if (workspace !== options.workspace)
    throw new Failure(`the agent ${agent} has the workspace ${workspace}: keep another one with --data DIR`);
  say("EdgeBrain on this machine", "");
  fact("data", shown(home.folder));
  if (spawnSync("git", ["--version"], { stdio: "ignore" }).error)
    fact("note", "git is not on the PATH: the start goes on without it, updating the project will need it");
  await claim(home, options.port);
  home.write(local);
  buildConsole();
  await migrate(home);
  // Until here, and while the worker starts, a signal simply ends this program: the worker's host notices.
  let worker = await startWorker(home, options.port);
  const stopped = stopSignal();
  try {
    const first = firstMinutes(worker, home, local, agent, options);
    const code = await Promise.race([stopped, deathOf(worker), first]);
    if (code !== null) return code;
    invite(worker, home, agent, options.sample ? SAMPLE_QUESTION : questionAbout(files));
    for (;;) {
      const code = await Promise.race([stopped, deathOf(worker), untilItHangs(worker.url)]);
      if (typeof code === "number") return code;
      say("", "The worker does not answer any more: it is ended, and begun anew on what it kept.");
      const next = await Promise.race([stopped, startAnew(worker, home, options.port)]);
      // One that is on its way ends with this program.
      if (typeof next === "number") return next;
      worker = next;
      say(`It answers again. What it said before is in ${shown(home.file("worker.log.before"))}`);
    }
  } catch (error) {
    if (error instanceof ClientError) throw await explained(error, worker);
    throw error;
  } finally {
    await worker.end();
  }
}

/** Everything until it is ready; an exit code when that is to be all. */
async function firstMinutes(
  worker: Worker,
  home: Home,
  known: Local,
  agent: string,
  options: Options,
): Promise<number | null> {
  fact("worker", `${worker.url}  (what it says is in ${shown(home.file("worker.log"))})`);
  let local = await setUp(home, worker.url, known, agent, options.workspace);
  const note = (facts: Partial<Local["agents"][string]>): void => {
    local = { ...local, agents: { ...local.agents, [agent]: { ...local.agents[agent], ...facts } } };
    home.write(local);
  };
  fact("agent", `${agent}, of the tenant ${local.tenant}`);
  const token = local.owner_token as string;
  const memory = new MemoryClient({ baseUrl: worker.url, token, agent, timeoutMs: TIMEOUT_MS });
  await index(memory, options, local.agents[agent].indexed);
  note({ indexed: true });
  if (!(options.story ?? (options.sample && !local.agents[agent].story_told))) return null;
  const story = await liveStory(memory);
  say("", ...linesOf(story));
  note({ story_told: true });
  const held = story.promises.every((promise) => promise.held);
  if (!held) say("", "The story did not hold: this is a defect, please report it with the lines above.");
  if (!options.check) return null;
  return held ? 0 : 1;
}

async function index(memory: MemoryClient, options: Options, indexed: boolean): Promise<void> {
  const { nodes } = await memory.info();
  if (indexed && options.sample && nodes > 0) {
    fact("memory", `${nodes} nodes, kept from earlier`);
    return;
  }
  const began = Date.now();
  const progress = (count: number, all: number): void => {
    if (process.stdout.isTTY) process.stdout.write(`\r  indexing  ${count} of ${all} files`);
  };
  const done = await syncWorkspace(memory, options.workspace, { progress });
  const chunks = done.nodes_added + done.nodes_updated + done.nodes_unchanged;
  if (process.stdout.isTTY) process.stdout.write("\r\x1b[2K");
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  fact("indexed", `${shown(options.workspace)}: ${done.files} files, ${chunks} chunks, ${seconds} s`);
  for (const { path, reason } of done.skipped) fact("left out", `${path}: ${reason}`);
}

function invite(worker: Worker, home: Home, agent: string, question: string): void {
  const curl = `curl -s -H "@${shown(home.file("headers"))}"`;
  const url = `${worker.url}/v1/agents/${agent}`;
  say("", "Ready.", "");
  fact("console", `${worker.url}/  (sign in with the token)`);
  fact("token", `${home.read()?.owner_token}  (of this machine's owner; keep it to yourself)`);
  say("", "Try, with the token read from a file that only you can read:", "");
  say(`  ${curl} ${url}/query -d '${JSON.stringify({ query: question })}'`);
  say(`  ${curl} "${url}/journal?limit=5"`);
  say(`  ${curl} ${url}/health`);
  say("", `Every endpoint: ${worker.url}/docs   End with Ctrl-C.`);
}

/** The sample has an agent of its own name; any other folder gives its name to its agent. */
function agentOf({ sample, workspace }: Options): string {
  if (sample) return "sample";
  const name = path
    .basename(workspace)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+/, "");
  return name.slice(0, 64) || "workspace";
}

/** Throws the reason when the worker ends by itself. */
async function deathOf({ died }: Worker): Promise<never> {
  throw await died;
}

/** Settles, with exit code 0, on Ctrl-C or another polite end; a second one ends at once. */
function stopSignal(): Promise<number> {
  return new Promise((resolve) => {
    const stop = (): void => {
      say("", "Stopped. The next start goes on from here.");
      resolve(0);
    };
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stop);
  });
}

/** A call that failed because the worker is gone says so, rather than that nothing answers. */
async function explained(error: ClientError, worker: Worker): Promise<Failure> {
  const died = await Promise.race([
    worker.died,
    new Promise<null>((resolve) => setTimeout(resolve, 500, null)),
  ]);
  return died ?? new Failure(`the worker answered: ${error.message}${error.code ? ` (${error.code})` : ""}`);
}

/** Relative where that is shorter. */
function shown(file: string): string {
  const relative = path.relative(process.env.INIT_CWD ?? PROJECT, file);
  return relative.startsWith("..") ? file : relative || ".";
}

function fact(name: string, value: string): void {
  say(`  ${name.padEnd(9)} ${value}`);
}

function say(...lines: readonly string[]): void {
  for (const line of lines) console.log(line);
}
