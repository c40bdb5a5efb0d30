// The transformer where it serves: in an object of the Workers runtime, with its weights from the assets of the worker.

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, inject, it } from "vitest";
import { workerAssets } from "../../../durable/embed/asset-source.ts";
import kernel from "../../../durable/embed/use-lite/panel.wasm";
import { USE_LITE_ASSET, UseLiteEmbedder } from "../../../durable/embed/use-lite.ts";

const { texts, vectors } = inject("encodedByNode");

describe("use-lite-v1 in an object", () => {
  it("[UL3] has the same vectors as under Node, to the last bit", async () => {
    const encoded = await runInDurableObject(env.BRAIN.getByName("encoder"), () =>
      new UseLiteEmbedder(workerAssets(env.ASSETS), kernel).embed(texts, "document"),
    );
    expect(encoded.map((vector) => Array.from(vector))).toEqual(vectors);
  });

  it("[UL5] several objects share the weights of their isolate", async () => {
    const asked: string[] = [];
    const assets = (name: string) => {
      asked.push(name);
      return workerAssets(env.ASSETS)(name);
    };
    const holder = {};
    for (const name of ["one", "two"]) {
      const [vector] = await runInDurableObject(env.BRAIN.getByName(name), () =>
        new UseLiteEmbedder(assets, kernel, holder).embed([texts[0]], "document"),
      );
      expect(Array.from(vector)).toEqual(vectors[0]);
    }
    expect(asked).toEqual([USE_LITE_ASSET]);
  });
});
