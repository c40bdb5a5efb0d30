// The default embedder: what its vectors say, which block of a question speaks, and how it gets its file.

import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { beginningEmbedder } from "../../durable/embed/index.ts";
import { STATIC_ASSET, STATIC_EMBEDDER, StaticEmbedder } from "../../durable/embed/static.ts";
import { cosine } from "../../durable/graph/vectors.ts";
import { folderAssets } from "../../golden/folder-assets.ts";
import { embedderContract } from "../contracts/embedder.ts";
import { PINNED, sumOf } from "../support/pinned-static.ts";

const assets = folderAssets();
const open = () => new StaticEmbedder(assets);

embedderContract(open);

/** Cosine of a question with a document. */
async function match(question: string, document: string): Promise<number> {
  const [asked] = await open().embed([question], "query");
  const [kept] = await open().embed([document], "document");
  return cosine(asked, kept);
}

describe(STATIC_EMBEDDER, () => {
  it.each([
    ["when does the kitty nap", "cats sleep all afternoon", "a mechanic fixes vehicles"],
    ["who repairs the cars", "a mechanic fixes vehicles", "cats sleep all afternoon"],
  ])("[SV1] a question meets what says the same in other words: %s", async (question, same, other) => {
    expect(await match(question, same)).toBeGreaterThan((await match(question, other)) + 0.3);
  });

  it("[SV1] a word that the table lacks is read as what it comes from", async () => {
    expect(await match("redeployments", "deployment")).toBeGreaterThan(0.3);
  });

  it.each([
    ["Welke nachtelijke taak houdt de databank bezet?", "De nachtelijke taak houdt een slot op de databank."],
    ["Wer erneuert das Zertifikat der Anmeldung?", "Das Zertifikat der Anmeldung erneuert Petra im Mai."],
    ["谁负责生产环境部署", "生产环境部署由平台组负责"],
  ])("[SV2] a question in another language speaks by its letters: %s", async (question, document) => {
    const [asked] = await open().embed([question], "query");
    expect(Array.from(asked.slice(0, 128)).every((entry) => entry === 0)).toBe(true);
    expect(await match(question, document)).toBeGreaterThan(await match(question, "Lunch is at noon."));
  });

  it("[SV2] an English question speaks by its words alone, a document by both", async () => {
    const [asked] = await open().embed(["which report job blocked purchases"], "query");
    const [kept] = await open().embed(["which report job blocked purchases"], "document");
    expect(Array.from(asked.slice(-64)).every((entry) => entry === 0)).toBe(true);
    expect(Array.from(kept.slice(-64)).some((entry) => entry !== 0)).toBe(true);
  });
});

it("[SV6] its vectors are the pinned ones", async () => {
  expect(await sumOf(open())).toBe(PINNED);
});

it.each(["wrangler.toml", "wrangler.local.toml"])(
  "[SV7] with %s its table is not served: requests go to the worker",
  (configuration) => {
    const text = fs.readFileSync(path.join(import.meta.dirname, "../..", configuration), "utf8");
    expect(text.split(/^\[/m).find((section) => section.startsWith("assets]"))).toMatch(
      /^run_worker_first = true$/m,
    );
  },
);

describe("its file", () => {
  it("[SV3] is loaded by the first embedding, once for all that wait", async () => {
    let loads = 0;
    const counting = (name: string) => {
      loads++;
      return assets(name);
    };
    const embedder = new StaticEmbedder(counting, {});
    expect(loads).toBe(0);
    await Promise.all([embedder.embed(["a"], "query"), embedder.embed(["b"], "document")]);
    await embedder.embed(["c"], "query");
    expect(loads).toBe(1);
  });

  it("[SV3] is shared by all embedders of an isolate", async () => {
    const isolate = {};
    await new StaticEmbedder(assets, isolate).open();
    const [vector] = await new StaticEmbedder(async () => null, isolate).embed(["deployment"], "document");
    expect(Array.from(vector).some((entry) => entry !== 0)).toBe(true);
  });

  it("[SV4] is asked for again after it could not be read", async () => {
    let answers = 0;
    const embedder = new StaticEmbedder(async (name) => (answers++ === 0 ? null : assets(name)), {});
    await expect(embedder.open()).rejects.toThrow();
    await expect(embedder.open()).resolves.toBeDefined();
  });

  const whole = () => assets(STATIC_ASSET) as Promise<ArrayBuffer>;
  const changed = async (at: number) => {
    const file = await whole();
    new Uint8Array(file)[at] ^= 1;
    return file;
  };

  it.each([
    ["is missing", async () => null, /is not among the assets/],
    ["is empty", async () => new ArrayBuffer(0), /too short/],
    ["is something else", async () => changed(0), /does not begin as one/],
    ["has another layout", async () => changed(4), /its layout is/],
    ["was cut off", async () => (await whole()).slice(0, 4096), /has 4096 bytes/],
    ["has a flipped bit", async () => changed(100_000), /its sum/],
  ])("[SV4] says what to do where it %s", async (_, source, reason) => {
    const embedding = new StaticEmbedder(source, {}).embed(["x"], "query");
    await expect(embedding).rejects.toMatchObject({ name: "EmbedderFailure", reason: "missing_asset" });
    await expect(embedding).rejects.toThrow(reason);
    await expect(embedding).rejects.toThrow(/put the file of this release into assets\//);
  });

  it("[SV5] an agent that begins without the file begins with letters alone, and its name says so", async () => {
    expect(await beginningEmbedder("hash-v1", async () => null)).toBe("hash-v1");
    expect(await beginningEmbedder(STATIC_EMBEDDER, assets)).toBe(STATIC_EMBEDDER);
  });
});
