// The default embedder in the runtime of the worker, with the table from the assets.

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { workerAssets } from "../../../durable/embed/asset-source.ts";
import { StaticEmbedder } from "../../../durable/embed/static.ts";
import { PINNED, sumOf } from "../../support/pinned-static.ts";

it("[SV6] gives the bytes that it gives under Node, from inside an agent's object too", async () => {
  expect(await sumOf(new StaticEmbedder(workerAssets(env.ASSETS), {}))).toBe(PINNED);
  const inside = await runInDurableObject(env.BRAIN.getByName("static vectors"), () =>
    sumOf(new StaticEmbedder(workerAssets(env.ASSETS), {})),
  );
  expect(inside).toBe(PINNED);
});

it("[SV4] an asset that is not there is null, also without any assets", async () => {
  expect(await workerAssets(env.ASSETS)("missing.bin")).toBeNull();
  expect(await workerAssets(undefined)("static-v1.bin")).toBeNull();
});
