// An agent whose vectors come late: what a test asks of it.

import type { ReembedReply } from "../../wire/embedding.ts";
import type { InjectReply } from "../../wire/learning.ts";
import type { QueryReply } from "../../wire/query.ts";
import type { HealthReply } from "../../wire/reading.ts";
import type { Agent } from "./agent-story.ts";
import { newAgent } from "./agent-story.ts";
import { timePasses } from "./scripted-embedder.ts";

/** Longer than an embedder is left alone by itself. */
const LONG_ENOUGH_MS = 10 * 60_000;
const MOST_RINGS = 60;

export class EmbeddingAgent {
  readonly agent: Agent;

  private constructor(agent: Agent) {
    this.agent = agent;
  }

  static async begin(profile?: "product" | "parity"): Promise<EmbeddingAgent> {
    const made = new EmbeddingAgent(await newAgent(profile));
    await made.health();
    return made;
  }

  async do<Reply>(name: string, request: unknown): Promise<Reply> {
    const result = await this.agent.as("owner").perform(name, request);
    if (!result.ok) throw new Error(`${name}: ${result.error.code}: ${result.error.message}`);
    return result.value as Reply;
  }

  async refusal(name: string, request: unknown): Promise<string> {
    const result = await this.agent.as("owner").perform(name, request);
    return result.ok ? "done" : result.error.code;
  }

  inject(content: string, more: object = {}): Promise<InjectReply> {
    return this.do("inject", { content, ...more });
  }

  ask(query: string): Promise<QueryReply> {
    return this.do("query", { query });
  }

  async texts(query: string): Promise<string[]> {
    return (await this.ask(query)).fired.map(({ text }) => text);
  }

  health(): Promise<HealthReply> {
    return this.do("health", {});
  }

  async embedding(): Promise<HealthReply["embedder"]> {
    return (await this.health()).embedder;
  }

  reembed(request: object = {}): Promise<ReembedReply> {
    return this.do("reembed", request);
  }

  progress(): Promise<ReembedReply> {
    return this.do("reembedStatus", {});
  }

  /** Rings until nothing waits for a vector and no re-embedding runs; the embedder has to work. */
  async settled(): Promise<void> {
    for (let rings = 0; rings < MOST_RINGS; rings++) {
      const { pending, reembed } = await this.embedding();
      if (pending === 0 && reembed.state !== "running") return this.agent.drained();
      timePasses(LONG_ENOUGH_MS);
      await this.agent.ring();
    }
    throw new Error(`still not settled: ${JSON.stringify(await this.embedding())}`);
  }

  /** Ids of nodes that have a vector of their own, in order. */
  async embedded(): Promise<string[]> {
    const { vectors } = await this.agent.disk(["vectors"]);
    const own = (vectors as { id: string; route: number }[]).filter(({ route }) => route === 0);
    return own.map(({ id }) => id).sort();
  }

  async rows(table: string): Promise<Record<string, unknown>[]> {
    const { [table]: rows } = await this.agent.disk([table]);
    return rows as Record<string, unknown>[];
  }
}
