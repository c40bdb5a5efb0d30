// The transformer on board: its pieces and vectors are the model's, and how it gets its weights.

import fs from "node:fs";
import { describe, expect, it } from "vitest";
import { EmbedderFailure } from "../../durable/embed/failure.ts";
import { isEnglish } from "../../durable/embed/use-lite/english.ts";
import { readModelFile } from "../../durable/embed/use-lite/model-file.ts";
import { plainPanels, simdPanels } from "../../durable/embed/use-lite/panels.ts";
import { Transformer } from "../../durable/embed/use-lite/transformer.ts";
import { USE_LITE_ASSET, USE_LITE_EMBEDDER, UseLiteEmbedder } from "../../durable/embed/use-lite.ts";
import { folderAssets } from "../../golden/folder-assets.ts";
import { panelKernel } from "../../golden/panel-kernel.ts";
import { assembledKernel, KERNEL } from "../../scripts/use-lite/kernel.ts";
import { WEIGHTS } from "../../scripts/use-lite/weights.ts";
import { embedderContract } from "../contracts/embedder.ts";

const MEGABYTE = 1_000_000;
const ENCODED = 512;

const assets = folderAssets();
const kernel = panelKernel();
const open = () => new UseLiteEmbedder(assets, kernel);
const weights = () => new Uint8Array(fs.readFileSync(WEIGHTS)).buffer;

embedderContract(open);

describe("the model", () => {
  const transformer = new Transformer(readModelFile(weights()), (bytes) => simdPanels(kernel, bytes));
  const encode = (text: string) => transformer.encode(transformer.piecesOf(text));

  it("[UL1] a text is cut as the model was trained on", () => {
    expect(transformer.piecesOf("Hello world, my pod got OOMKilled")).toEqual([
      341, 4125, 311, 8, 69, 610, 29, 270, 292, 4914, 402, 1239, 26,
    ]);
  });

  it("[UL1] white space around a text or between words counts once, a run of strangers is one piece", () => {
    const pieces = transformer.piecesOf("a b");
    expect(transformer.piecesOf("  a \n\t b ")).toEqual(pieces);
    expect(transformer.piecesOf("")).toEqual([]);
    expect(transformer.piecesOf("部署到生产环境").filter((id) => id === 0)).toHaveLength(1);
  });

  it("[UL2] a text has the vector of the model, as near as one byte a weight allows", () => {
    const published = [0.0307, 0.0316, 0.0506, -0.0357, -0.0546, 0.0547];
    const encoded = encode("I love dogs");
    for (const [index, value] of published.entries()) {
      expect(Math.abs(encoded[index] - value)).toBeLessThan(0.003);
    }
  });

  it("[UL2] what comes after 128 pieces is not read", () => {
    const pieces = transformer.piecesOf("one more thing ".repeat(100));
    expect(pieces.length).toBeGreaterThan(128);
    expect(transformer.encode(pieces)).toEqual(transformer.encode(pieces.slice(0, 128)));
    expect(transformer.encode(pieces)).not.toEqual(transformer.encode(pieces.slice(0, 127)));
  });

  it("[UL3] the kernel is what its source says, and without it the vectors are the same", async () => {
    expect(fs.readFileSync(KERNEL).equals(await assembledKernel())).toBe(true);
    const plain = new Transformer(readModelFile(weights()), plainPanels);
    for (const text of ["", "I love dogs", "Checkout latency spikes every weekday around 09:00."]) {
      const pieces = text === "" ? [0] : transformer.piecesOf(text);
      expect(plain.encode(pieces)).toEqual(transformer.encode(pieces));
    }
  });

  it("[UL5] the file has under 8 MB, and takes under 12 MB of memory", () => {
    expect(weights().byteLength).toBeLessThan(8 * MEGABYTE);
    let memory = 0;
    new Transformer(readModelFile(weights()), (bytes) => {
      memory = bytes;
      return plainPanels(bytes);
    });
    expect(memory).toBeLessThan(12 * MEGABYTE);
  });
});

describe("questions", () => {
  const speaking = async (question: string) => {
    const [vector] = await open().embed([question], "query");
    const squares = (part: Float64Array) => part.reduce((sum, entry) => sum + entry * entry, 0);
    return [squares(vector.subarray(0, ENCODED)), squares(vector.subarray(ENCODED))].map(Math.round);
  };

  it.each([
    "Why was paying so slow first thing in the day?",
    "who owns billing",
    "staging certificate renewal",
  ])("[UL4] an English question speaks by the transformer: %s", async (question) => {
    expect(await speaking(question)).toEqual([1, 0]);
  });

  it.each([
    "Wer erneuert das Zertifikat der Anmeldung?",
    "Welke nachtelijke taak houdt de databank bezet?",
    "谁负责生产环境部署",
    "E4471",
  ])("[UL4] any other question speaks by its letters: %s", async (question) => {
    expect(await speaking(question)).toEqual([0, 1]);
  });

  it("[UL4] a long German question is no English one, however many pieces it has", () => {
    const question = "Warum wurde die nächtliche Auswertung verschoben und wer hat das entschieden? ".repeat(
      20,
    );
    expect(isEnglish(question, question.length / 2)).toBe(false);
  });

  it("[UL4] a document speaks by both, whatever its language", async () => {
    for (const text of ["The certificate is renewed by hand.", "Das Zertifikat wird von Hand erneuert."]) {
      const [vector] = await open().embed([text], "document");
      const encoded = vector.subarray(0, ENCODED).reduce((sum, entry) => sum + entry * entry, 0);
      expect(encoded).toBeCloseTo(0.7, 6);
    }
  });
});

describe("the weights", () => {
  /** An embedder that shares nothing with others, and what it asked the assets for. */
  const alone = (answer: (name: string) => Promise<ArrayBuffer | null>) => {
    const asked: string[] = [];
    const embedder = new UseLiteEmbedder(
      (name) => {
        asked.push(name);
        return answer(name);
      },
      kernel,
      {},
    );
    return { asked, embedder };
  };

  it("[UL5] are loaded by the first embedding and not before, once for all calls", async () => {
    const { asked, embedder } = alone(assets);
    expect(asked).toEqual([]);
    await Promise.all([embedder.embed(["one"], "query"), embedder.embed(["two"], "document")]);
    await embedder.embed(["three"], "query");
    expect(asked).toEqual([USE_LITE_ASSET]);
  });

  it("[UL6] that are missing or damaged are told with what to do, and looked for again", async () => {
    let file: ArrayBuffer | null = null;
    const { embedder } = alone(async () => file);
    const failure = () => embedder.embed(["a"], "query").catch((error: unknown) => error);
    const damaged = [null, new ArrayBuffer(0), new ArrayBuffer(64), weights().slice(0, 4 * MEGABYTE)];
    for (const content of damaged) {
      file = content;
      const error = await failure();
      expect(error).toBeInstanceOf(EmbedderFailure);
      expect(error).toMatchObject({ reason: "missing_asset", retryAfterMs: null });
      expect(String(error)).toContain("npm run build:embedder");
    }
    file = weights();
    expect(await embedder.embed(["a"], "query")).toHaveLength(1);
  });

  it("[UL6] are told apart from others by the name of their file", () => {
    expect(USE_LITE_ASSET).toMatch(/^use-lite\.[0-9a-f]{8}\.bin$/);
    expect(USE_LITE_EMBEDDER).toBe("use-lite-v1");
  });
});
