// What the service was told of the folders of this machine: one file a folder and agent, among the command line's own.
// Losing one costs a longer sync, never memory.

import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { configFolder, writePrivately } from "../login.ts";
import { NOTHING_TOLD, type Told } from "./syncing.ts";

const Kept = z.object({
  url: z.string(),
  tenant: z.string().nullable(),
  agent: z.string(),
  folder: z.string(),
  generation: z.number().nullable().default(null),
  revision: z.number(),
  files: z.record(z.string(), z.string()),
});

export interface Place {
  readonly url: string;
  readonly tenant: string | null;
  readonly agent: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

export class ToldFiles {
  readonly #folder: string;
  readonly #place: Place;

  constructor(environment: Environment, { url, tenant, agent }: Place) {
    this.#folder = path.join(configFolder(environment), "synced");
    this.#place = { url: url.replace(/\/+$/, ""), tenant, agent };
  }

  of(folder: string): Told {
    const kept = readKept(this.#file(folder));
    if (!kept) return NOTHING_TOLD;
    const { generation, revision, files } = kept;
    return { generation, revision, files };
  }

  keep(folder: string, told: Told): void {
    writePrivately(this.#file(folder), JSON.stringify({ ...this.#place, folder, ...told }));
  }

  /** The folders that this agent was told of, sorted. */
  folders(): string[] {
    if (!fs.existsSync(this.#folder)) return [];
    const kept = fs.readdirSync(this.#folder).map((name) => readKept(path.join(this.#folder, name)));
    const { url, tenant, agent } = this.#place;
    return kept
      .filter((one) => one?.url === url && one.tenant === tenant && one.agent === agent)
      .map((one) => (one as z.infer<typeof Kept>).folder)
      .sort();
  }

  #file(folder: string): string {
    const { url, tenant, agent } = this.#place;
    const name = createHash("sha256")
      .update(JSON.stringify([url, tenant, agent, folder]))
      .digest("hex");
    return path.join(this.#folder, `${name.slice(0, 32)}.json`);
  }
}

function readKept(file: string): z.infer<typeof Kept> | undefined {
  try {
    return Kept.parse(JSON.parse(fs.readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}
