// A memory on Node's SQLite with a key for its audit chain, ready to leave and to arrive.

import type { Embedder } from "../../durable/embed/embedder.ts";
import { DEFAULT_EMBEDDER, embedderNamed } from "../../durable/embed/index.ts";
import { PROFILES } from "../../durable/graph/profiles.ts";
import type { Memory } from "../../durable/operations/memory.ts";
import { mindOf } from "../../durable/operations/mind.ts";
import { perform } from "../../durable/operations/perform.ts";
import { SqliteStore } from "../../durable/store/store.ts";
import { folderAssets } from "../../golden/folder-assets.ts";
import { NodeDatabase } from "../../golden/node-database.ts";
import type { EndpointName } from "../../wire/endpoints.ts";
import type { Result } from "../../wire/errors.ts";
import { must } from "./moving.ts";

const KEY = new Uint8Array(32).fill(1);
/** Makes a page hold about ten notes. */
const LONG = "A long note about deploys, pagers and backups. ".repeat(1_500);

let memories = 0;

export class MovableMemory {
  readonly memory: Memory;
  private calls = 0;

  private constructor() {
    const store = new SqliteStore(new NodeDatabase(), KEY);
    const settings = PROFILES.product;
    const embedder = embedderNamed(DEFAULT_EMBEDDER.product, { assets: folderAssets() }) as Embedder;
    const agent = `memory-${++memories}`;
    this.memory = {
      agent,
      profile: "product",
      settings,
      store,
      embedder,
      ...mindOf({ store, settings, embedder }),
    };
  }

  /** A memory that holds so many long notes. */
  static async withNotes(count: number): Promise<MovableMemory> {
    const made = new MovableMemory();
    for (let number = 1; number <= count; number++) await made.note(`Note ${number}. ${LONG}`);
    return made;
  }

  async note(content: string): Promise<void> {
    must(await this.perform("inject", { content }));
  }

  perform(name: string, request: unknown): Promise<Result<unknown>> {
    const id = String(++this.calls).padStart(32, "0");
    const call = {
      author: "test",
      role: "owner" as const,
      now: Date.now(),
      id,
      idempotencyKey: null,
      elapsed: () => 0,
    };
    return perform(this.memory, name as EndpointName, request as never, call);
  }
}
