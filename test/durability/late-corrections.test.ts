// A correction whose vector comes late does then what it would have done at once; what was asked is erased with its owner.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EmbedderFailure } from "../../durable/embed/failure.ts";
import { archived, seen } from "../support/both-homes.ts";
import { EmbeddingAgent } from "../support/embedding-agent.ts";
import { deploy, ScriptedEmbedder, timePasses } from "../support/scripted-embedder.ts";

const DOWN = new EmbedderFailure("unavailable", "the provider answers 503");

beforeEach(() => {
  vi.spyOn(console, "error").mockReturnValue(undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  deploy();
});

function scripted(slow = true): ScriptedEmbedder {
  const [embedder] = deploy(new ScriptedEmbedder("scripted-v1", { slow }));
  return embedder;
}

describe("a correction without a vector", () => {
  const WRONG = "Deploys are approved by the pager team.";
  const RIGHT = "Deploys are approved by the release team.";
  const QUESTION = "Who approves deploys?";

  async function misled(): Promise<{
    agent: EmbeddingAgent;
    embedder: ScriptedEmbedder;
    queryId: string;
    wrong: string;
  }> {
    const embedder = scripted();
    const agent = await EmbeddingAgent.begin();
    const { node_id: wrong } = await agent.inject(WRONG);
    await agent.inject("Lunch is at noon in the canteen.");
    await agent.settled();
    const { query_id: queryId } = await agent.ask(QUESTION);
    return { agent, embedder, queryId, wrong };
  }

  it("[DE11] acts once the embedder is back: it suppresses what it corrects, and its question leads to it", async () => {
    const { agent, embedder, queryId, wrong } = await misled();
    embedder.mood = DOWN;
    const reply = await agent.do("correction", { query_id: queryId, content: RIGHT });
    expect(reply).toMatchObject({ node_injected: true, embedding: "pending", corrected_ids: [] });
    await agent.agent.evict();
    embedder.mood = "works";
    await agent.settled();
    const { node_id: id } = reply as { node_id: string };
    const inhibitory = (await agent.rows("edges")).filter(({ weight }) => (weight as number) < 0);
    expect(inhibitory.map(({ source, target }) => [source, target])).toEqual([[id, wrong]]);
    const routes = (await agent.rows("vectors")).filter((row) => row.id === id);
    expect(routes.map(({ route, text }) => [route, text])).toEqual([
      [0, null],
      [1, QUESTION],
    ]);
    const fired = await agent.texts(QUESTION);
    expect(fired).toContain(RIGHT);
    expect(fired).not.toContain(WRONG);
  });

  it("[DE11] suppresses at once what it names", async () => {
    const { agent, embedder, wrong } = await misled();
    embedder.mood = DOWN;
    const reply = await agent.do("correction", { content: RIGHT, corrects: [wrong] });
    expect(reply).toMatchObject({ corrected_ids: [wrong] });
    expect(await agent.texts(QUESTION)).not.toContain(WRONG);
  });

  it("[DE12] still knows what to do when the disk was lost", async () => {
    const { agent, embedder, queryId, wrong } = await misled();
    embedder.mood = DOWN;
    await agent.do("correction", { query_id: queryId, content: RIGHT });
    timePasses(600_000);
    while ((await agent.health()).outbox.changes > 0) await agent.agent.ring();
    await agent.agent.lose();
    embedder.mood = "works";
    await agent.settled();
    const inhibitory = (await agent.rows("edges")).filter(({ weight }) => (weight as number) < 0);
    expect(inhibitory.map(({ target }) => target)).toEqual([wrong]);
  });

  it("[DE13] what somebody asked is erased with them, from what waits and from what was taught", async () => {
    const { agent, embedder, queryId } = await misled();
    embedder.mood = DOWN;
    await agent.do("correction", { query_id: queryId, content: RIGHT, corrects: [] });
    expect((await agent.rows("pending")).some(({ text }) => text === QUESTION)).toBe(true);
    await agent.inject(QUESTION);
    await agent.do("erase", { node_ids: [await idOf(agent, QUESTION)] });
    expect(JSON.stringify(await agent.rows("pending"))).not.toContain("approves");
    embedder.mood = "works";
    await agent.settled();
    expect(JSON.stringify(await agent.agent.disk())).not.toContain(QUESTION);
  });
});

describe("a taught question", () => {
  it("[DE13] leads to nothing any more when what it quotes is erased, and others still lead where they led", async () => {
    scripted(false);
    const agent = await EmbeddingAgent.begin();
    await agent.inject("Deploys are approved by the pager team.");
    const questions = ["Does Jane Roe approve deploys?", "Who approves deploys on fridays?"];
    for (const question of questions) {
      const { query_id: id } = await agent.ask(question);
      await agent.do("correction", { query_id: id, content: "Deploys are approved by the release team." });
    }
    const taught = async () => (await agent.rows("vectors")).flatMap(({ text }) => text ?? []);
    expect(await taught()).toEqual(questions);
    await agent.inject(questions[0]);
    await agent.do("erase", { node_ids: [await idOf(agent, questions[0])] });
    expect(await taught()).toEqual([questions[1]]);
    expect(JSON.stringify(await agent.agent.disk())).not.toContain("Jane Roe");
    await agent.settled();
    const { mind, reloaded, disk } = await seen(agent.agent);
    expect(mind).toEqual(reloaded);
    expect(await archived(agent.agent)).toEqual(disk);
  });
});

async function idOf(agent: EmbeddingAgent, text: string): Promise<string> {
  const { id } = (await agent.rows("nodes")).find((row) => row.text === text) as { id: string };
  return id;
}
