// [WI] Input of every wrong kind: a stable code, a sentence that says what to fix, and nothing written.

import { beforeAll, describe, expect, it } from "vitest";
import type { MemoryClient } from "../../client/memory-client.ts";
import { SETTINGS } from "../../src/settings.ts";
import { LIMITS } from "../../wire/limits.ts";
import { BAD_INPUT, MANY } from "../support/bad-input.ts";
import { prepare, SAMPLE_NODE } from "../support/samples.ts";
import { OPERATOR_TOKEN, Story, send } from "../support/story.ts";

let memory: MemoryClient;
let token: string;
let agent: string;

beforeAll(async () => {
  const story = await Story.begin();
  agent = (await story.agent()).name;
  token = story.owner.token;
  memory = story.memory(agent);
  await prepare(memory);
});

describe("bad input", () => {
  it.each(BAD_INPUT)(
    "[WI1] $is: $status $code",
    async ({ method = "POST", path, body, headers, status, code, says }) => {
      const before = await memory.info();
      const answer = await send(method, `/v1/agents/${agent}${path}`, { token, body, headers });
      expect([answer.status, answer.error?.code]).toEqual([status, code]);
      expect(answer.error?.message).toMatch(typeof says === "string" ? new RegExp(escaped(says)) : says);
      expect(answer.headers.get("x-request-id")).toMatch(/^[\w.:=-]+$/);
      const { revision, nodes, edges } = await memory.info();
      expect({ revision, nodes, edges }).toEqual({
        revision: before.revision,
        nodes: before.nodes,
        edges: before.edges,
      });
    },
  );

  it("[WI2] a body without a length is cut off at the limit, not after it", async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        const chunk = new Uint8Array(64 * 1024).fill(0x20);
        sent += chunk.length;
        if (sent > MANY) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const { status, error } = await send("POST", `/v1/agents/${agent}/inject`, { token, body: endless });
    expect([status, error?.code]).toEqual([413, "too_large"]);
    expect(sent).toBeLessThan(LIMITS.bodyBytes + 1024 * 1024);
  });

  it("[WI3] every problem is named with its place, up to a number", async () => {
    const body = { query: 1, top_k: 0, colour: true };
    const { error } = await send("POST", `/v1/agents/${agent}/query`, { token, body });
    expect(error?.message).toContain("2 more");
    expect(error?.details).toEqual(
      expect.arrayContaining(
        ["query", "the request", "top_k"].map((path) => expect.objectContaining({ path })),
      ),
    );
    const many = { nodes: Array(LIMITS.nodesPerBatch).fill({}) };
    const second = await send("POST", `/v1/agents/${agent}/inject/batch`, { token, body: many });
    expect(second.error?.details).toHaveLength(SETTINGS.issuesNamed);
    expect(second.text.length).toBeLessThan(10_000);
  });

  it("[WI3] a refusal never quotes more than a little of what was sent", async () => {
    const body = { query: "x", ["a".repeat(100_000)]: 1 };
    const { text } = await send("POST", `/v1/agents/${agent}/query`, { token, body });
    expect(text.length).toBeLessThan(2_000);
  });

  it("[WI4] ids that are no nodes are left out of learning, and reported", async () => {
    const reply = await memory.learn({ fired_ids: [SAMPLE_NODE, "nowhere", "💥"], outcome: 1 });
    expect(reply.unknown_ids).toEqual(["nowhere", "💥"]);
    expect(reply.fired_ids).toEqual([SAMPLE_NODE]);
  });

  it("[WI5] the limits themselves are allowed", async () => {
    const query = await send("POST", `/v1/agents/${agent}/query`, {
      token,
      body: { query: "🧠".repeat(LIMITS.query), top_k: LIMITS.topK },
    });
    expect([query.status, query.text.slice(0, 0)]).toEqual([200, ""]);
    const headers = { "Idempotency-Key": "k".repeat(LIMITS.idempotencyKey) };
    const body = { content: "é".repeat(LIMITS.text), id: "i".repeat(LIMITS.nodeId) };
    expect((await send("POST", `/v1/agents/${agent}/inject`, { token, body, headers })).status).toBe(200);
  });

  it("[WI6] directory writes are checked alike", async () => {
    const bad: [string, unknown, string][] = [
      ["/v1/tenants", { name: "Has Spaces" }, "fix name"],
      ["/v1/tenants", { name: "" }, "fix name"],
      ["/v1/tenants", { name: "-dash" }, "fix name"],
      ["/v1/tenants", {}, "fix name"],
      ["/v1/agents", { name: "ok", tenant: "t", profile: "turbo" }, "fix profile"],
      ["/v1/tokens", { name: "x", tenant: "t", role: "god" }, "fix role"],
      ["/v1/tokens", { name: "x", tenant: "t", role: "reader", agents: [] }, "fix agents"],
      ["/v1/tokens", { name: "x", tenant: "t", role: "reader", expires_at: 1.5 }, "fix expires_at"],
    ];
    for (const [path, body, says] of bad) {
      const { status, error } = await send("POST", path, { token: OPERATOR_TOKEN, body });
      expect([status, error?.code, error?.message]).toEqual([
        400,
        "invalid_request",
        expect.stringContaining(says),
      ]);
    }
    const past = { name: "x", role: "reader", expires_at: 1 };
    const { error } = await send("POST", "/v1/tokens", { token, body: past });
    expect(error?.message).toContain("past");
    const cursor = await send("GET", "/v1/tokens?cursor=nonsense", { token });
    expect(cursor.error?.message).toContain("cursor");
  });
});

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
