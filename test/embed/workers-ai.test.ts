// The workers-ai embedder against a stand-in of the platform's binding.

import { beforeEach, describe, expect, it } from "vitest";
import type { EmbedderFailureReason } from "../../durable/embed/failure.ts";
import { WORKERS_AI_MODELS } from "../../durable/embed/remote/workers-ai-models.ts";
import { AiStandIn, failed } from "../support/ai-binding.ts";
import { vectorsOf } from "../support/embedding-server.ts";
import { failureOf, named } from "../support/remote-embedders.ts";
import { TestPorts } from "../support/remote-ports.ts";

const QWEN = "workers-ai:@cf/qwen/qwen3-embedding-0.6b:256";
const GEMMA = "workers-ai:@cf/google/embeddinggemma-300m:256";
const BGE = "workers-ai:@cf/baai/bge-m3:1024";

let ai: AiStandIn;
let ports: TestPorts;
beforeEach(() => {
  ai = new AiStandIn();
  ports = new TestPorts();
});

const open = (name = QWEN) => named(name, { ai, ports });
const failure = () => failureOf(open(), ["the alarm code is 4471"], "query");

describe("a request", () => {
  it("[EP15] tells questions from documents as each model wants it", async () => {
    for (const name of [QWEN, GEMMA, BGE]) {
      await open(name).embed(["when?"], "query");
      await open(name).embed(["then."], "document");
    }
    expect(ai.requests.map(({ inputs }) => inputs)).toEqual([
      { queries: ["when?"], instruction: expect.stringMatching(/retrieve/) },
      { documents: ["then."] },
      { text: ["task: search result | query: when?"] },
      { text: ["title: none | text: then."] },
      { text: ["when?"], truncate_inputs: true },
      { text: ["then."], truncate_inputs: true },
    ]);
  });

  it("[EP15] holds no more texts than the model takes", async () => {
    const texts = Array.from({ length: 70 }, (_, index) => `note ${index}`);
    await open().embed(texts, "document");
    expect(ai.requests.map(({ inputs }) => (inputs.documents as string[]).length)).toEqual([32, 32, 6]);
  });

  it.each([...WORKERS_AI_MODELS.keys()])(
    "[EP5] a text beyond the window of %s is cut, in any script",
    async (model) => {
      const embedder = open(`workers-ai:${model}:${WORKERS_AI_MODELS.get(model)?.usual}`);
      for (const text of ["x", "字", "🚀", "7", "é"]) {
        const [vector] = await embedder.embed([text.repeat(100_000)], "query");
        expect(Math.hypot(...Array.from(vector))).toBeCloseTo(1, 9);
      }
      expect(ai.requests).toHaveLength(5);
    },
  );
});

describe("an answer", () => {
  it("[EP16] vectors are cut to the asked length and have length 1 again", async () => {
    const text = "deploy on Fridays";
    const [[whole]] = [vectorsOf([text], 1024)];
    for (const length of [64, 128, 256, 512, 768, 1024]) {
      const [vector] = await open(`workers-ai:@cf/qwen/qwen3-embedding-0.6b:${length}`).embed(
        [text],
        "document",
      );
      const kept = Math.hypot(...whole.slice(0, length));
      expect(Array.from(vector, (entry) => entry * kept)).toEqual(
        whole.slice(0, length).map((entry) => expect.closeTo(entry, 9)),
      );
    }
  });

  it.each<[what: string, body: unknown]>([
    ["of another length", { data: [[1, 2, 3]], shape: [1, 3] }],
    ["with null for NaN", { data: [[null, ...Array(1023).fill(1)]] }],
    ["of zeros", { data: [Array(1024).fill(0)] }],
    ["fewer than the texts", { data: [] }],
    ["more than the texts", { data: vectorsOf(["a", "b"], 1024) }],
    ["put off", { request_id: "1" }],
    ["missing", { response: "hello" }],
    ["null", null],
  ])("[EP8] vectors that are %s are a bad answer", async (_, body) => {
    ai.next({ status: 200, body });
    expect(await failure()).toMatchObject({ reason: "bad_answer" });
    expect(ai.requests).toHaveLength(1);
  });

  it("[EP8] a web page in place of JSON is a bad answer", async () => {
    ai.next({ status: 200, type: "text/html", body: "<!doctype html>" });
    expect(await failure()).toMatchObject({ reason: "bad_answer" });
  });
});

describe("a failing platform", () => {
  it.each<[code: number, status: number, reason: EmbedderFailureReason, attempts: number]>([
    [5007, 400, "refused", 1],
    [3023, 403, "refused", 1],
    [3041, 403, "refused", 1],
    [3007, 408, "timeout", 4],
    [3040, 429, "rate_limited", 4],
    [9999, 500, "unavailable", 4],
  ])("[EP17] number %i has its reason", async (code, status, reason, attempts) => {
    ai.next(...Array(4).fill(failed(code, status)));
    expect(await failure()).toMatchObject({ reason, message: expect.stringContaining(String(code)) });
    expect(ai.requests).toHaveLength(attempts);
  });

  it("[EP17] a used up free allocation is told until midnight, and not asked again", async () => {
    ai.next(failed(3036, 429));
    const { reason, retryAfterMs } = await failure();
    expect(reason).toBe("rate_limited");
    expect(ports.at + (retryAfterMs as number)).toBe(Date.UTC(2026, 11, 1));
    expect(ai.requests).toHaveLength(1);
  });

  it("[EP12] a request that is too large is split", async () => {
    ai.next(failed(3006, 413));
    await open().embed(["a", "b", "c"], "document");
    expect(ai.requests.map(({ inputs }) => inputs.documents)).toEqual([["a", "b", "c"], ["a", "b"], ["c"]]);
  });

  it("[EP14] what the platform says is not repeated, for it may quote a text", async () => {
    const said = "no such thing: the alarm code is 4471";
    for (const reply of [
      failed(3003, 400, said),
      failed(9999, 500, said),
      { status: 500, body: `<p>${said}` },
    ]) {
      ai.next(...Array(4).fill(reply));
      expect((await failure()).message).not.toContain("4471");
    }
  });
});
