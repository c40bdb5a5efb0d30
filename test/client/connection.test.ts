// [WI] The client against a real server that misbehaves: what each failure is called, and what is tried again.

import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ClientError } from "../../client/client-error.ts";
import { DirectoryClient } from "../../client/directory-client.ts";
import { MemoryClient, type MemoryClientOptions } from "../../client/memory-client.ts";

type Answer = (request: http.IncomingMessage, response: http.ServerResponse, body: string) => void;

let server: http.Server;
let baseUrl: string;
let answers: Answer[];
let seen: { method: string; url: string; headers: http.IncomingHttpHeaders; body: string }[];

beforeAll(async () => {
  server = http.createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    seen.push({ method: request.method!, url: request.url!, headers: request.headers, body });
    (answers.shift() ?? ok())(request, response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => server.close());
beforeEach(() => {
  answers = [];
  seen = [];
});

const INJECTED = {
  node_id: "a",
  injected: true,
  connected_to: [],
  edges_added: 0,
  suppresses: [],
  total_ms: 1,
};
const ANCHORS = { nodes: [], count: 0, total_ms: 1 };

function json(status: number, value: unknown, headers: http.OutgoingHttpHeaders = {}): Answer {
  return (_, response) => {
    response.writeHead(status, { "Content-Type": "application/json", "X-Request-Id": "r-1", ...headers });
    response.end(JSON.stringify(value));
  };
}
const ok = (value: unknown = INJECTED) => json(200, value);
const refusal = (status: number, code: string) => json(status, { error: { code, message: "say more" } });
const hangUp: Answer = (request) => request.socket.destroy();
const stallInBody: Answer = (_, response) => {
  response.writeHead(200, { "Content-Type": "application/json" });
  response.write('{"node_id":');
};

function client(options: Partial<MemoryClientOptions> = {}): MemoryClient {
  return new MemoryClient({ baseUrl, token: "secret", agent: "ada", retryDelayMs: 1, ...options });
}

async function failureOf(call: Promise<unknown>): Promise<ClientError> {
  const error = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(error instanceof ClientError)) throw new Error("the call should have failed with a ClientError");
  return error;
}

describe("a call", () => {
  it("[WI20] sends token, path, body and key, and gives the validated reply", async () => {
    expect(await client().inject({ content: "x" })).toEqual(INJECTED);
    expect(seen[0]).toMatchObject({ method: "POST", url: "/v1/agents/ada/inject", body: '{"content":"x"}' });
    expect(seen[0].headers).toMatchObject({
      authorization: "Bearer secret",
      "content-type": "application/json",
      "idempotency-key": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it("[WI20] puts parameters of reading calls into the URL, and ids whole into the path", async () => {
    answers = [ok({ entries: [], next_cursor: null, total_ms: 1 }), refusal(404, "not_found")];
    await client().journal({ limit: 5, type: "learn" });
    await failureOf(client().node("notes/a b.md::1?#%"));
    expect(seen.map(({ url }) => url)).toEqual([
      "/v1/agents/ada/journal?limit=5&type=learn",
      "/v1/agents/ada/nodes/notes%2Fa%20b.md%3A%3A1%3F%23%25",
    ]);
    expect(seen[0].headers["idempotency-key"]).toBeUndefined();
  });

  it("[WI20] keeps the path of the base URL", async () => {
    answers = [ok(ANCHORS)];
    await client({ baseUrl: `${baseUrl}brain` }).anchors();
    expect(seen[0].url).toBe("/brain/v1/agents/ada/anchors");
  });

  it("[WI21] goes over HTTPS, or stays on loopback", () => {
    const using = (url: string) => () => new DirectoryClient({ baseUrl: url, token: "t" });
    for (const url of ["https://a.example", "http://localhost:8787", "http://127.0.0.9", "http://[::1]:1"]) {
      expect(using(url)).not.toThrow();
    }
    const bad = ["http://a.example", "ftp://localhost", "localhost:8787", "", "http://127.0.0.1.a.example"];
    for (const url of [...bad, "https://user:pass@a.example", "https://a.example/?x=1"]) {
      expect(using(url), url).toThrow(TypeError);
    }
    expect(() => new DirectoryClient({ baseUrl, token: "two words" })).toThrow(TypeError);
  });
});

describe("a failure", () => {
  it("[WI22] refused: with code, status, request id and the server's sentence, and once is enough", async () => {
    answers = [refusal(409, "duplicate_id")];
    const { kind, code, status, requestId, message } = await failureOf(client().inject({ content: "x" }));
    expect({ kind, code, status, requestId, message }).toEqual({
      kind: "refused",
      code: "duplicate_id",
      status: 409,
      requestId: "r-1",
      message: "say more",
    });
    expect(seen).toHaveLength(1);
  });

  it("[WI22] malformed: no JSON, another shape, another server's error, too long, a redirect", async () => {
    const bodies: Answer[] = [
      (_, response) => response.end("<html>"),
      ok({ node_id: 7 }),
      json(404, { message: "nginx" }),
      ok({ ...INJECTED, connected_to: ["x".repeat(2_000)] }),
      json(307, {}, { Location: `${baseUrl}elsewhere` }),
    ];
    for (const body of bodies) {
      answers = [body];
      const { kind } = await failureOf(client({ maxReplyBytes: 1_000 }).inject({ content: "x" }));
      expect(kind).toBe("malformed");
    }
    expect(seen.map(({ url }) => url)).not.toContain("/elsewhere");
    expect(seen).toHaveLength(bodies.length);
  });

  it("[WI22] timeout: before the answer, in the middle of its body, or when the caller ends it", async () => {
    for (const answer of [() => undefined, stallInBody]) {
      answers = [answer];
      expect((await failureOf(client({ timeoutMs: 50 }).inject({ content: "x" }))).kind).toBe("timeout");
    }
    answers = [() => undefined];
    const stop = new AbortController();
    const call = failureOf(client().inject({ content: "x" }, { signal: stop.signal }));
    stop.abort();
    expect((await call).kind).toBe("timeout");
  });

  it("[WI22] network: nobody answers; the token is in no message", async () => {
    const error = await failureOf(client({ baseUrl: "http://127.0.0.1:1" }).anchors());
    expect(error.kind).toBe("network");
    expect(`${error.message} ${error.stack} ${String(error.cause)}`).not.toContain("secret");
  });
});

describe("repetition", () => {
  it("[WI23] a write is tried again after a broken connection and a 503, under the same key", async () => {
    answers = [hangUp, refusal(503, "unavailable"), ok()];
    expect(await client().inject({ content: "x" })).toEqual(INJECTED);
    expect(new Set(seen.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    expect(seen).toHaveLength(3);
  });

  it("[WI23] at most twice, and under the caller's key when it gives one", async () => {
    answers = [hangUp, hangUp, hangUp, hangUp];
    const { kind } = await failureOf(client().inject({ content: "x" }, { idempotencyKey: "mine" }));
    expect(kind).toBe("network");
    expect(seen.map(({ headers }) => headers["idempotency-key"])).toEqual(["mine", "mine", "mine"]);
  });

  it("[WI23] not after other refusals, not while the server lacks its configuration, and never a reading call", async () => {
    answers = [refusal(500, "internal"), refusal(503, "not_configured"), refusal(503, "unavailable")];
    await failureOf(client().inject({ content: "x" }));
    await failureOf(client().inject({ content: "x" }));
    await failureOf(client().query({ query: "x" }));
    expect(seen).toHaveLength(3);
  });
});
