// Embedders that do what a test tells them, at the seam where an object makes its embedders, and a clock that can be put on.
// Their vectors are those of embedders on board, so what is alike is found.

import { vi } from "vitest";
import type { Embedder } from "../../durable/embed/embedder.ts";
import { Embedders } from "../../durable/embed/embedders.ts";
import { EmbedderFailure } from "../../durable/embed/failure.ts";
import { NgramHashEmbedder } from "../../durable/embed/ngram-hash.ts";
import type { Vector } from "../../durable/graph/vectors.ts";

/** What it does when it is asked. */
export type Mood =
  | "works"
  | "hangs"
  | EmbedderFailure
  | "one vector too few"
  | "another length"
  | "no numbers"
  | "an error of its own";

const inner = new NgramHashEmbedder();

export class ScriptedEmbedder implements Embedder {
  readonly name: string;
  readonly slow: boolean;
  readonly dimension: number;
  mood: Mood = "works";
  /** Texts that it never takes. */
  refuses: (text: string) => boolean = () => false;
  /** Every text that it was asked for, in order, and how often it was asked at all. */
  readonly asked: string[] = [];
  calls = 0;
  private gate: Promise<void> = Promise.resolve();

  constructor(name: string, { slow = true, dimension = inner.dimension } = {}) {
    this.name = name;
    this.slow = slow;
    this.dimension = dimension;
  }

  /** From now on answers wait until the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.gate = promise;
    return resolve;
  }

  async embed(texts: readonly string[]): Promise<Vector[]> {
    this.calls++;
    this.asked.push(...texts);
    await this.gate;
    const { mood } = this;
    if (mood instanceof EmbedderFailure) throw mood;
    if (mood === "hangs") await new Promise(() => {});
    if (mood === "an error of its own") throw new TypeError(`can't read ${texts[0]}`);
    if (texts.some(this.refuses)) throw new EmbedderFailure("refused", "this text is not taken");
    const vectors = (await inner.embed(texts)).map((vector) => this.shortened(vector));
    if (mood === "one vector too few") return vectors.slice(1);
    if (mood === "another length") return vectors.map((vector) => vector.slice(1));
    if (mood === "no numbers") return vectors.map((vector) => vector.fill(Number.NaN));
    return vectors;
  }

  private shortened(vector: Float64Array): Float64Array {
    const short = vector.slice(0, this.dimension);
    const length = Math.hypot(...short);
    return length > 0 ? short.map((entry) => entry / length) : short;
  }
}

const known = new Map<string, Embedder>();
let usual: string | undefined;

const { make, defaultNameOf } = Embedders.prototype;
Embedders.prototype.make = function (name, means) {
  return known.get(name) ?? make.call(this, name, means);
};
Embedders.prototype.defaultNameOf = function (profile) {
  return usual ?? defaultNameOf.call(this, profile);
};

/** How far the clock is ahead. */
let ahead = 0;

/** From now on objects that wake have these embedders, and new memories the first of them; the clock is right again. */
export function deploy<All extends readonly Embedder[]>(...embedders: All): All {
  known.clear();
  ahead = 0;
  for (const embedder of embedders) known.set(embedder.name, embedder);
  usual = embedders[0]?.name;
  return embedders;
}

/** Lets time pass for everything that reads the clock. */
export function timePasses(ms: number): void {
  ahead += ms;
  const { now } = TRUE_TIME;
  vi.spyOn(Date, "now").mockImplementation(() => now() + ahead);
}

const TRUE_TIME = { now: Date.now.bind(Date) };
