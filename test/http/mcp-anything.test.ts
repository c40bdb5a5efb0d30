// [MC] What nobody expects of a host: arguments of any kind, more than fits, a call that is given up, a stream that is asked for.

import fc from "fast-check";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { MOST_CHARACTERS } from "../../mcp/fence.ts";
import { TOOLS } from "../../mcp/tools/index.ts";
import { dataOf, outsideOfFences, textOf } from "../support/mcp-answers.ts";
import { called, mcpClient } from "../support/mcp-client.ts";
import { Story, send, workerWith } from "../support/story.ts";

let story: Story;
beforeAll(async () => {
  story = await Story.begin();
});

async function newAgent() {
  const { name } = await story.agent();
  const { token } = await story.token("agent");
  return { name, token, path: `/mcp/${name}`, memory: story.memory(name) };
}

describe("anything", () => {
  it("[MC4] whatever a tool is called with, it answers, and never with a defect", async () => {
    const { token, path, memory } = await newAgent();
    await memory.storeMemory({ content: "The canary runs in zone 3." });
    const client = await mcpClient({ token, path });
    const value = fc.oneof(
      fc.string(),
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.constantFrom("", ".", "..", "last", "a/b", "canary", "2026-01-01", 1, -1, 0.5, 1e308, true, null),
      fc.jsonValue({ maxDepth: 2 }),
    );
    const calls = fc.constantFrom(...TOOLS).chain((tool) => {
      const names = Object.keys(tool.input().properties);
      const given = fc.dictionary(names.length > 0 ? fc.constantFrom(...names) : fc.constant("any"), value, {
        maxKeys: 4,
      });
      return fc.record({ name: fc.constant(tool.name), given });
    });
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(calls, async ({ name, given }) => {
        const answer = await called(client, name, given);
        const code = answer.isError ? textOf(answer).split(":")[0] : "answered";
        seen.add(code);
        expect([name, given, code]).toEqual([
          name,
          given,
          expect.not.stringMatching(/^(internal|malformed|network|timeout)$/),
        ]);
      }),
      { numRuns: 300, seed: 42 },
    );
    expect([...seen]).toEqual(expect.arrayContaining(["answered", "invalid_request", "not_found"]));
  });

  it("[MC2] an answer has an end, and says what is not in it", async () => {
    const { token, path, memory } = await newAgent();
    for (let at = 0; at < 3; at++)
      await memory.storeMemory({
        content: `Canary ${at} ${"walks along the wall of the harbour ".repeat(500)}`,
        skip_dedup: true,
      });
    const answer = await called(await mcpClient({ token, path }), "search", { query: "canary harbour" });
    expect([...textOf(answer)].length).toBeLessThan(MOST_CHARACTERS + 200);
    expect(outsideOfFences(textOf(answer))).toMatch(/^3 memories .* 1 more did not fit: ask for fewer/);
    expect(dataOf(answer).results).toHaveLength(3);
  });

  it("[MC15] a call that is given up harms no later one", async () => {
    const { token, path } = await newAgent();
    const client = await mcpClient({ token, path });
    const controller = new AbortController();
    const call = client.callTool({ name: "stats", arguments: {} }, { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toThrow();
    expect(dataOf(await called(client, "stats")).nodes).toBe(0);
  });

  it("[MC15] an agent that does not answer in time is an answer of the tool", async () => {
    const { token, path } = await newAgent();
    const silent = { perform: () => new Promise(() => undefined) };
    const brain = { idFromName: () => ({}), get: () => silent } as unknown as Cloudflare.Env["BRAIN"];
    const client = await mcpClient({ token, path, through: workerWith({ BRAIN: brain }) });
    const soon = () => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 50);
      return controller.signal;
    };
    const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation(soon);
    const answer = await called(client, "stats");
    timeout.mockRestore();
    expect([answer.isError, textOf(answer)]).toEqual([true, expect.stringMatching(/^timeout: .*sent again/)]);
  });

  it("[MC12] nothing is streamed: there is no change that would be told", async () => {
    const { token, path } = await newAgent();
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const { status, headers, body } = await send("POST", path, {
      token,
      headers: {
        Accept: "application/json, text/event-stream",
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": "subscriptions/listen",
      },
      body: {
        jsonrpc: "2.0",
        id: 1,
        method: "subscriptions/listen",
        params: { _meta, notifications: { toolsListChanged: true } },
      },
    });
    expect([headers.get("content-type"), status, body]).toEqual([
      "application/json",
      200,
      expect.objectContaining({ error: expect.objectContaining({ code: -32_603 }) }),
    ]);
  });

  it("[MC8] the log has a line for the message and one for the request that it became, without a word of either", async () => {
    const { name, token, path } = await newAgent();
    const lines: string[] = [];
    const log = vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
    const client = await mcpClient({ token, path, through: workerWith({ REQUEST_LOG: "on" }) });
    lines.splice(0);
    await called(client, "recall", { query: "Where does Quillfeather run?" });
    log.mockRestore();
    const [inner, outer, ...others] = lines
      .map((line) => JSON.parse(line))
      .filter(({ method }) => method === "POST");
    expect([inner.route, outer.route, inner.request_id, others]).toEqual([
      "/v1/agents/{agent}/query",
      "/mcp/{agent}",
      outer.request_id,
      [],
    ]);
    expect([inner.agent, inner.actor]).toEqual([outer.agent, outer.actor]);
    expect(lines.join()).not.toMatch(new RegExp(`Quillfeather|${token}|"${name}"`));
  });
});
