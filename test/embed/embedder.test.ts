// The embedders that need no network, against the contract and their own promises.

import { describe, expect, it } from "vitest";
import { HashEmbedder } from "../../durable/embed/hash.ts";
import { DEFAULT_EMBEDDER, embedderNamed } from "../../durable/embed/index.ts";
import { NgramHashEmbedder } from "../../durable/embed/ngram-hash.ts";
import { cosine } from "../../durable/graph/vectors.ts";
import { embedderContract } from "../contracts/embedder.ts";

embedderContract(() => new HashEmbedder());
embedderContract(() => new NgramHashEmbedder());

describe("names", () => {
  it("[EM5] a name always means the same embedder, and an unknown one none", () => {
    for (const name of Object.values(DEFAULT_EMBEDDER)) expect(embedderNamed(name)?.name).toBe(name);
    expect(embedderNamed("toString")).toBeUndefined();
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
