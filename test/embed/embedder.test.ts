// The embedders against the contract, and what those promise beyond it that need no network.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CountedEmbedder } from "../../durable/embed/counted-embedder.ts";
import { EmbedderFailure } from "../../durable/embed/failure.ts";
import { HashEmbedder } from "../../durable/embed/hash.ts";
import { DEFAULT_EMBEDDER, embedderNamed, ON_BOARD } from "../../durable/embed/index.ts";
import { NgramHashEmbedder } from "../../durable/embed/ngram-hash.ts";
import { cosine } from "../../durable/graph/vectors.ts";
import { embedderContract } from "../contracts/embedder.ts";
import { AiStandIn } from "../support/ai-binding.ts";
import { EmbeddingServer } from "../support/embedding-server.ts";
import { endpointTo, named } from "../support/remote-embedders.ts";

embedderContract(() => new HashEmbedder());
embedderContract(() => new NgramHashEmbedder());

for (const model of [
  "@cf/qwen/qwen3-embedding-0.6b:256",
  "@cf/google/embeddinggemma-300m:128",
  "@cf/baai/bge-m3:1024",
]) {
  embedderContract(() => named(`workers-ai:${model}`, { ai: new AiStandIn() }));
}

describe("over HTTP", () => {
  let server: EmbeddingServer;
  beforeAll(async () => {
    server = await EmbeddingServer.begin({ key: "the-key", items: 16, textBytes: 20_000 });
  });
  afterAll(() => server.end());

  const name = "openai-compatible:some-model:256";
  // The service takes fewer and shorter texts than it is said to.
  embedderContract(() => named(name, { configuration: endpointTo(server.url) }), name);
});

describe("names", () => {
  it("[EM5] a name always means the same embedder, and an unknown one none", () => {
    for (const name of [...Object.values(DEFAULT_EMBEDDER), ...ON_BOARD]) {
      expect(embedderNamed(name)?.name).toBe(name);
    }
    for (const name of ["toString", "workers-ai:@cf/qwen/qwen3-embedding-0.6b", "workers-ai:@cf/other:256"]) {
      expect(embedderNamed(name)).toBeUndefined();
    }
    expect(embedderNamed("openai-compatible:m:0")).toBeUndefined();
  });

  it("[EM9] an embedder whose provider is not configured here keeps its identity, and fails as unavailable", async () => {
    for (const [name, dimension] of [
      ["workers-ai:@cf/google/embeddinggemma-300m:128", 128],
      ["openai-compatible:nomic-embed-text:v1.5:768", 768],
    ] as const) {
      const embedder = embedderNamed(name);
      expect(embedder).toMatchObject({ name, dimension, slow: true });
      await expect(embedder?.embed(["a"], "query")).rejects.toMatchObject({ reason: "unavailable" });
    }
  });
});

describe("the meter", () => {
  it("[EM10] characters count once when they are embedded, and not when that fails", async () => {
    let failing = true;
    const inner = new HashEmbedder();
    const counted = new CountedEmbedder({
      name: inner.name,
      dimension: inner.dimension,
      slow: true,
      embed: async (texts) => {
        if (failing) throw new EmbedderFailure("unavailable", "down");
        return inner.embed(texts);
      },
    });
    await expect(counted.embed(["four"], "query")).rejects.toThrow("down");
    expect(counted.take()).toBe(0);
    failing = false;
    await counted.embed(["four", "🚀"], "document");
    expect(counted.take()).toBe(5);
  });

  it("[EM10] attempts of one embedding count once", async () => {
    const ai = new AiStandIn();
    ai.next({ status: 500, body: "no" }, { status: 500, body: "no" });
    const counted = new CountedEmbedder(named("workers-ai:@cf/qwen/qwen3-embedding-0.6b:256", { ai }));
    await counted.embed(["four"], "document");
    expect(ai.requests).toHaveLength(3);
    expect(counted.take()).toBe(4);
  });
});

describe("ngram-hash-v1", () => {
  const similarity = async (a: string, b: string) => {
    const [first, second] = await new NgramHashEmbedder().embed([a, b]);
    return cosine(first, second);
  };

  it("[EM6] an identifier is found by its parts, an inflected word by its stem", async () => {
    expect(await similarity("OOMKilled", "killed")).toBeGreaterThan(0.5);
    expect(await similarity("deployments", "deployment")).toBeGreaterThan(0.7);
  });

  it("[EM6] function words alone say nothing", async () => {
    const [vector] = await new NgramHashEmbedder().embed(["what is it that you have had"]);
    expect(vector.every((entry) => entry === 0)).toBe(true);
  });

  it("[EM6] Chinese texts meet in their characters and pairs", async () => {
    const related = await similarity("生产环境部署", "部署到生产");
    expect(related).toBeGreaterThan((await similarity("生产环境部署", "猫在睡觉")) + 0.3);
  });
});
