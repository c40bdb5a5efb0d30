// What the variables and bindings of a worker come to for the memories of its agents.

import { expect, it } from "vitest";
import { Embedders } from "../../durable/embed/embedders.ts";
import { AiStandIn } from "../support/ai-binding.ts";

const noNotes = () => ({ get: () => null, set: () => {} });

it("[EP18] a worker's variables and bindings are all that its embedder needs", async () => {
  const ai = new AiStandIn();
  const embedders = new Embedders({ EMBEDDER: "workers-ai", AI: ai }, noNotes);
  const identity = await embedders.beginning("product");
  expect(identity).toEqual({ name: "workers-ai:@cf/qwen/qwen3-embedding-0.6b:256", dimension: 256 });
  await embedders.identified(identity).embed(["a"], "query");
  expect(ai.requests).toHaveLength(1);
});

it("[EP20] a wrong variable keeps new memories from beginning, and leaves those that exist what they have", async () => {
  const ai = new AiStandIn();
  const embedders = new Embedders({ EMBEDDER: "statik", AI: ai }, noNotes);
  await expect(embedders.beginning("product")).rejects.toMatchObject({ code: "not_configured" });
  await embedders
    .identified({ name: "workers-ai:@cf/baai/bge-m3:1024", dimension: 1024 })
    .embed(["a"], "query");
  expect(ai.requests).toHaveLength(1);
});
