// The worker of the speed bench: an object with a generated memory, asked inside workerd as an agent asks.

import { DurableObject } from "cloudflare:workers";
import productsKernel from "../durable/embed/products/products.wasm";
import { simdProducts } from "../durable/embed/products/simd-products.ts";
import { plainProducts } from "../durable/graph/row-products.ts";
import type { Memory } from "../durable/operations/memory.ts";
import { perform } from "../durable/operations/perform.ts";
import { ObjectDatabase } from "../durable/store/object-database.ts";
import { SqliteStore } from "../durable/store/store.ts";
import { awakeIn, benchCall, storedIn } from "./generated-memory.ts";
import { sentences } from "./texts.ts";

export interface Asked {
  readonly nodes: number;
  readonly work: Work;
  /** A group is timed as a whole: the clock of workerd counts milliseconds. */
  readonly groups: number;
  /** Runs of one group. */
  readonly runs: number;
}

export type Work = "fill" | "pack" | "query" | "learn" | "sync" | "wake" | "empty" | "write";

/** Milliseconds of one run, group by group. */
export type Took = readonly number[];

interface Env {
  readonly MEASURED: DurableObjectNamespace<Measured>;
}

const SECTIONS = 50;
const QUESTION_SEED = 11;
const texts = sentences(QUESTION_SEED);

export class Measured extends DurableObject<Env> {
  #memory: Memory | undefined;
  readonly #asked: string[] = [];

  /** What stands around all work: a call that does nothing. */
  empty(): void {}

  /** A call that keeps one row, which its reply waits for. */
  write(): void {
    this.ctx.storage.sql.exec("create table if not exists floor (id integer primary key, value)");
    this.ctx.storage.sql.exec("insert or replace into floor values (1, ?)", Date.now());
  }

  async run({ nodes, work, groups, runs }: Asked): Promise<Took> {
    const took: number[] = [];
    for (let group = 0; group < groups; group++) {
      const start = performance.now();
      for (let run = 0; run < runs; run++) await this.#once(work, nodes, group * runs + run);
      took.push((performance.now() - start) / runs);
    }
    return took;
  }

  async #once(work: Work, nodes: number, round: number): Promise<void> {
    const memory = work === "fill" || work === "pack" || work === "wake" ? undefined : this.#awake();
    const call = benchCall();
    if (work === "fill") {
      await storedIn(this.#home, nodes);
    } else if (work === "pack") {
      // As the alarm does after changes.
      const { packed } = new SqliteStore(this.#home.database);
      if (packed.isDue) this.ctx.storage.transactionSync(() => packed.pack());
      this.#memory = undefined;
    } else if (work === "wake") {
      this.#memory = undefined;
      this.#awake();
      must(await perform(this.#awake(), "query", { query: texts.next().value }, { ...call, role: "agent" }));
    } else if (work === "query") {
      this.#asked.push(call.id);
      const asked = { query: texts.next().value };
      must(await perform(memory as Memory, work, asked, { ...call, role: "agent" }));
    } else if (work === "learn") {
      const told = { query_id: this.#asked[round % this.#asked.length], outcome: round % 2 === 0 ? 1 : -1 };
      must(await perform(memory as Memory, work, told, call));
    } else if (work === "sync") {
      const text = Array.from({ length: SECTIONS }, () => `## Section\n\n${texts.next().value}\n`).join("\n");
      must(await perform(memory as Memory, work, { files: [{ path: `file-${round}.md`, text }] }, call));
    }
  }

  get #home() {
    return {
      database: new ObjectDatabase(this.ctx.storage),
      products: simdProducts(productsKernel, plainProducts),
    };
  }

  #awake(): Memory {
    this.#memory ??= awakeIn(this.#home);
    return this.#memory;
  }
}

function must(result: { readonly ok: boolean; readonly error?: { readonly message: string } }): void {
  if (!result.ok) throw new Error(result.error?.message);
}

export default {
  async fetch(request: Request, { MEASURED }: Env): Promise<Response> {
    const asked = (await request.json()) as Asked;
    const { nodes, work, groups, runs } = asked;
    const object = MEASURED.getByName(String(nodes));
    if (work !== "empty" && work !== "write") return Response.json(await object.run(asked));
    const took: number[] = [];
    for (let group = 0; group < groups; group++) {
      const start = performance.now();
      for (let run = 0; run < runs; run++) await object[work]();
      took.push((performance.now() - start) / runs);
    }
    return Response.json(took);
  },
};
