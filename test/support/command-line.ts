// The command line as it is installed: packed once, put into an empty folder, and run there as a process of its own, on
// the Node of the machine where that is one that it is for.

import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { freePort, type Run, start } from "../start/support.ts";

const ROOT = path.join(import.meta.dirname, "../..");

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
  /** Standard output, read as JSON. */
  json<T>(): T;
}

/** Builds and packs the command line and installs it into `folder`; the program that npm links. */
function installed(folder: string): string {
  // Built beside it: test files pack at the same time.
  const stage = path.join(folder, "stage");
  const vite = path.join(ROOT, "node_modules/vite/bin/vite.js");
  const build = ["build", "--config", path.join(ROOT, "cli/vite.config.ts"), "--logLevel", "error"];
  execFileSync(process.execPath, [vite, ...build, "--outDir", path.join(stage, "dist")]);
  for (const name of ["package.json", "NOTICE", "LICENSE"])
    fs.copyFileSync(path.join(ROOT, "cli", name), path.join(stage, name));
  const npm = (...args: string[]) =>
    execFileSync("npm", args, { cwd: folder, encoding: "utf8", stdio: "pipe" });
  const [{ filename }] = JSON.parse(npm("pack", stage, "--ignore-scripts", "--json", "--loglevel=error"));
  fs.rmSync(stage, { recursive: true });
  fs.writeFileSync(path.join(folder, "package.json"), "{}");
  npm("install", "--offline", "--no-audit", "--no-fund", path.join(folder, filename));
  return path.join(folder, "node_modules/.bin/edgebrain");
}

/** The Node of the machine, not the one that the project brings; that one where there is no other of version 20 or later. */
function machineNode(): string {
  const folders = (process.env.PATH ?? "")
    .split(path.delimiter)
    .filter((folder) => !folder.includes("node_modules"));
  const others = folders.map((folder) => path.join(folder, "node")).filter((file) => fs.existsSync(file));
  const isFit = (file: string) =>
    Number(execFileSync(file, ["-p", "process.versions.node.split('.')[0]"], { encoding: "utf8" })) >= 20;
  return others.find(isFit) ?? process.execPath;
}

/** A local service, an empty folder with the command line in it, logged in and not. */
export class Installation {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), "edgebrain-cli-"));
  #run: Run | undefined;
  url = "";
  owner = "";

  /** The command line alone, without a service. */
  beginAlone(): CommandLine {
    fs.mkdirSync(this.file("empty"));
    return new CommandLine(installed(this.file("empty")), this.file("settings"), this.file("empty"));
  }

  async begin(): Promise<{ readonly cli: CommandLine; readonly stranger: CommandLine }> {
    for (const name of ["empty", "data"]) fs.mkdirSync(this.file(name));
    const program = installed(this.file("empty"));
    const at = (settings: string) => new CommandLine(program, this.file(settings), this.file("empty"));
    const port = await freePort();
    this.url = `http://127.0.0.1:${port}`;
    this.#run = start(this.file("data"), "--no-story", "--port", String(port));
    await this.#run.until(/End with Ctrl-C/);
    this.owner = JSON.parse(fs.readFileSync(this.file("data", "local.json"), "utf8")).owner_token;
    const cli = at("settings");
    const ended = await cli.fed(`${this.owner}\n`, "login", "--url", this.url);
    if (ended.code !== 0) throw new Error(ended.error);
    return { cli, stranger: at("stranger") };
  }

  async end(): Promise<void> {
    await this.#run?.kill();
    fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  file(...names: string[]): string {
    return path.join(this.folder, ...names);
  }

  /** Writes notes into a folder, each about something else. */
  notes(name: string, count: number, from = 0): string {
    fs.mkdirSync(this.file(name), { recursive: true });
    for (let at = from; at < from + count; at++) {
      const text = `# Note ${at}\n\nBeacon ${at} stands in harbour ${at * 7}.\n`;
      fs.writeFileSync(this.file(name, `note-${at}.md`), text);
    }
    return this.file(name);
  }
}

export class CommandLine {
  readonly #program: string;
  readonly #node = machineNode();
  readonly #environment: NodeJS.ProcessEnv;
  readonly cwd: string;

  /** `settings` is the folder of its own files. */
  constructor(program: string, settings: string, cwd: string, environment: NodeJS.ProcessEnv = {}) {
    this.#program = program;
    this.cwd = cwd;
    this.#environment = { PATH: process.env.PATH, EDGEBRAIN_CONFIG: settings, ...environment };
  }

  /** What runs it, as a line of a shell. */
  get shellCommand(): string {
    return `'${this.#node}' '${this.#program}'`;
  }

  /** The same with something else in the environment. */
  with(environment: NodeJS.ProcessEnv): CommandLine {
    const { EDGEBRAIN_CONFIG: settings, ...others } = { ...this.#environment, ...environment };
    return new CommandLine(this.#program, settings as string, this.cwd, others);
  }

  /** How somebody else begins it. */
  started(...args: string[]) {
    const env = this.#environment as Record<string, string>;
    return { command: this.#node, args: [this.#program, ...args], env, cwd: this.cwd };
  }

  begin(...args: string[]): ChildProcessWithoutNullStreams {
    return spawn(this.#node, [this.#program, ...args], { cwd: this.cwd, env: this.#environment });
  }

  /** Runs a command to its end. */
  run(...args: string[]): Promise<Ended> {
    return this.fed("", ...args);
  }

  /** Runs a command with something on its standard input. */
  async fed(input: string, ...args: string[]): Promise<Ended> {
    const child = this.begin(...args);
    child.stdin.end(input);
    const [out, error] = [collected(child.stdout), collected(child.stderr)];
    const [code] = await once(child, "close");
    return { code, out: out(), error: error(), json: () => JSON.parse(out()) };
  }
}

/** What a stream has said so far. */
export function collected(stream: NodeJS.ReadableStream): () => string {
  let text = "";
  stream.setEncoding("utf8").on("data", (piece) => {
    text += piece;
  });
  return () => text;
}

/** Resolves once it is so; ends with what was said when the program ends before. */
export async function until(child: ChildProcessWithoutNullStreams, isSo: () => boolean, said: () => string) {
  const ended = once(child, "close").then(() => {
    if (!isSo()) throw new Error(`ended before:\n${said()}`);
  });
  while (!isSo()) await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 20))]);
}
