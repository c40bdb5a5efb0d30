// The openai-compatible embedder against a service on this machine that fails in every way a service can.

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { EmbedderFailureReason } from "../../durable/embed/failure.ts";
import { breakOff, EmbeddingServer, fail, hang, raw, type Step, stall } from "../support/embedding-server.ts";
import { failureOf, openAiCompatible, TEXTS } from "../support/remote-embedders.ts";
import { TestPorts } from "../support/remote-ports.ts";

/** Short enough to wait for, while pauses cost nothing. Milliseconds. */
const SHORT = { request: 150, overall: 100_000 };

let server: EmbeddingServer;
beforeAll(async () => {
  server = await EmbeddingServer.begin({ key: "the-key", dimension: 8 });
});
afterEach(() => server.reset());
afterAll(() => server.end());

const open = (opened?: Parameters<typeof openAiCompatible>[1]) => openAiCompatible(server.url, opened);
const hasty = () => open({ time: { query: SHORT, document: SHORT } });

/** Answers every attempt in the same way. */
const always = (step: Step) => server.next(step, step, step, step);

describe("a failing service", () => {
  it.each<[what: string, step: Step, reason: EmbedderFailureReason, attempts: number]>([
    ["401", fail(401), "refused", 1],
    ["403", fail(403), "refused", 1],
    ["404", fail(404), "refused", 1],
    ["400", fail(400), "refused", 1],
    ["a redirect", raw("", 302, { location: "http://127.0.0.1:1/elsewhere" }), "refused", 1],
    ["402", fail(402), "rate_limited", 1],
    ["429 without credit", fail(429, "insufficient_quota"), "rate_limited", 1],
    ["429", fail(429), "rate_limited", 4],
    ["500", fail(500), "unavailable", 4],
    ["503 as HTML", raw("<h1>down</h1>", 503), "unavailable", 4],
    ["a broken connection", breakOff, "unavailable", 4],
  ])("[EP9] %s has its reason and its number of attempts", async (_, step, reason, attempts) => {
    always(step);
    expect(await failureOf(open())).toMatchObject({ reason });
    expect(server.requests).toHaveLength(attempts);
  });

  it.each<[what: string, step: Step]>([
    ["never answers", hang],
    ["stops in the middle", stall],
  ])("[EP9] one that %s ends in a timeout", async (_, step) => {
    always(step);
    expect(await failureOf(hasty())).toMatchObject({ reason: "timeout" });
    expect(server.requests).toHaveLength(4);
  });

  it("[EP9] a refused connection is unavailable", async () => {
    const gone = await EmbeddingServer.begin();
    const { url } = gone;
    await gone.end();
    expect(await failureOf(openAiCompatible(url))).toMatchObject({ reason: "unavailable" });
  });

  it("[EP10] what passes is tried again, with pauses that grow", async () => {
    const ports = new TestPorts();
    server.next(fail(500), fail(429), breakOff);
    await open({ ports }).embed(TEXTS, "document");
    expect(ports.pauses).toHaveLength(3);
    expect(ports.pauses.toSorted((a, b) => a - b)).toEqual(ports.pauses);
  });

  it("[EP11] Retry-After is kept to, in seconds and as a date", async () => {
    const ports = new TestPorts();
    const date = new Date(ports.at + 20_000).toUTCString();
    server.next(fail(429, "slow", { "retry-after": "7" }), fail(503, "slow", { "retry-after": date }));
    await open({ ports }).embed(TEXTS, "document");
    expect(ports.pauses).toEqual([7_000, 13_000]);
  });

  it("[EP11] where it is longer than the call may take, the failure says when to come back", async () => {
    const ports = new TestPorts();
    server.next(fail(429, "slow", { "retry-after": "3600" }));
    expect(await failureOf(open({ ports }))).toMatchObject({
      reason: "rate_limited",
      retryAfterMs: 3_600_000,
    });
    expect(ports.pauses).toEqual([]);
  });

  it("[EP12] a request that is too large is split, and a text that is too long by itself is halved", async () => {
    const small = await EmbeddingServer.begin({ dimension: 8, items: 2, textBytes: 100 });
    try {
      const texts = [...TEXTS, ...TEXTS, "x ".repeat(300), "🚀".repeat(100)];
      const vectors = await openAiCompatible(small.url).embed(texts, "document");
      expect(vectors.slice(0, 3)).toEqual(vectors.slice(3, 6));
      const sent = small.requests.flatMap(({ body }) => body.input);
      expect(sent.every((text) => text.isWellFormed())).toBe(true);
      expect(sent).toContain("🚀".repeat(25));
    } finally {
      await small.end();
    }
  });

  it("[EP12] a service that says so with 400 is understood as well", async () => {
    server.next(fail(400, "context_length_exceeded"));
    await open().embed(TEXTS, "document");
    expect(server.requests.map(({ body }) => body.input.length)).toEqual([3, 2, 1]);
  });

  it("[EP12] a text that stays too long is refused", async () => {
    for (let round = 0; round < 20; round++) server.next(fail(413));
    expect(await failureOf(open(), ["x".repeat(1_000)])).toMatchObject({ reason: "refused" });
    expect(server.requests).toHaveLength(7);
  });
});

describe("the day's allowance", () => {
  it("[EP13] is spent by every attempt, then refuses with budget until midnight in UTC", async () => {
    const ports = new TestPorts(Date.UTC(2026, 10, 30, 23, 50));
    const embedder = open({ variables: { EMBEDDER_DAILY_TOKENS: "40" }, ports });
    server.next(fail(500));
    await embedder.embed(["aaaa bbbb cccc dddd"], "document");
    expect(ports.ledger.read()).toEqual({ day: "2026-11-30", tokens: 16 });
    await embedder.embed(["aaaa bbbb cccc dddd aaaa bbbb cccc dddd"], "document");
    const refused = await failureOf(embedder, ["aaaa bbbb cccc dddd aaaa"]);
    expect(refused.reason).toBe("budget");
    expect(ports.at + (refused.retryAfterMs as number)).toBe(Date.UTC(2026, 11, 1));
    const asked = server.requests.length;
    ports.at += refused.retryAfterMs as number;
    await embedder.embed(["aaaa bbbb cccc dddd aaaa"], "document");
    expect(server.requests).toHaveLength(asked + 1);
    expect(ports.ledger.read()?.day).toBe("2026-12-01");
  });

  it("[EP13] outlives the embedder in its ledger", async () => {
    const ports = new TestPorts();
    await open({ variables: { EMBEDDER_DAILY_TOKENS: "20" }, ports }).embed(
      ["字字字字字字字字字字"],
      "document",
    );
    expect(await failureOf(open({ variables: { EMBEDDER_DAILY_TOKENS: "20" }, ports }))).toMatchObject({
      reason: "budget",
    });
  });
});

describe("secrets", () => {
  it("[EP14] no failure quotes a text or the key, though the service does", async () => {
    const steps = [400, 401, 404, 413, 429, 500].map((status) => fail(status, "the-key"));
    for (const step of [...steps, raw(`<p>${TEXTS[0]} the-key</p>`), breakOff, hang]) {
      always(step);
      server.next(step, step, step, step, step, step, step, step, step);
      const failure = await failureOf(hasty(), [TEXTS[0]]);
      const told = `${failure.message} ${failure.stack} ${JSON.stringify(failure)} ${failure.cause}`;
      expect(told).not.toContain("4471");
      expect(told).not.toContain("the-key");
      expect(told).not.toContain(server.url);
      server.reset();
    }
  });

  it("[EP14] a redirect is not followed, so the key stays with its address", async () => {
    const other = await EmbeddingServer.begin({ dimension: 8 });
    try {
      for (const status of [301, 302, 307, 308]) {
        server.next(raw("", status, { location: `${other.url}/embeddings` }));
        await failureOf(open());
      }
      expect(other.requests).toEqual([]);
    } finally {
      await other.end();
    }
  });
});
