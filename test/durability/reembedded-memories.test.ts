// [DE] Another embedder of another length takes over a memory that has learned: words and routes answer meanwhile, what is mixed is never
// asked, and afterwards everything but the vectors is as it was, also when it went back halfway.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { MemoriesReply } from "../../wire/memories.ts";
import { archived, seen } from "../support/both-homes.ts";
import { EmbeddingAgent } from "../support/embedding-agent.ts";
import { deploy, ScriptedEmbedder } from "../support/scripted-embedder.ts";

const MEMORIES = 200;
const FIRST = 256;
const SECOND = 96;
const PAGE = 200;
const MOST_RINGS = 50;

beforeEach(() => {
  vi.spyOn(console, "error").mockReturnValue(undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  deploy();
});

const textOf = (at: number) =>
  `Locker ${at} belongs to the ${"abcdefghij"[at % 10].repeat(5)} club of pier ${at}.`;

/** Memories, some of them versions, some heard again, with routes and feedback. */
async function living(): Promise<EmbeddingAgent> {
  deploy(
    new ScriptedEmbedder("first-v1", { slow: false }),
    new ScriptedEmbedder("second-v1", { slow: false, dimension: SECOND }),
  );
  const agent = await EmbeddingAgent.begin();
  const ids: string[] = [];
  for (let at = 0; at < MEMORIES; at++) {
    const { id } = await agent.do<{ id: string }>("storeMemory", { content: textOf(at), skip_dedup: true });
    ids.push(id);
  }
  for (let at = 0; at < 10; at++) {
    await agent.do("storeMemory", { content: `${textOf(at)} It is empty.`, supersedes: ids[at] });
    await agent.do("storeMemory", { content: textOf(50 + at), source: "post-turn-hook" });
    const { query_id } = await agent.do<{ query_id: string }>("query", {
      query: `Whose is locker ${100 + at}?`,
    });
    await agent.do("learn", { query_id, outcome: at % 2 === 0 ? 1 : -1 });
  }
  await agent.agent.drained();
  return agent;
}

/** All that must stay: texts, ids, versions, counts, weights, what was learned. */
async function kept(agent: EmbeddingAgent) {
  const memories: MemoriesReply["memories"][number][] = [];
  let cursor: string | null | undefined;
  do {
    const page: MemoriesReply = await agent.do("memories", {
      ...{ include_invalidated: "true", limit: PAGE },
      ...(cursor && { cursor }),
    });
    memories.push(...page.memories);
    cursor = page.next_cursor;
  } while (cursor);
  const journal = await agent.do<{ entries: unknown[] }>("journal", { type: "learn" });
  return {
    memories,
    edges: await agent.rows("edges"),
    stops: await agent.rows("stops"),
    journal: journal.entries,
  };
}

async function lengths(agent: EmbeddingAgent): Promise<Set<number>> {
  return new Set((await agent.rows("vectors")).map(({ data }) => atob(data as string).length));
}

/** Rings until the re-embedding is over. */
async function over(agent: EmbeddingAgent): Promise<void> {
  for (let rings = 0; (await agent.progress()).state === "running" && rings < MOST_RINGS; rings++)
    await agent.agent.ring();
  expect((await agent.progress()).state).toBe("done");
}

describe("a memory that has learned", () => {
  it("[DE30] is as it was but for its vectors, and answers all the while", async () => {
    const agent = await living();
    const before = await kept(agent);
    await agent.reembed({ embedder: "second-v1" });
    let rings = 0;
    while ((await agent.progress()).state === "running" && rings++ < MOST_RINGS) {
      expect(await lengths(agent)).toEqual(new Set([FIRST]));
      expect((await agent.texts("Whose is locker 77?"))[0]).toBe(textOf(77));
      await agent.agent.ring();
    }
    expect(await agent.progress()).toMatchObject({ state: "done", set_aside: 0 });
    expect(await lengths(agent)).toEqual(new Set([SECOND]));
    expect(await kept(agent)).toEqual(before);
    expect((await agent.texts("Whose is locker 77?"))[0]).toBe(textOf(77));
    const { mind, reloaded, disk } = await seen(agent.agent);
    expect(mind).toEqual(reloaded);
    await agent.agent.drained();
    expect(await archived(agent.agent)).toEqual(disk);
  });

  it("[DE30] whose embedder is gone says so, answers by words, and goes over to another one", async () => {
    const agent = await living();
    const before = await kept(agent);
    deploy(new ScriptedEmbedder("second-v1", { slow: false, dimension: SECOND }));
    await agent.agent.evict();
    const reply = await agent.ask("Whose is locker 77?");
    expect(reply.degraded).toBeDefined();
    expect(reply.fired[0].text).toBe(textOf(77));
    expect((await agent.embedding()).state).not.toBe("ok");
    await agent.reembed({ embedder: "second-v1" });
    await over(agent);
    expect(await kept(agent)).toEqual(before);
    expect(await lengths(agent)).toEqual(new Set([SECOND]));
    expect((await agent.ask("Whose is locker 77?")).degraded).toBeUndefined();
  });

  it("[DE30] goes back halfway without harm, and forward again", async () => {
    const agent = await living();
    const before = await kept(agent);
    const vectors = await agent.rows("vectors");
    await agent.reembed({ embedder: "second-v1" });
    await agent.agent.ring();
    await agent.reembed({ cancel: true });
    expect(await agent.rows("vectors")).toEqual(vectors);
    expect(await kept(agent)).toEqual(before);
    for (const [name, length] of [
      ["second-v1", SECOND],
      ["first-v1", FIRST],
    ] as const) {
      await agent.reembed({ embedder: name });
      await over(agent);
      expect(await lengths(agent)).toEqual(new Set([length]));
      expect(await kept(agent)).toEqual(before);
    }
  });
});
