// The index behind the stand-in for Vectorize: it compares everything with everything, keeps its vectors on its disk, and
// shows a change only some time after it was taken, as the real one does.

import { DurableObject } from "cloudflare:workers";
import type { VectorizeBinding } from "../durable/vectorize/binding.ts";
import type { IndexedVector, Metadata } from "../durable/vectorize/vector-store.ts";
import { cosine, flawOfNames, flawOfVectors, isMet, type QueryOptions, topKFlaw } from "./vectorize-rules.ts";

export type { QueryOptions } from "./vectorize-rules.ts";

export type Answer<Value> = { readonly value: Value } | { readonly refused: string };

interface Matches {
  readonly count: number;
  readonly matches: { id: string; score: number; values?: number[]; metadata?: Metadata }[];
}

type Description = Awaited<ReturnType<VectorizeBinding["describe"]>>;

export type Change =
  | { readonly verb: "upsert" | "insert"; readonly vectors: readonly IndexedVector[] }
  | { readonly verb: "delete"; readonly ids: readonly string[] };

/** How the index is made, and what a test does to it. */
export interface Conduct {
  readonly dimension: number;
  /** Milliseconds until a change is seen. */
  readonly delayMs: number;
  /** Properties with a metadata index: filters on others find nothing. */
  readonly indexed: readonly string[];
  /** What every call answers instead of doing anything; `hang`: nothing, ever. */
  readonly fault: string | null;
  /** Changes are taken, and their answers get lost. */
  readonly losesAnswers: boolean;
}

interface Variables {
  readonly VECTORS_STAND_IN_DIMENSION?: string;
  readonly VECTORS_STAND_IN_DELAY_MS?: string;
}

const TABLES = [
  "create table if not exists vectors (id text primary key, namespace text not null, vector text not null)",
  "create table if not exists changes (number integer primary key autoincrement, mutation text not null, at integer not null, body text not null)",
  "create table if not exists facts (name text primary key, value text not null)",
];

export class VectorIndexStandIn extends DurableObject<Variables> {
  readonly #sql: SqlStorage;

  constructor(ctx: DurableObjectState, env: Variables) {
    super(ctx, env);
    this.#sql = ctx.storage.sql;
    for (const table of TABLES) this.#sql.exec(table);
  }

  /** Changes how the index behaves from now on. */
  conduct(conduct: Partial<Conduct>): void {
    this.#set("conduct", { ...this.#conduct, ...conduct });
  }

  async change(change: Change): Promise<Answer<{ mutationId: string }>> {
    const { fault, dimension, losesAnswers } = await this.#mood();
    const flaw =
      change.verb === "delete"
        ? flawOfNames(change.ids, "deletion")
        : flawOfVectors(change.vectors, dimension);
    if (fault ?? flaw) return { refused: (fault ?? flaw) as string };
    const mutationId = crypto.randomUUID();
    const body = JSON.stringify(change);
    this.#sql.exec("insert into changes (mutation, at, body) values (?, ?, ?)", mutationId, Date.now(), body);
    return losesAnswers ? { refused: "the connection was lost" } : { value: { mutationId } };
  }

  async query(
    vector: number[],
    { topK = 5, namespace, filter = {}, returnValues = false, returnMetadata = "none" }: QueryOptions,
  ): Promise<Answer<Matches>> {
    const { fault, dimension, indexed } = await this.#mood();
    const flaw = topKFlaw(topK, returnValues || returnMetadata === "all");
    if (fault ?? flaw) return { refused: (fault ?? flaw) as string };
    if (vector.length !== dimension) return { refused: lengthRefusal(vector.length, dimension) };
    this.#show();
    const found = this.#vectors(namespace)
      .filter(({ metadata }) => isMet(filter, metadata, indexed))
      .map((one) => ({ one, score: cosine(vector, one.values) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, topK);
    const matches = found.map(({ one: { id, values, metadata, namespace }, score }) => ({
      id,
      score,
      namespace,
      ...(returnValues && { values }),
      ...(returnMetadata !== "none" && { metadata }),
    }));
    return { value: { count: matches.length, matches } };
  }

  async getByIds(ids: readonly string[]): Promise<Answer<IndexedVector[]>> {
    const { fault } = await this.#mood();
    const flaw = flawOfNames(ids, "gets");
    if (fault ?? flaw) return { refused: (fault ?? flaw) as string };
    this.#show();
    return { value: this.#vectors().filter(({ id }) => ids.includes(id)) };
  }

  async describe(): Promise<Answer<Description>> {
    const { fault, dimension } = await this.#mood();
    if (fault) return { refused: fault };
    this.#show();
    const [{ count }] = this.#sql.exec<{ count: number }>("select count(*) as count from vectors");
    const seen = this.#fact<{ mutation: string; at: number }>("seen");
    return {
      value: {
        dimensions: dimension,
        vectorCount: count,
        processedUpToMutation: seen?.mutation ?? null,
        processedUpToDatetime: seen ? new Date(seen.at).toISOString() : null,
      },
    };
  }

  /** Every vector that can be seen now. */
  visible(): IndexedVector[] {
    this.#show();
    return this.#vectors();
  }

  /** Applies what was taken long enough ago, in order. */
  #show(): void {
    const { delayMs } = this.#conduct;
    const due = this.#sql.exec<{ number: number; mutation: string; at: number; body: string }>(
      "select number, mutation, at, body from changes where at <= ? order by number",
      Date.now() - delayMs,
    );
    for (const { number, mutation, at, body } of due.toArray()) {
      this.#apply(JSON.parse(body) as Change);
      this.#sql.exec("delete from changes where number = ?", number);
      this.#set("seen", { mutation, at });
    }
  }

  #apply(change: Change): void {
    if (change.verb === "delete") {
      this.#sql.exec(
        "delete from vectors where id in (select value from json_each(?))",
        JSON.stringify(change.ids),
      );
      return;
    }
    const verb = change.verb === "insert" ? "insert or ignore" : "insert or replace";
    for (const vector of change.vectors) {
      const { id, namespace = "" } = vector;
      this.#sql.exec(`${verb} into vectors values (?, ?, ?)`, id, namespace, JSON.stringify(vector));
    }
  }

  #vectors(namespace?: string): IndexedVector[] {
    const rows =
      namespace === undefined
        ? this.#sql.exec("select vector from vectors order by id")
        : this.#sql.exec("select vector from vectors where namespace = ? order by id", namespace);
    return rows.toArray().map(({ vector }) => JSON.parse(vector as string) as IndexedVector);
  }

  async #mood(): Promise<Conduct> {
    const conduct = this.#conduct;
    if (conduct.fault === "hang") await new Promise(() => {});
    return conduct;
  }

  get #conduct(): Conduct {
    const { VECTORS_STAND_IN_DIMENSION: dimension, VECTORS_STAND_IN_DELAY_MS: delay } = this.env;
    const made = {
      dimension: Number(dimension),
      delayMs: Number(delay),
      indexed: [],
      fault: null,
      losesAnswers: false,
    };
    return { ...made, ...this.#fact<Partial<Conduct>>("conduct") };
  }

  #fact<Value>(name: string): Value | undefined {
    const [row] = this.#sql.exec<{ value: string }>("select value from facts where name = ?", name).toArray();
    return row && (JSON.parse(row.value) as Value);
  }

  #set(name: string, value: object): void {
    this.#sql.exec("insert or replace into facts values (?, ?)", name, JSON.stringify(value));
  }
}

function lengthRefusal(length: number, dimension: number): string {
  return `VECTOR_QUERY_ERROR: expected ${dimension} dimensions, and got ${length} dimensions`;
}
