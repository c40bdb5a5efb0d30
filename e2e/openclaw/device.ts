// One device with a real OpenClaw: its own home, state and configuration; commands, a gateway, and turns through it.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import type { Installed } from "./host-install.ts";

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

const COMMAND_MS = 180_000;
const READY_MS = 240_000;
const TURN_MS = 120_000;
const GATEWAY_TOKEN = "gateway-of-a-test-0123456789";

export class Device {
  readonly folder: string;
  readonly #host: Installed;
  readonly #port: number;
  #gateway: ChildProcess | null = null;
  /** All that the host said on this device. */
  said = "";

  constructor(host: Installed, folder: string, port: number, modelUrl: string) {
    this.#host = host;
    this.#port = port;
    this.folder = folder;
    for (const part of ["home", "state", "tmp", "workspace"])
      fs.mkdirSync(this.#in(part), { recursive: true });
    fs.writeFileSync(this.#in("openclaw.json"), JSON.stringify(this.#configuration(modelUrl), null, 2));
  }

  configuration(): { plugins?: { slots?: { memory?: string } } } {
    return JSON.parse(fs.readFileSync(this.#in("openclaw.json"), "utf8"));
  }

  /** What the gateway has logged. */
  log(): string {
    const file = this.#in("openclaw.log");
    return fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "";
  }

  /** Runs `openclaw …` to its end. */
  async run(...args: string[]): Promise<Ended> {
    const child = this.#start(args);
    let [out, error] = ["", ""];
    child.stdout?.on("data", (bytes) => (out += bytes));
    child.stderr?.on("data", (bytes) => (error += bytes));
    const timer = setTimeout(() => child.kill("SIGKILL"), COMMAND_MS);
    const [code] = (await once(child, "close")) as [number | null];
    clearTimeout(timer);
    this.said += out + error;
    return { code, out, error };
  }

  async open(): Promise<void> {
    const gateway = this.#start(["gateway", "run"]);
    this.#gateway = gateway;
    for (const stream of [gateway.stdout, gateway.stderr])
      stream?.on("data", (bytes) => (this.said += bytes));
    for (const end = Date.now() + READY_MS; Date.now() < end; await pause(250)) {
      if (gateway.exitCode !== null) throw new Error(`the gateway ended:\n${this.said.slice(-2_000)}`);
      const ready = await fetch(`http://127.0.0.1:${this.#port}/readyz`).then(
        (reply) => reply.text(),
        () => "",
      );
      if (ready.includes('"ready":true')) return;
    }
    throw new Error(`the gateway was not ready in time:\n${this.said.slice(-2_000)}`);
  }

  /** Ends the gateway; returns how long it took, in milliseconds, and its exit status. */
  async close(): Promise<{ ms: number; code: number | null }> {
    const gateway = this.#gateway;
    if (!gateway || gateway.exitCode !== null) return { ms: 0, code: gateway?.exitCode ?? 0 };
    const started = performance.now();
    const ended = once(gateway, "close") as Promise<[number | null]>;
    gateway.kill("SIGTERM");
    const timer = setTimeout(() => gateway.kill("SIGKILL"), 60_000);
    const [code] = await ended;
    clearTimeout(timer);
    this.#gateway = null;
    return { ms: performance.now() - started, code };
  }

  /** One turn of the agent in a session; returns the HTTP status and how long it took. */
  async turn(session: string, content: string): Promise<{ status: number; ms: number; text: string }> {
    const started = performance.now();
    const reply = await fetch(`http://127.0.0.1:${this.#port}/v1/chat/completions`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${GATEWAY_TOKEN}`,
        "Content-Type": "application/json",
        "x-openclaw-session-key": `agent:main:${session}`,
      },
      body: JSON.stringify({ model: "openclaw/main", messages: [{ role: "user", content }] }),
      signal: AbortSignal.timeout(TURN_MS),
    });
    return { status: reply.status, text: await reply.text(), ms: performance.now() - started };
  }

  #start(args: readonly string[]): ChildProcess {
    // Nothing of this machine's environment gets in, least of all keys of providers.
    const { PATH, LANG } = process.env;
    return spawn(this.#host.node, [this.#host.entry, ...args], {
      cwd: this.folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: `${path.dirname(this.#host.node)}${path.delimiter}${PATH}`,
        LANG,
        HOME: this.#in("home"),
        TMPDIR: this.#in("tmp"),
        OPENCLAW_STATE_DIR: this.#in("state"),
        OPENCLAW_CONFIG_PATH: this.#in("openclaw.json"),
        OPENCLAW_OFFLINE: "1",
        OPENCLAW_NO_AUTO_UPDATE: "1",
        OPENCLAW_DISABLE_BONJOUR: "1",
        OPENCLAW_SKIP_CHANNELS: "1",
        DO_NOT_TRACK: "1",
      },
    });
  }

  #configuration(modelUrl: string) {
    const model = {
      id: "scripted",
      name: "Scripted",
      reasoning: false,
      input: ["text"],
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
      contextWindow: 128_000,
      maxTokens: 4_096,
    };
    const provider = { baseUrl: modelUrl, apiKey: "none", api: "openai-completions", models: [model] };
    return {
      gateway: {
        mode: "local",
        bind: "loopback",
        port: this.#port,
        auth: { mode: "token", token: GATEWAY_TOKEN },
        http: { endpoints: { chatCompletions: { enabled: true } } },
      },
      logging: { file: this.#in("openclaw.log") },
      update: { checkOnStart: false },
      models: { mode: "replace", providers: { scripted: provider } },
      agents: {
        defaults: {
          workspace: this.#in("workspace"),
          skipBootstrap: true,
          model: { primary: "scripted/scripted" },
        },
      },
    };
  }

  #in(name: string): string {
    return path.join(this.folder, name);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
