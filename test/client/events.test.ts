// [WI] The client's stream of events against a server that breaks off, stalls, refuses and talks nonsense.

import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ClientError } from "../../client/client-error.ts";
import type { EventsOptions, MemoryEvent } from "../../client/events.ts";
import { MemoryClient } from "../../client/memory-client.ts";

type Answer = (response: http.ServerResponse) => void;

let server: http.Server;
let memory: MemoryClient;
let answers: Answer[];
let seen: http.IncomingHttpHeaders[];

beforeAll(async () => {
  server = http.createServer((request, response) => {
    seen.push(request.headers);
    (answers.shift() ?? refusal(403, "forbidden"))(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  memory = new MemoryClient({ baseUrl, token: "secret", agent: "ada", retryDelayMs: 1 });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  answers = [];
  seen = [];
});

const changeOf = (revision: number) => ({
  revision,
  at: 1,
  type: "inject",
  author: null,
  nodes: [`n${revision}`],
  nodes_left_out: 0,
  edges: 0,
});
const block = (event: string, data: { revision: number }) =>
  `id: ${data.revision}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
const change = (revision: number) => block("change", changeOf(revision));
const ready = (revision: number) => block("ready", { revision });

function stream(pieces: readonly string[], end: "end" | "break" | "hang" = "end"): Answer {
  return async (response) => {
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    for (const piece of pieces) {
      response.write(piece);
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (end === "end") response.end();
    if (end === "break") response.destroy();
  };
}

function refusal(status: number, code: string): Answer {
  return (response) => {
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ error: { code, message: "say more" } }));
  };
}

/** All events until the stream fails, and how it does. */
async function heard(options?: EventsOptions): Promise<[string[], ClientError]> {
  const events: string[] = [];
  const told = (event: MemoryEvent) => `${event.event} ${event.revision}`;
  try {
    for await (const event of memory.events(options)) events.push(told(event));
  } catch (error) {
    if (error instanceof ClientError) return [events, error];
    throw error;
  }
  throw new Error("the stream should have failed");
}

describe("a stream", () => {
  it("[WI40] is asked for with the last event that was received, and every event comes once", async () => {
    answers = [
      stream([ready(3), change(4), change(5)], "break"),
      stream([ready(5)]),
      refusal(503, "unavailable"),
      refusal(429, "rate_limited"),
      stream([ready(5), change(6)]),
    ];
    const [events, { code }] = await heard();
    expect(events).toEqual(["ready 3", "change 4", "change 5", "ready 5", "ready 5", "change 6"]);
    expect(code).toBe("forbidden");
    expect(seen.map((headers) => headers["last-event-id"])).toEqual([undefined, "5", "5", "5", "5", "6"]);
    expect(seen[0]).toMatchObject({ accept: "text/event-stream", authorization: "Bearer secret" });
  });

  it("[WI40] begins after the event that the caller names, and tells when all must be loaded anew", async () => {
    answers = [stream([block("reset", { revision: 90 }), change(91)])];
    expect((await heard({ lastEventId: 7 }))[0]).toEqual(["reset 90", "change 91"]);
    expect(seen[0]["last-event-id"]).toBe("7");
  });

  it("[WI40] is read whatever pieces it comes in, signs of life and unknown messages passed over", async () => {
    const text = [ready(1), ":\n\n", block("later", { revision: 1 }), ": more\n\n", change(2)].join("");
    for (const pieces of [[...text], [text], [text.replaceAll("\n", "\r\n")]]) {
      answers = [stream(pieces)];
      expect((await heard())[0]).toEqual(["ready 1", "change 2"]);
    }
  });

  it("[WI41] that is silent for too long counts as broken", async () => {
    answers = [stream([ready(1)], "hang"), stream([ready(1), change(2)])];
    expect((await heard({ silenceMs: 20 }))[0]).toEqual(["ready 1", "ready 1", "change 2"]);
  });

  it("[WI41] that is none, or breaks its own rules, is told as malformed", async () => {
    for (const piece of [
      block("change", { revision: 1 }),
      "data: nonsense\nevent: ready\n\n",
      "x".repeat(2 ** 20 + 1),
    ]) {
      answers = [stream([piece])];
      expect((await heard())[1].kind).toBe("malformed");
    }
    answers = [(response) => response.end("<html>")];
    expect((await heard())[1]).toMatchObject({ kind: "malformed" });
  });

  it("[WI41] that is refused is not asked for again", async () => {
    for (const [status, code] of [
      [401, "unauthorized"],
      [404, "not_found"],
      [503, "not_configured"],
    ] as const) {
      answers = [refusal(status, code)];
      expect((await heard())[1]).toMatchObject({ kind: "refused", code });
    }
    expect(seen).toHaveLength(3);
  });

  it("[WI42] ends when the caller's signal does, or when the caller leaves, and the connection with it", async () => {
    const closed: boolean[] = [];
    const held: Answer = (response) => {
      response.on("close", () => closed.push(true));
      stream([ready(1)], "hang")(response);
    };
    answers = [held, held];
    const controller = new AbortController();
    for await (const _ of memory.events({ signal: controller.signal })) controller.abort();
    for await (const _ of memory.events()) break;
    while (closed.length < 2) await new Promise((resolve) => setImmediate(resolve));
    expect(seen).toHaveLength(2);
  });
});
