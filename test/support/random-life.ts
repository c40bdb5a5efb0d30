// A life at random, the same for a seed: requests to every operation that changes a memory, and questions.

import { MersenneTwister } from "../../durable/graph/mersenne-twister.ts";
import type { Acknowledged } from "./acknowledged.ts";

export interface Request {
  readonly name: string;
  readonly body: Record<string, unknown>;
  readonly key?: string;
}

const WORDS =
  "deploy release staging pager rotates monday backup night restore window approval canary rollback region quota".split(
    " ",
  );
const FILES = ["notes/deploy.md", "notes/oncall.md"];

export class Chance {
  private readonly twister: MersenneTwister;

  constructor(seed: number) {
    this.twister = new MersenneTwister(seed);
  }

  /** A double in [0, 1). */
  next(): number {
    return this.twister.next();
  }

  below(count: number): number {
    return Math.floor(this.twister.next() * count);
  }

  of<T>(items: readonly T[]): T {
    return items[this.below(items.length)];
  }
}

export class RandomLife {
  private readonly chance: Chance;
  private readonly queries: string[] = [];
  private keys = 0;

  constructor(chance: Chance) {
    this.chance = chance;
  }

  /** Remembers what replies name, for requests to come. */
  hear({ name }: Request, reply: unknown): void {
    const { query_id: id } = reply as { query_id?: string };
    if (name === "query" && id) this.queries.push(id);
  }

  next(known: Acknowledged): Request {
    const { chance } = this;
    const [name, body] = chance.of(this.kinds)(known);
    if (name === "query" || chance.below(2)) return { name, body };
    return { name, body, key: `key-${++this.keys}` };
  }

  private readonly kinds: readonly ((known: Acknowledged) => [string, Record<string, unknown>])[] = [
    () => ["inject", { content: this.sentence(), type: this.chance.of(["TEACHING", "CORRECTION"]) }],
    () => [
      "inject",
      { content: this.sentence(), id: `n${this.chance.below(9)}`, metadata: { by: "chance" } },
    ],
    () => ["injectBatch", { nodes: [{ content: this.sentence() }, { content: this.sentence() }] }],
    () => ["query", { query: this.sentence() }],
    () => ["query", { query: this.sentence(), top_k: 6 }],
    (known) => ["learn", { ...this.walk(known), outcome: this.chance.next() * 2 - 1 }],
    (known) => ["learn", { ...this.walk(known), outcome: this.chance.of([-1, 1]) }],
    (known) => ["correction", { ...this.walk(known), content: this.sentence() }],
    (known) => ["selfLearn", { ...this.walk(known), content: this.sentence() }],
    () => ["sync", { files: [{ path: this.chance.of(FILES), text: this.document() }] }],
    () => ["sync", { files: [], paths: FILES.slice(this.chance.below(2)) }],
    (known) => [
      "anchor",
      { node_id: this.node(known), authority: this.chance.of(["overlay", "canonical", "constitutional"]) },
    ],
    () => [
      "maintain",
      { tasks: ["health", "decay", this.chance.of(["merge", "split", "prune", "connect"])] },
    ],
    (known) => ["merge", { nodes: [...new Set([this.node(known), this.node(known), "nobody"])].slice(0, 2) }],
    (known) => ["split", this.halved(known)],
    () => ["connect", {}],
    (known) => ["restore", this.chance.below(4) ? { seq: this.chance.of(known.numbers()) } : {}],
  ];

  private sentence(): string {
    return Array.from({ length: 4 + this.chance.below(3) }, () => this.chance.of(WORDS)).join(" ");
  }

  private document(): string {
    const sections = Array.from({ length: 1 + this.chance.below(3) }, () => {
      return `# ${this.chance.of(WORDS)}\n\n${this.sentence()}\n`;
    });
    return sections.join("\n");
  }

  private node(known: Acknowledged): string {
    const ids = [...known.twin.nodes.keys()];
    return ids.length === 0 || this.chance.below(12) === 0 ? "nobody" : this.chance.of(ids);
  }

  /** A split of a node in the middle of its text. */
  private halved(known: Acknowledged): Record<string, unknown> {
    const id = this.node(known);
    const words = String(known.twin.nodes.get(id)?.text ?? this.sentence()).split(" ");
    const middle = words.length >> 1;
    const chunks = [words.slice(0, middle).join(" "), words.slice(middle).join(" ")];
    return { node_id: id, chunks: chunks.filter((chunk) => chunk.trim() !== "") };
  }

  private walk(known: Acknowledged): Record<string, unknown> {
    if (this.queries.length > 0 && this.chance.below(2)) {
      return { query_id: this.chance.of(this.queries.slice(-4)) };
    }
    return { fired_ids: [this.node(known), this.node(known), this.node(known)] };
  }
}
