// The worker as it is deployed, on this machine: bundled by wrangler with the local configuration, and run by workerd
// alone. `wrangler dev` would stand between, and take longer than the worker itself.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { children } from "./cpu.ts";

const PROJECT = path.join(import.meta.dirname, "..");
const CONFIG = path.join(PROJECT, "wrangler.local.toml");
const BREAK = "--> statement-breakpoint";
export const OPERATOR_TOKEN = "operator-token-of-the-load-bench-0123456789";

export interface LocalWorker {
  readonly url: string;
  readonly d1: D1Database;
  /** Of workerd, where the machine tells. */
  readonly processes: readonly number[];
  end(): Promise<void>;
}

/** A bundled worker, from which any number can be started; `remove` deletes it. */
export class Bundle {
  readonly #folder: string;
  readonly #entry: string | undefined;
  readonly #objects: Objects;

  private constructor(folder: string, entry: string | undefined, objects: Objects = {}) {
    this.#folder = folder;
    this.#entry = entry;
    this.#objects = objects;
  }

  /** The product, or a worker of a bench in its surroundings: the same configuration, with no objects but its own. */
  static async make(entry?: string, objects: Objects = {}): Promise<Bundle> {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), "edgebrain-load-"));
    const wrangler = path.join(PROJECT, "node_modules/wrangler/bin/wrangler.js");
    const config = entry === undefined ? CONFIG : await ownConfig(folder, entry, objects);
    const args = [wrangler, "deploy", "--dry-run", "-c", config, "--outdir", folder];
    const env = {
      ...process.env,
      CI: "true",
      CLOUDFLARE_CF_FETCH_ENABLED: "false",
      WRANGLER_LOG_PATH: path.join(folder, "logs"),
      WRANGLER_SEND_METRICS: "false",
    };
    await promisify(execFile)(process.execPath, args, { cwd: PROJECT, env });
    return new Bundle(folder, entry, objects);
  }

  /**
   * Starts it on a free port of 127.0.0.1, with an empty storage that ends with it, or one that stays in a folder. Rates are limited by the isolate:
   * the platform's stand-in writes to a disk for each request, which the platform does not.
   */
  async start(variables: Readonly<Record<string, string>> = {}, storage?: string): Promise<LocalWorker> {
    // Loaded here, so that other benches need not wait for them.
    const { convertV4MiniflareOptions, Miniflare } = await import("miniflare");
    const { unstable_getMiniflareWorkerOptions: optionsOf } = await import("wrangler");
    const { workerOptions } = optionsOf(CONFIG);
    const name = path.basename(this.#entry ?? "index.ts", ".ts");
    const compiled = (await fs.readdir(this.#folder)).filter((file) => file.endsWith(".wasm"));
    const worker = {
      ...workerOptions,
      name: "edgebrain",
      ratelimits: {},
      // As a deployment without a Vectorize index.
      serviceBindings: {},
      ...(this.#entry !== undefined && { durableObjects: stored(this.#objects) }),
      rootPath: this.#folder,
      modules: [
        { type: "ESModule" as const, path: path.join(this.#folder, `${name}.js`) },
        ...compiled.map((file) => ({ type: "CompiledWasm" as const, path: path.join(this.#folder, file) })),
      ],
      bindings: { OPERATOR_TOKEN, REQUEST_LOG: "off", ...variables },
    };
    const before = children();
    const isNew = storage === undefined || !existsSync(storage);
    const miniflare = new Miniflare({
      ...convertV4MiniflareOptions({
        host: "127.0.0.1",
        port: 0,
        cf: false,
        // Standard output belongs to the rows.
        handleRuntimeStdio(out: Readable, err: Readable) {
          out.pipe(process.stderr);
          err.pipe(process.stderr);
        },
        workers: [worker],
      }),
      ...(storage !== undefined && { resourcePersistencePath: storage }),
    });
    const url = (await miniflare.ready).href;
    const processes = children().filter((one) => !before.includes(one));
    // SAFETY: the binding is D1's; Miniflare's types come from another copy of the same declarations.
    const d1 = (await miniflare.getD1Database("DB")) as unknown as D1Database;
    if (isNew) await migrate(d1);
    return { url, d1, processes, end: () => miniflare.dispose() };
  }

  /** One that another process made. */
  static in(folder: string): Bundle {
    return new Bundle(folder, undefined);
  }

  get folder(): string {
    return this.#folder;
  }

  remove(): Promise<void> {
    return fs.rm(this.#folder, { recursive: true, force: true });
  }
}

/** Classes of objects, by the name of their binding. */
export type Objects = Readonly<Record<string, string>>;

function stored(objects: Objects): Record<string, { className: string; useSQLite: true }> {
  const bound = Object.entries(objects).map(([name, className]) => [name, { className, useSQLite: true }]);
  return Object.fromEntries(bound);
}

/** The product's configuration without its bindings, for another worker. */
async function ownConfig(folder: string, entry: string, objects: Objects): Promise<string> {
  const { unstable_getMiniflareWorkerOptions: optionsOf } = await import("wrangler");
  const { compatibilityDate: compatibility_date } = optionsOf(CONFIG).workerOptions;
  const file = path.join(folder, "wrangler.json");
  const bindings = Object.entries(objects).map(([name, class_name]) => ({ name, class_name }));
  const config = {
    name: "bench",
    main: path.join(PROJECT, entry),
    compatibility_date,
    durable_objects: { bindings },
    migrations: [{ tag: "v1", new_sqlite_classes: Object.values(objects) }],
  };
  await fs.writeFile(file, JSON.stringify(config));
  return file;
}

async function migrate(d1: D1Database): Promise<void> {
  const folder = path.join(PROJECT, "migrations");
  const files = (await fs.readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
  for (const file of files) {
    const statements = (await fs.readFile(path.join(folder, file), "utf8")).split(BREAK);
    await d1.batch(statements.map((statement) => d1.prepare(statement)));
  }
}
