// Keeps Vectorize in step with a memory: after D1 has a change, the index gets it too, and later it is asked what it shows.
// Everything that has to survive is on the object's disk; a batch that is sent twice changes nothing.

import type { SqliteStore } from "../store/store.ts";
import { VECTORIZE } from "./limits.ts";
import { namespaceOf, vectorNameOf } from "./names.ts";
import type { IndexState, VectorStore } from "./vector-store.ts";

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5 * 60 * 1_000;
/** Share of a pause that chance adds, so that objects do not come back all at once. */
const JITTER = 0.25;
/** Changes are usually seen after some seconds: the pauses between two looks grow from the one to the other. */
const FIRST_LOOK_MS = 2_000;
const LONGEST_LOOK_MS = 60_000;
/** How far the index's clock may be from ours. */
const CLOCKS_MS = 10_000;
/** When the index is idle, nothing later than our batch shows that it was reached: after this it is believed. */
const SETTLED_MS = 5 * 60 * 1_000;
const MESSAGE_CHARS = 300;
/** Batches of one slice. */
const CALLS = 10;

export interface Archived {
  /** Resolves when D1 has everything. */
  flush(): Promise<void>;
}

export class VectorDrain {
  readonly #store: SqliteStore;
  readonly #index: VectorStore;
  readonly #archive: Archived;
  readonly #clock: () => number;
  /** Numbers of a vector in the index, as it said in this life of the object. */
  #dimension: number | undefined;
  #looks = 0;

  constructor(store: SqliteStore, index: VectorStore, archive: Archived, clock: () => number = Date.now) {
    this.#store = store;
    this.#index = index;
    this.#archive = archive;
    this.#clock = clock;
  }

  /**
   * Sends some batches, or looks what is visible. Returns the milliseconds until it is to come again, or null when nothing is
   * left. Never throws: a failure is counted on disk and answered with a longer pause. `chance` is a number in 0…1.
   */
  async drain(chance: number): Promise<number | null> {
    const { vectorized } = this.#store;
    try {
      const pause = await this.#step();
      vectorized.succeed();
      return pause;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const failures = vectorized.fail(message.slice(0, MESSAGE_CHARS));
      console.error("Vectorize failed", failures, message);
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
      return Math.round(pause * (1 + JITTER * chance));
    }
  }

  async #step(): Promise<number | null> {
    const { vectorized, state } = this.#store;
    const agent = state.get("agent");
    const embedder = this.#store.setting("embedder") as { name: string; dimension: number } | undefined;
    if (agent === undefined || !embedder) return null;
    if (this.#dimension === undefined || vectorized.batches().length > 0)
      this.#see(await this.#index.describe());
    const fits = this.#dimension === embedder.dimension;
    vectorized.fill(fits ? embedder.name : null, this.#dimension as number);
    const nameOf = ([id, route]: readonly [string, number]) => vectorNameOf(agent, embedder.name, id, route);
    vectorized.takeChanges(VECTORIZE.upsert, nameOf);
    // Deletions first: once the index shows what is new, it has lost what is old.
    let calls = 0;
    while (calls < CALLS && ((await this.#delete()) || (await this.#put(agent, embedder.name)))) calls++;
    if (calls > 0) {
      this.#looks = 0;
      return 0;
    }
    if (vectorized.batches().length > 0) {
      return Math.min(LONGEST_LOOK_MS, FIRST_LOOK_MS * 1.5 ** this.#looks++);
    }
    return vectorized.isNeeded ? 0 : null;
  }

  async #delete(): Promise<boolean> {
    const { vectorized } = this.#store;
    const names = vectorized.nextDeletions(VECTORIZE.deletion);
    if (names.length === 0) return false;
    await this.#archived();
    const mutation = await this.#index.deleteByIds(names);
    vectorized.sent("cut", names, mutation, this.#clock());
    return true;
  }

  async #put(agent: string, embedder: string): Promise<boolean> {
    const { vectorized } = this.#store;
    const batch = vectorized.nextVectors(VECTORIZE.upsert);
    if (batch.length === 0) return false;
    await this.#archived();
    const namespace = namespaceOf(agent);
    const vectors = batch.map(({ name, kind, record: { id, route, scale, bytes } }) => ({
      id: name,
      namespace,
      values: Array.from(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length), (q) => q * scale),
      metadata: { agent, embedder, kind, node: id, route },
    }));
    const mutation = await this.#index.upsert(vectors);
    const names = batch.map(({ name }) => name);
    vectorized.sent("put", names, mutation, this.#clock());
    return true;
  }

  /** The index never knows of a change that D1 lacks. */
  async #archived(): Promise<void> {
    if (!this.#store.outbox.isEmpty) await this.#archive.flush();
  }

  /** Notes which batches the index shows. It takes them in order, so with one of them all before it are visible. */
  #see({ dimension, seen }: IndexState): void {
    this.#dimension = dimension;
    const now = this.#clock();
    const visible = this.#store.vectorized.batches().findLast(({ mutation, sentAt }) => {
      if (mutation === seen.mutation) return true;
      if (seen.at === null) return false;
      return seen.at >= sentAt + CLOCKS_MS || (seen.at >= sentAt - CLOCKS_MS && now >= sentAt + SETTLED_MS);
    });
    if (visible) this.#store.vectorized.seen(visible.number);
  }
}
