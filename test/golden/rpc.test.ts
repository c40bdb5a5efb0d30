// The worker envelope through the one door, on the real store.

import { describe, expect, it } from "vitest";
import { PARITY, PRODUCT } from "../../durable/graph/profiles.ts";
import type { Settings } from "../../durable/graph/settings.ts";
import type { Memory } from "../../durable/operations/memory.ts";
import { perform } from "../../durable/operations/perform.ts";
import { goldenCall, openState } from "../../golden/state.ts";
import { LIMITS } from "../../wire/limits.ts";
import type { RpcRequest } from "../../wire/reading.ts";

const NODES = [
  {
    id: "deploy.md::0",
    content: "Deploy with make deploy on Fridays",
    metadata: { file: "deploy.md", chunk: 0 },
  },
  { id: "deploy.md::1", content: "Roll back with make rollback", metadata: { file: "deploy.md", chunk: 1 } },
  { id: "keys.md::0", content: "Rotate the keys every ninety days", metadata: { file: "keys.md", chunk: 0 } },
];
const EDGES = [{ source: "deploy.md::0", target: "deploy.md::1", weight: 0.7 }];

let calls = 0;

const opened = (settings: Settings) => openState({ graph: { nodes: NODES, edges: EDGES } }, settings);

async function rpc(memory: Memory, request: RpcRequest, idempotencyKey: string | null = null) {
  const result = await perform(memory, "rpc", request, { ...goldenCall(++calls), idempotencyKey });
  if (!result.ok) throw new Error(result.error.message);
  return result.value as { id: unknown; result?: Record<string, unknown>; error?: { message: string } };
}

const asked = { id: 1, method: "query", params: { query: "how do I deploy", chat_id: "c" } };

describe("the worker envelope", () => {
  it("[RP1] answers a request under its id, and a missing id as null", async () => {
    const memory = await opened(PARITY);
    expect(await rpc(memory, { id: "a", method: "info" })).toMatchObject({ id: "a", result: { nodes: 3 } });
    expect(await rpc(memory, { method: "info" })).toMatchObject({ id: null });
  });

  it("[RP2] answers refusals inside the envelope, unknown methods with a code of their own", async () => {
    const memory = await opened(PARITY);
    const replies: [RpcRequest, number][] = [
      [[1], -1],
      ["text", -1],
      [{ id: 1, method: "divine" }, -32601],
      [{ id: 1, method: "constructor" }, -32601],
      [{ id: 1, method: "query", params: { query: "" } }, -1],
    ];
    for (const [request, code] of replies) {
      expect(await rpc(memory, request)).toMatchObject({ error: { code, message: expect.any(String) } });
    }
  });

  it("[RP3] a refused request leaves everything as it was, its journal too", async () => {
    const memory = await opened(PARITY);
    await rpc(memory, asked);
    const before = { revision: memory.store.revision, journal: memory.store.journal(100).length };
    const weights = memory.graph.weights.slice(0, 1);
    const foreign = {
      ...memory,
      embedder: { ...memory.embedder, dimension: 3, embed: async () => [[1, 0, 0]] },
    };
    const correction = { chat_id: "c", outcome: -1, content: "Never deploy on Fridays" };
    expect(await rpc(foreign, { id: 2, method: "correction", params: correction })).toMatchObject({
      error: {},
    });
    expect({ revision: memory.store.revision, journal: memory.store.journal(100).length }).toEqual(before);
    expect(memory.graph.weights.slice(0, 1)).toEqual(weights);
    expect(memory.graph.nodeCount).toBe(3);
  });

  it("[RP4] refuses what the API refuses: texts, lists and outcomes beyond its limits", async () => {
    const memory = await opened(PARITY);
    const refused: [string, RpcRequest][] = [
      ["query must have at most", { method: "query", params: { query: "a".repeat(LIMITS.query + 1) } }],
      ["top_k must be <=", { method: "query", params: { query: "a", top_k: LIMITS.topK + 1 } }],
      ["outcome must be between", { method: "learn", params: { fired_nodes: ["a", "b"], outcome: 10 } }],
      [
        "content must have at most",
        { method: "self_learn", params: { content: "a".repeat(LIMITS.text + 1) } },
      ],
    ];
    for (const [message, request] of refused) {
      expect((await rpc(memory, request)).error?.message).toContain(message);
    }
  });

  it("[RP5] under the product's settings a correction suppresses what it corrects from the next question on", async () => {
    const memory = await opened(PRODUCT);
    const first = await rpc(memory, asked);
    expect(first.result?.fired_nodes).toContain("deploy.md::0");
    const params = { chat_id: "c", outcome: -1, content: "Deploy with make deploy, never on Fridays" };
    const corrected = await rpc(memory, { id: 2, method: "correction", params });
    expect(corrected.result).toMatchObject({ correction_injected: true });
    const again = await rpc(memory, asked);
    expect(again.result?.fired_nodes).toContain(corrected.result?.node_id);
    expect(again.result?.fired_nodes).not.toContain("deploy.md::0");
  });

  it("[RP6] excluded files are left out of the block and still learned from", async () => {
    const memory = await opened(PARITY);
    const params = { ...asked.params, exclude_files: ["deploy.md"] };
    const { result } = await rpc(memory, { ...asked, params });
    expect(result?.fired_nodes).toContain("deploy.md::0");
    expect(result?.prompt_context).not.toContain("make deploy");
    expect(result?.prompt_context_excluded_files_count).toBe(1);
    const learned = await rpc(memory, { id: 2, method: "last_fired", params: { chat_id: "c" } });
    expect(learned.result?.fired_nodes).toContain("deploy.md::0");
  });

  it("[RP7] saving, reloading and shutting down say yes, and later requests are answered", async () => {
    const memory = await opened(PARITY);
    const inject = { id: "tip", content: "Check the board first", type: "TEACHING" };
    await rpc(memory, { id: 1, method: "inject", params: inject });
    for (const [method, said] of [
      ["save", "saved"],
      ["reload", "reloaded"],
      ["shutdown", "shutdown"],
    ]) {
      expect(await rpc(memory, { id: 2, method })).toEqual({ id: 2, result: { [said]: true } });
    }
    expect(await rpc(memory, { id: 3, method: "info" })).toMatchObject({ result: { nodes: 4 } });
  });

  it("[RP8] a repeated request with its idempotency key is one change", async () => {
    const memory = await opened(PARITY);
    const request = {
      id: 1,
      method: "learn",
      params: { fired_nodes: ["deploy.md::0", "deploy.md::1"], outcome: 1 },
    };
    const first = await rpc(memory, request, "k");
    const weight = memory.graph.weights[0];
    expect(await rpc(memory, request, "k")).toEqual(first);
    expect(memory.graph.weights[0]).toBe(weight);
  });
});
