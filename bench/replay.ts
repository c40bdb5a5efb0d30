// Replaying a long session log over HTTP into the worker as it is deployed, once without an interruption, and once with
// the worker killed hard again and again: how fast it is, and whether both memories are the same in the end.

import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";
import { setTimeout } from "node:timers/promises";
import { ClientError } from "../client/client-error.ts";
import { DirectoryClient } from "../client/directory-client.ts";
import { MemoryClient } from "../client/memory-client.ts";
import type { ReplayReply } from "../wire/replaying.ts";
import { Bundle, OPERATOR_TOKEN } from "./local-worker.ts";
import { type Bench, type BenchOptions, CannotRun, type Row } from "./rows.ts";
import { sessionLog } from "./session-log.ts";
import { figure, table } from "./table.ts";
import { englishTexts } from "./texts.ts";

const MEGABYTE = 2 ** 20;
const SIZE = {
  full: { megabytes: 50, kills: 8, notes: 400 },
  quick: { megabytes: 1, kills: 1, notes: 60 },
} as const;
const SEED = 11;
const NOTE = { least: 120, most: 400 } as const;
const AGENT = "replayed";
const HOST = path.join(import.meta.dirname, "replay-host.ts");

interface Replayed {
  readonly reply: ReplayReply;
  readonly seconds: number;
  readonly kills: number;
  readonly state: State;
}

/** What was learned, without when and by whom. */
interface State {
  readonly rows: ReadonlySet<string>;
  readonly lessons: number;
  readonly marks: number;
}

export const replay: Bench = {
  about: "a session log of 50 MB, replayed with and without killing the worker",

  async run(options) {
    const { megabytes, kills, notes: count } = SIZE[options.quick ? "quick" : "full"];
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "edgebrain-replay-"));
    options.say("replay: bundling the worker …");
    const bundle = await Bundle.make();
    try {
      const texts = englishTexts(SEED, NOTE.least, NOTE.most);
      const notes = Array.from({ length: count }, () => texts.next().value);
      const file = path.join(folder, "session.jsonl");
      options.say(`replay: a log of ${megabytes} MB …`);
      const log = fs.openSync(file, "w");
      for (const line of sessionLog(notes, megabytes * MEGABYTE, SEED)) fs.writeSync(log, line);
      fs.closeSync(log);
      const run = (name: string, times: number) =>
        replayed({ bundle, storage: path.join(folder, name), file, notes, kills: times }, options);
      const plain = await run("plain", 0);
      const killed = await run("killed", kills);
      return rowsOf(plain, killed, fs.statSync(file).size, options);
    } finally {
      await bundle.remove();
      fs.rmSync(folder, { recursive: true, force: true });
    }
  },

  show(rows) {
    const lines = rows.map(({ metric, value, unit, params }) => [
      metric,
      String(params.run),
      figure(value),
      unit,
    ]);
    return [
      table(["metric", "run", "value", "unit"], lines),
      "",
      "The worker under workerd alone, on the same cores as the client. killed: the worker's processes are killed with SIGKILL",
      "while it learns, started again on the same storage, and the client goes on. learned_twice, learned_not and differing",
      "compare lessons, and all nodes, edges and vectors, with the run that was not interrupted.",
    ].join("\n");
  },
};

interface Job {
  readonly bundle: Bundle;
  readonly storage: string;
  readonly file: string;
  readonly notes: readonly string[];
  readonly kills: number;
}

async function replayed(job: Job, { say }: BenchOptions): Promise<Replayed> {
  let host = await Host.start(job);
  try {
    const token = await tokenAt(host.url);
    const client = (url: string) =>
      new MemoryClient({ baseUrl: url, token, agent: AGENT, timeoutMs: 60_000 });
    const files = job.notes.map((text, index) => ({ path: `notes/${index}.md`, text }));
    for (let first = 0; first < files.length; first += 100) {
      await client(host.url).sync({ files: files.slice(first, first + 100) });
    }
    const open = () => fs.createReadStream(job.file, { highWaterMark: MEGABYTE });
    const { size } = fs.statSync(job.file);
    const start = performance.now();
    let kills = 0;
    for (;;) {
      /** Bytes that are learned when the worker is killed next. */
      const killAt = kills < job.kills ? (size * (kills + 1)) / (job.kills + 1) : Number.POSITIVE_INFINITY;
      const { url } = host;
      let said = 0;
      const onProgress = ({ learned, counts }: ReplayReply) => {
        if (learned >= killAt) host.kill();
        if (performance.now() - said < 5_000) return;
        said = performance.now();
        say(
          `replay: ${Math.round((100 * learned) / size)} %, ${counts.queries_replayed} lessons, killed ${kills} times`,
        );
      };
      try {
        const reply = await client(url).replayLog(open, { mode: "fast", onProgress });
        const seconds = (performance.now() - start) / 1_000;
        return { reply, seconds, kills, state: await stateOf(client(url)) };
      } catch (error) {
        if (!host.isKilled || !(error instanceof ClientError)) throw error;
      }
      kills++;
      host = await Host.start(job);
    }
  } finally {
    host.kill();
  }
}

/** A worker in processes of its own. */
class Host {
  isKilled = false;
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  static async start({ bundle, storage }: Job): Promise<Host> {
    const child = spawn(process.execPath, [HOST, bundle.folder, storage], {
      stdio: ["ignore", "pipe", "inherit"],
      detached: true,
    });
    for await (const line of readline.createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
      const { url } = JSON.parse(line) as { url: string };
      // Its port opens a moment before it answers.
      for (let tries = 0; tries < 100; tries++) {
        if (
          await fetch(new URL("health", url)).then(
            ({ ok }) => ok,
            () => false,
          )
        )
          return new Host(child, url);
        await setTimeout(100);
      }
    }
    throw new CannotRun("the worker did not start");
  }

  kill(): void {
    if (this.isKilled) return;
    this.isKilled = true;
    // The group: workerd is a child of the process that was started.
    process.kill(-(this.#child.pid as number), "SIGKILL");
  }
}

async function tokenAt(url: string): Promise<string> {
  const operator = new DirectoryClient({ baseUrl: url, token: OPERATOR_TOKEN });
  await operator.createTenant({ name: "bench" });
  const { token } = await operator.createToken({ tenant: "bench", name: "bench", role: "owner" });
  await new DirectoryClient({ baseUrl: url, token }).createAgent({ name: AGENT });
  return token;
}

async function stateOf(memory: MemoryClient): Promise<State> {
  const rows = new Set<string>();
  let lessons = 0;
  let marks = 0;
  let tables: Record<string, string[]> = {};
  for await (const page of memory.export()) {
    for (const line of page.trimEnd().split("\n")) {
      const value = JSON.parse(line) as unknown;
      if (!Array.isArray(value)) {
        tables = (value as { tables?: typeof tables }).tables ?? tables;
        continue;
      }
      const [table, ...cells] = value as [string, ...unknown[]];
      const row = Object.fromEntries(tables[table].map((name, index) => [name, cells[index]]));
      if (table === "replayed") marks++;
      if (table === "journal" && row.type === "learn") lessons++;
      const shown: Record<string, readonly string[]> = {
        nodes: ["id", "text"],
        edges: ["source", "target", "weight", "kind"],
        stops: ["id", "weight"],
        vectors: ["id", "route", "scale", "data"],
        replayed: ["mark"],
      };
      if (table in shown) rows.add(JSON.stringify([table, ...shown[table].map((name) => row[name])]));
    }
  }
  return { rows, lessons, marks };
}

function rowsOf(plain: Replayed, killed: Replayed, bytes: number, { quick }: BenchOptions): Row[] {
  const row = (metric: string, unit: string, value: number, run: string): Row => {
    return { bench: "replay", metric, unit, value, params: { run, quick } };
  };
  const rates = ([run, { reply, seconds }]: [string, Replayed]) => [
    row("time", "s", seconds, run),
    row("rate", "MB/s", bytes / MEGABYTE / seconds, run),
    row("lines", "lines/s", reply.counts.lines / seconds, run),
    row("questions", "", reply.counts.questions, run),
    row("lessons", "", reply.counts.queries_replayed, run),
    row("events", "", reply.counts.corrections + reply.counts.teachings, run),
    row("broken_lines", "", reply.counts.broken, run),
  ];
  const differing =
    plain.state.rows.difference(killed.state.rows).size + killed.state.rows.difference(plain.state.rows).size;
  const more = killed.state.lessons - plain.state.lessons;
  return [
    row("log", "MB", bytes / MEGABYTE, "both"),
    ...(
      [
        ["plain", plain],
        ["killed", killed],
      ] as [string, Replayed][]
    ).flatMap(rates),
    row("kills", "", killed.kills, "killed"),
    row("learned_twice", "lessons", Math.max(0, more), "killed"),
    row("learned_not", "lessons", Math.max(0, -more), "killed"),
    row("differing", "rows", differing, "killed"),
  ];
}
