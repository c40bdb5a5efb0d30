// The openai-compatible embedder against a service on this machine: what it asks, and what it takes for an answer.

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { answer, EmbeddingServer, flood, json, raw, type Step } from "../support/embedding-server.ts";
import { failureOf, openAiCompatible, TEXTS } from "../support/remote-embedders.ts";

const SHORTER = "openai-compatible:some-model:4";

let server: EmbeddingServer;
beforeAll(async () => {
  server = await EmbeddingServer.begin({ key: "the-key", dimension: 8 });
});
afterEach(() => server.reset());
afterAll(() => server.end());

const open = (opened?: Parameters<typeof openAiCompatible>[1]) => openAiCompatible(server.url, opened);

describe("a request", () => {
  it("[EP1] goes to /embeddings of the base with model, texts and key, and asks for plain numbers", async () => {
    await open().embed(TEXTS, "document");
    const [{ path, headers, body }] = server.requests;
    expect(path).toBe("POST /v1/embeddings");
    expect(headers.authorization).toBe("Bearer the-key");
    expect(body).toEqual({ model: "some-model", input: TEXTS, encoding_format: "float" });
  });

  it("[EP1] says no key where there is none", async () => {
    server.next(answer(8, (data) => data));
    await open({ variables: { EMBEDDER_KEY: "" } }).embed(["a"], "query");
    expect(server.requests[0].headers.authorization).toBeUndefined();
  });

  it("[EP2] says dimensions when the provider shortens, and never otherwise", async () => {
    await open({ variables: { EMBEDDER_SHORTEN: "provider" }, name: SHORTER }).embed(["a"], "query");
    await open({ name: "openai-compatible:text-embedding-3-small:6" }).embed(["a"], "query");
    await open({ variables: { EMBEDDER_SHORTEN: "here" }, name: SHORTER }).embed(["a"], "query");
    expect(server.requests.map(({ body }) => body.dimensions)).toEqual([4, 6, undefined]);
  });

  it("[EP2] longer vectors are cut here where that is asked for, and have length 1 again", async () => {
    const [[cut], [whole]] = await Promise.all([
      open({ variables: { EMBEDDER_SHORTEN: "here" }, name: SHORTER }).embed(["a b c"], "query"),
      open().embed(["a b c"], "query"),
    ]);
    const kept = Math.hypot(...whole.slice(0, 4));
    expect(cut).toHaveLength(4);
    cut.forEach((entry, index) => {
      expect(entry).toBeCloseTo(whole[index] / kept, 12);
    });
  });

  it("[EP3] has the prompt that the model was trained with, for questions and for documents", async () => {
    const gemma = open({ name: "openai-compatible:embeddinggemma-300m:8" });
    await gemma.embed(["when?"], "query");
    await gemma.embed(["then."], "document");
    expect(server.requests.flatMap(({ body }) => body.input)).toEqual([
      "task: search result | query: when?",
      "title: none | text: then.",
    ]);
  });

  it("[EP4] never holds more texts or estimated tokens than it may", async () => {
    await open({ variables: { EMBEDDER_BATCH_ITEMS: "2" } }).embed([...TEXTS, ...TEXTS], "document");
    expect(server.requests.map(({ body }) => body.input.length)).toEqual([2, 2, 2]);
    server.reset();
    await open({ variables: { EMBEDDER_BATCH_TOKENS: "100" } }).embed(
      ["字".repeat(40), "字".repeat(40), "b"],
      "document",
    );
    expect(server.requests.map(({ body }) => body.input.length)).toEqual([1, 2]);
  });

  it("[EP5] a text above the limit is cut between characters, full-width ones counted as more", async () => {
    const embedder = open({ variables: { EMBEDDER_TEXT_TOKENS: "100" } });
    await embedder.embed(["word ".repeat(1_000), "字".repeat(1_000), "🚀".repeat(1_000)], "document");
    const [latin, chinese, rockets] = server.requests[0].body.input;
    expect(chinese).toBe("字".repeat(66));
    expect(rockets).toBe("🚀".repeat(33));
    expect(latin.length).toBeGreaterThan(200);
    expect(latin.length).toBeLessThan(400);
  });

  it("[EP6] texts that say nothing are not sent, and what is no Unicode or NUL is sent as a placeholder", async () => {
    const vectors = await open().embed(["", "  ", "\0", "\ud800 lone", "a\0b"], "document");
    expect(server.requests.flatMap(({ body }) => body.input)).toEqual(["\ufffd lone", "a b"]);
    expect(vectors.slice(0, 3).every((vector) => vector.every((entry) => entry === 0))).toBe(true);
    server.reset();
    await open().embed(["", ""], "query");
    expect(server.requests).toEqual([]);
  });
});

describe("an answer", () => {
  it("[EP7] vectors are put to their texts by index, in whatever order they come", async () => {
    const plain = await open().embed(TEXTS, "document");
    server.next(answer(8, (data) => data.toReversed()));
    expect(await open().embed(TEXTS, "document")).toEqual(plain);
    server.next(answer(8, (data) => data.map(({ embedding }) => ({ embedding }))));
    expect(await open().embed(TEXTS, "document")).toEqual(plain);
  });

  it("[EP7] vectors as base64 are read too", async () => {
    const plain = await open().embed(TEXTS, "document");
    const base64 = (embedding: number[]) =>
      Buffer.from(Float32Array.from(embedding).buffer).toString("base64");
    server.next(
      answer(8, (data) => data.map(({ index, embedding }) => ({ index, embedding: base64(embedding) }))),
    );
    const read = await open().embed(TEXTS, "document");
    read.forEach((vector, index) => {
      vector.forEach((entry, place) => {
        expect(entry).toBeCloseTo(plain[index][place], 6);
      });
    });
  });

  const change = (edit: (embedding: number[]) => unknown) =>
    answer(8, (data) => data.map(({ index, embedding }) => ({ index, embedding: edit(embedding) })));

  it.each<[what: string, step: Step]>([
    ["vectors of another length", change((embedding) => embedding.slice(1))],
    ["longer vectors", change((embedding) => [...embedding, 1])],
    ["null for NaN", change(([, ...rest]) => [null, ...rest])],
    ["texts for numbers", change(([, ...rest]) => ["1", ...rest])],
    ["infinity", raw('{"data":[{"embedding":[1e999,1,1,1,1,1,1,1]},{"embedding":[1]},{"embedding":[1]}]}')],
    ["NaN, which is no JSON", raw('{"data":[{"index":0,"embedding":[NaN,1,1,1,1,1,1,1]}]}')],
    ["zeros", change((embedding) => embedding.map(() => 0))],
    ["base64 of another length", change(() => "AAAA")],
    ["what is no base64", change(() => "?")],
    [
      "NaN as base64",
      change(() => Buffer.from(new Float32Array(8).fill(Number.NaN).buffer).toString("base64")),
    ],
    ["objects for vectors", change(() => ({ length: 8 }))],
    ["fewer vectors", answer(8, (data) => data.slice(1))],
    ["more vectors", answer(8, (data) => [...data, ...data])],
    ["an index twice", answer(8, ([first, , third]) => [first, first, third])],
    ["an index beyond", answer(8, ([first, second, third]) => [first, second, { ...third, index: 7 }])],
    ["nothing for a vector", answer(8, () => [null, null, null])],
    ["a list", json([])],
    ["null", json(null)],
    ["an error with status 200", json({ error: { message: "no" } })],
    ["HTML", raw("<!doctype html><title>Sign in</title>", 200, { "content-type": "text/html" })],
    ["half of a JSON text", raw('{"data":[')],
    ["nothing", raw("")],
    ["a body without end", flood],
  ])("[EP8] %s is a bad answer, told at once", async (_, step) => {
    server.next(step);
    const failure = await failureOf(open());
    expect(failure).toMatchObject({ name: "EmbedderFailure", reason: "bad_answer" });
    expect(server.requests).toHaveLength(1);
  });
});
