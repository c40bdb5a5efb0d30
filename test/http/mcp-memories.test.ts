// [MC] Memories through MCP: ended or asked to be, read as resources; and the prompts.

import type { Client } from "@modelcontextprotocol/client";
import { beforeAll, describe, expect, it } from "vitest";
import { dataOf, outsideOfFences, textOf } from "../support/mcp-answers.ts";
import { called, mcpClient } from "../support/mcp-client.ts";
import { Story } from "../support/story.ts";
import { LOUD } from "../support/tool-calls.ts";

let story: Story;
beforeAll(async () => {
  story = await Story.begin();
});

const begun = async (role: "reader" | "agent", name: string): Promise<Client> =>
  mcpClient({ token: (await story.token(role)).token, path: `/mcp/${name}` });

describe("memories", () => {
  it("[MC6] forgetting ends a memory; what this token may not end is proposed", async () => {
    const { name } = await story.agent();
    const memory = story.memory(name);
    const { id } = await memory.storeMemory({ content: "The canary runs in zone 3." });
    const firm = await memory.storeMemory({ content: "The harbour opens at six in the morning." });
    await memory.anchor({ node_id: firm.id, authority: "canonical" });
    const taught = await memory.inject({ content: "The crane lifts forty tons." });
    const client = await begun("agent", name);
    expect(dataOf(await called(client, "forget", { id })).valid_to).toEqual(expect.any(Number));
    expect((await memory.memory(id)).is_current_version).toBe(false);
    for (const other of [firm.id, taught.node_id]) {
      const { valid_to, proposal } = dataOf(
        await called(client, "forget", { id: other, reason: `What ${other} says ended last week.` }),
      );
      expect(valid_to).toBeNull();
      expect(proposal).toMatchObject({ status: expect.stringMatching(/pending/) });
      const [waiting] = (await memory.proposals({ limit: 1 })).proposals;
      expect(waiting).toMatchObject({ kind: "correction", corrects: [other] });
      await memory.reject({ id: waiting.id });
    }
    const reader = await called(await begun("reader", name), "forget", { id: firm.id });
    expect([reader.isError, textOf(reader)]).toEqual([true, expect.stringMatching(/^forbidden: /)]);
  });

  it("[MC7] resources are memories a page at a time, and numbers; prompts are the person's words", async () => {
    const { name } = await story.agent();
    const memory = story.memory(name);
    for (let at = 0; at < 52; at++)
      await memory.storeMemory({
        content: `Beacon ${at} stands in harbour ${at * 7}. ${LOUD}`,
        skip_dedup: true,
      });
    const client = await begun("reader", name);
    const all = [];
    let cursor: string | undefined;
    do {
      const page = await client.request({ method: "resources/list", params: cursor ? { cursor } : {} });
      all.push(...page.resources);
      cursor = page.nextCursor;
    } while (cursor);
    expect([all.length, new Set(all.map(({ uri }) => uri)).size, JSON.stringify(all)]).toEqual([
      53,
      53,
      expect.not.stringContaining(LOUD),
    ]);
    const [numbers, last] = await Promise.all(
      [all[0], all[52]].map(async ({ uri }) => (await client.readResource({ uri })).contents[0]),
    );
    expect(JSON.parse((numbers as { text: string }).text)).toMatchObject({ nodes: 52 });
    const { text } = last as { text: string };
    expect([text, outsideOfFences(text)]).toEqual([
      expect.stringContaining("Beacon 0 stands"),
      expect.not.stringContaining(LOUD),
    ]);
    for (const uri of [
      "edgebrain://memories/nothing",
      "edgebrain://memories/",
      "edgebrain://x",
      "file:///etc/passwd",
    ])
      await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32602 });
    await expect(client.request({ method: "resources/list", params: { cursor: "x" } })).rejects.toMatchObject(
      { code: -32602 },
    );
    const { prompts } = await client.listPrompts();
    expect(prompts.map((prompt) => prompt.name)).toEqual([
      "recall-first",
      "record-correction",
      "remember-this",
    ]);
    const asked = await client.getPrompt({ name: "recall-first", arguments: { question: "Where is it?" } });
    expect(JSON.stringify(asked.messages)).toContain("Where is it?");
    await expect(client.getPrompt({ name: "recall-first" })).rejects.toMatchObject({ code: -32602 });
    await expect(client.getPrompt({ name: "other" })).rejects.toMatchObject({ code: -32602 });
  });
});
