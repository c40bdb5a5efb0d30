// [MC] Tools of the MCP server at `/mcp` through the official client, in both ways to begin: each is called, what memory says
// stays in its fence, and what goes wrong is an answer.

import type { Client } from "@modelcontextprotocol/client";
import { beforeAll, describe, expect, it } from "vitest";
import { IDEMPOTENCY_KEY } from "../../mcp/answering.ts";
import { TOOLS } from "../../mcp/tools/index.ts";
import { ENDPOINTS } from "../../wire/endpoints.ts";
import { dataOf, outsideOfFences, textOf } from "../support/mcp-answers.ts";
import { called, mcpClient } from "../support/mcp-client.ts";
import { Story } from "../support/story.ts";
import { LOUD, toolCalls } from "../support/tool-calls.ts";

const MODERN = { versionNegotiation: { mode: { pin: "2026-07-28" } } };

let story: Story;
let agent: string;
beforeAll(async () => {
  story = await Story.begin();
  agent = (await story.agent()).name;
});

const begun = async (role: "reader" | "agent" | "owner", name = agent, options = {}): Promise<Client> =>
  mcpClient({ token: (await story.token(role)).token, path: `/mcp/${name}`, options });

describe("tools", () => {
  it.each([
    ["initialize", {}],
    ["each request saying its revision", MODERN],
  ])(
    "[MC1] begun by %s, all are listed with what they take and give, and answer as text and as data",
    async (_, options) => {
      const { name } = await story.agent();
      const calls = await toolCalls(story.memory(name));
      const client = await begun("agent", name, options);
      const { tools } = await client.listTools();
      expect(tools.map((tool) => tool.name)).toEqual(TOOLS.map((tool) => tool.name));
      expect(calls.map(([tool]) => tool).sort()).toEqual(tools.map((tool) => tool.name).sort());
      for (const [tool, given] of calls) {
        // The client checks the data by the schema that it was told.
        const answer = await called(client, tool, given);
        expect([tool, answer.isError ?? false, textOf(answer)]).toEqual([tool, false, textOf(answer)]);
        expect(answer.structuredContent, tool).toBeDefined();
        expect(textOf(answer).length, tool).toBeGreaterThan(10);
      }
    },
  );

  it("[MC2] what memory says stands in a fence, in text and in data, and cannot end it", async () => {
    const { name } = await story.agent();
    const calls = await toolCalls(story.memory(name));
    const client = await begun("agent", name);
    let seen = 0;
    for (const [tool, given] of calls) {
      const answer = await called(client, tool, given);
      for (const said of [textOf(answer), JSON.stringify(answer.structuredContent)]) {
        const outside = outsideOfFences(said);
        expect(outside, tool).not.toContain(LOUD);
        expect(outside, tool).not.toMatch(/END OF EDGEBRAIN/);
        if (said.includes(LOUD)) seen++;
      }
    }
    expect(seen).toBeGreaterThanOrEqual(16);
    const listed = JSON.stringify([
      await client.listTools(),
      await client.listResources(),
      await client.listResourceTemplates(),
      await client.listPrompts(),
    ]);
    expect(listed).not.toContain(LOUD);
  });

  it("[MC18] control characters are signs that can be seen, in what is recalled, refused and read", async () => {
    const { name } = await story.agent();
    const client = await begun("agent", name);
    const content = "The reef \u001b[2J\u001b]0;title\u0007 is \u009b31m\u007f red,\tby day\nand by night.";
    const shown = "The reef ␛[2J␛]0;title␇ is \ufffd31m␡ red,\tby day";
    const { id } = dataOf(await called(client, "remember", { content })) as { id: string };
    const recalled = await called(client, "recall", { query: "what colour is the reef by night?" });
    const read = await client.readResource({ uri: `edgebrain://memories/${encodeURIComponent(id)}` });
    const refusal = await called(client, "remember", { content, "\u001b[2J": 1 });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;
    expect(textOf(recalled)).toContain(shown);
    expect(JSON.stringify(read)).toContain(JSON.stringify(shown).slice(1, -1));
    for (const text of [textOf(recalled), dataOf(recalled).context, textOf(refusal)])
      expect(text).not.toMatch(steering);
    expect(read.contents.map((one) => ("text" in one ? one.text : "")).join("")).not.toMatch(steering);
  });

  it("[MC3] a reader is shown no tool that writes, and one that it calls all the same is refused", async () => {
    const client = await begun("reader");
    const names = (await client.listTools()).tools.map(({ name }) => name);
    const reading = TOOLS.filter(({ endpoint }) => !ENDPOINTS[endpoint].writes).map(({ name }) => name);
    expect(names).toEqual(reading);
    expect(names).not.toContain("remember");
    const answer = await called(client, "remember", { content: "The canary runs in zone 3." });
    expect([answer.isError, textOf(answer)]).toEqual([
      true,
      expect.stringMatching(/^forbidden: .*role agent/),
    ]);
  });

  it("[MC3] hints say what reads, what ends something, and that nothing else is reached", async () => {
    const { tools } = await (await begun("agent")).listTools();
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
    expect(hints.recall).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: false });
    expect(hints.remember).toMatchObject({
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: false,
    });
    expect(hints.forget).toMatchObject({ readOnlyHint: false, destructiveHint: true, idempotentHint: true });
  });

  it("[MC4] wrong arguments are an answer that names the place and the cure", async () => {
    const client = await begun("agent");
    const wrong: [string, object, RegExp][] = [
      ["recall", {}, /^invalid_request: fix query: is missing/],
      [
        "recall",
        { query: "x", route_mode: "off" },
        /^invalid_request: unknown argument "route_mode": remove it/,
      ],
      ["recall", { query: "x", top_k: 1_000 }, /^invalid_request: fix top_k: .*100/],
      ["recall", { query: 5, top_k: 0 }, /^invalid_request: fix query: .*; fix top_k: /],
      ["list_procedures", { limit: [1] }, /^invalid_request: fix limit: must be no object/],
      ["list_procedures", { limit: "many" }, /^invalid_request: fix limit: /],
      ["procedure_steps", { id: ".." }, /^invalid_request: fix id: must be an id/],
      ["procedure_steps", { id: { a: 1 } }, /^invalid_request: fix id: must be an id/],
      ["procedure_steps", { id: "no/such thing" }, /^not_found: there is no procedure/],
      ["forget", { id: "nothing", reason: 5 }, /^invalid_request: fix reason: /],
      ["forget", { id: "nothing" }, /^not_found: /],
      ["learn", { outcome: 1, query_id: "nothing" }, /^unknown_query: /],
      ["remember", { content: "x" }, /^invalid_request: content must have at least ten/],
      ["remember", { content: "a\u0000b is stored here" }, /^invalid_text: .*NUL/],
    ];
    for (const [tool, given, said] of wrong) {
      const answer = await called(client, tool, given);
      expect([tool, answer.isError, textOf(answer)]).toEqual([tool, true, expect.stringMatching(said)]);
    }
  });

  it("[MC4] a refusal that may name what memory holds says so in a fence", async () => {
    const { name } = await story.agent();
    const memory = story.memory(name);
    const first = { title: LOUD, content: "First of all.", steps: [{ title: "One", content: "Go." }] };
    const { id, step_ids } = await memory.storeProcedure({
      ...first,
      steps: [
        {
          title: "Decide",
          content: JSON.stringify({ description: "d", branches: [], default_branch: "go" }),
          kind: "decision",
        },
      ],
    });
    await memory.storeProcedure({ ...first, content: "Second of all.", supersedes: id });
    const client = await begun("agent", name);
    const answer = await called(client, "evaluate_decision", { id: step_ids[0], variables: {} });
    expect([answer.isError, outsideOfFences(textOf(answer)).trim()]).toEqual([
      true,
      "superseded: the service refused this, and says why:",
    ]);
    expect(textOf(answer)).toContain("earlier version");
  });

  it("[MC4] a tool that nobody knows, and a message that is none, are errors of the protocol", async () => {
    const client = await begun("agent");
    await expect(client.callTool({ name: LOUD, arguments: {} })).rejects.toMatchObject({
      code: -32602,
      message: expect.not.stringContaining(LOUD),
    });
    await expect(client.request({ method: "tools/call", params: {} } as never)).rejects.toMatchObject({
      code: -32602,
    });
  });

  it("[MC5] the same idempotency key changes memory once", async () => {
    const { name } = await story.agent();
    const client = await begun("agent", name);
    const given = { content: "The canary runs in zone 3.", skip: undefined };
    const meta = { [IDEMPOTENCY_KEY]: "once" };
    const first = dataOf(await called(client, "remember", given, meta));
    const second = dataOf(await called(client, "remember", given, meta));
    expect([first.status, second.status, second.id]).toEqual(["created", "created", first.id]);
    const other = await called(client, "remember", { content: "The canary eats at noon." }, meta);
    expect([other.isError, textOf(other)]).toEqual([true, expect.stringMatching(/^idempotency_conflict: /)]);
    expect((await story.memory(name).info()).nodes).toBe(1);
  });
});
