// What is written is kept and found whether its vector can be made or not; the vector follows by itself.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EmbedderFailure } from "../../durable/embed/failure.ts";
import { archived, seen } from "../support/both-homes.ts";
import { EmbeddingAgent } from "../support/embedding-agent.ts";
import { deploy, type Mood, ScriptedEmbedder, timePasses } from "../support/scripted-embedder.ts";

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

describe("where embedding is slow", () => {
  it("[DE1] a write is answered before its vector exists, and its words find it", async () => {
    const embedder = scripted();
    const agent = await EmbeddingAgent.begin();
    const release = embedder.hold();
    const { node_id: id, embedding } = await agent.inject("The staging door is blue.");
    expect(embedding).toBe("pending");
    expect(await agent.embedded()).toEqual([]);
    embedder.mood = DOWN;
    release();
    expect(await agent.texts("Which door is blue?")).toEqual(["The staging door is blue."]);
    embedder.mood = "works";
    await agent.settled();
    expect(await agent.embedded()).toEqual([id]);
    expect(await agent.embedding()).toMatchObject({ state: "ok", pending: 0 });
  });

  it("[DE2] a batch, a sync and an edit are answered likewise, and the alarm embeds them all", async () => {
    const embedder = scripted();
    const agent = await EmbeddingAgent.begin();
    embedder.mood = DOWN;
    expect(
      await agent.do("injectBatch", { nodes: [{ content: "One fish." }, { content: "Two fish." }] }),
    ).toMatchObject({
      injected: 2,
      pending: 2,
    });
    const files = [{ path: "a.md", text: "# Deploys\n\nOn fridays.\n\n# Backups\n\nAt night.\n" }];
    expect(await agent.do("sync", { files })).toMatchObject({
      embeddings_pending: 2,
      embeddings_computed: 0,
    });
    const { node_id: id } = await agent.inject("Red fish.");
    await agent.do("edit", { id, text: "Blue fish." });
    expect(await agent.embedding()).toMatchObject({ pending: 5 });
    embedder.mood = "works";
    await agent.settled();
    expect(await agent.embedded()).toHaveLength(5);
    expect(embedder.asked).not.toContain("Red fish.");
  });

  it("[DE3] a node is linked with its neighbours when its vector comes, as if it had been there at once", async () => {
    const contents = [
      "Deploys go to staging first.",
      "Deploys go to staging on fridays.",
      "The pager rotates.",
    ];
    const edgesAfter = async (slow: boolean) => {
      const embedder = scripted(slow);
      const agent = await EmbeddingAgent.begin();
      if (slow) embedder.mood = DOWN;
      for (const content of contents) await agent.inject(content);
      embedder.mood = "works";
      await agent.settled();
      const edges = await agent.rows("edges");
      return edges
        .map(({ source, target, weight, kind }) => JSON.stringify([source, target, weight, kind]))
        .sort();
    };
    const atOnce = await edgesAfter(false);
    expect(atOnce.length).toBeGreaterThan(0);
    expect(await edgesAfter(true)).toEqual(atOnce);
  });
});

describe("a failing embedder", () => {
  it.each<Mood>([
    DOWN,
    new EmbedderFailure("rate_limited", "insufficient quota"),
    new EmbedderFailure("refused", "401"),
    "one vector too few",
    "another length",
    "no numbers",
    "an error of its own",
  ])("[DE4] fails neither writes nor questions, and is told by the health: %s", async (mood) => {
    const embedder = scripted(false);
    const agent = await EmbeddingAgent.begin();
    embedder.mood = mood;
    for (const content of ["The blue door.", "The red door.", "The green door."]) await agent.inject(content);
    const asked = await agent.ask("the red door");
    expect(asked).toMatchObject({ degraded: "embedder_unavailable", fired: [{ text: "The red door." }] });
    const embedding = await agent.embedding();
    expect(embedding).toMatchObject({ state: "failing", pending: 3 });
    expect(embedding.failing_since).not.toBeNull();
    expect(JSON.stringify(embedding)).not.toContain("door");
    embedder.mood = "works";
    await agent.settled();
    expect(await agent.embedded()).toHaveLength(3);
    expect((await agent.ask("the red door")).degraded).toBeUndefined();
  });

  it("[DE5] is asked seldom, further and further apart, not once a request", async () => {
    const embedder = scripted(false);
    const agent = await EmbeddingAgent.begin();
    embedder.mood = new EmbedderFailure("rate_limited", "insufficient quota");
    for (let index = 0; index < 20; index++) await agent.inject(`Note ${index} of many.`);
    for (let minutes = 0; minutes < 120; minutes++) {
      timePasses(60_000);
      await agent.ask("many notes");
      await agent.agent.ring();
    }
    expect(embedder.calls).toBeLessThan(60);
    expect((await agent.embedding()).pending).toBe(20);
  });

  it("[DE5] is left alone for as long as it asks", async () => {
    const embedder = scripted();
    const agent = await EmbeddingAgent.begin();
    embedder.mood = new EmbedderFailure("rate_limited", "slow down", 30 * 60_000);
    await agent.inject("The blue door.");
    await agent.agent.ring();
    const { calls } = embedder;
    timePasses(29 * 60_000);
    await agent.agent.ring();
    await agent.ask("the blue door");
    expect(embedder.calls).toBe(calls);
    embedder.mood = "works";
    timePasses(2 * 60_000);
    await agent.agent.ring();
    expect((await agent.embedding()).pending).toBe(0);
  });

  it("[DE6] a question does not wait for one that hangs", async () => {
    const embedder = scripted();
    const agent = await EmbeddingAgent.begin();
    await agent.inject("The blue door.");
    await agent.settled();
    embedder.mood = "hangs";
    expect(await agent.ask("the blue door")).toMatchObject({
      degraded: "embedder_unavailable",
      fired: [{ text: "The blue door." }],
    });
  });

  it("[DE7] a text that it alone refuses is set aside, and holds nothing else up", async () => {
    const embedder = scripted();
    embedder.refuses = (text) => text.includes("poison");
    const agent = await EmbeddingAgent.begin();
    embedder.mood = DOWN;
    for (const content of ["One fish.", "A poison fish.", "Two fish.", "Red fish."])
      await agent.inject(content);
    embedder.mood = "works";
    await agent.settled();
    expect(await agent.embedding()).toMatchObject({ state: "ok", pending: 0, set_aside: 1 });
    expect(await agent.embedded()).toHaveLength(3);
    const { calls } = embedder;
    timePasses(3_600_000);
    await agent.agent.ring();
    expect(embedder.calls).toBe(calls);
    const [poison] = (await agent.ask("poison")).fired;
    await agent.do("edit", { id: poison.id, text: "A sound fish." });
    await agent.settled();
    expect(await agent.embedding()).toMatchObject({ pending: 0, set_aside: 0 });
  });
});

describe("what waits", () => {
  it("[DE8] outlives eviction, and the loss of the disk", async () => {
    const embedder = scripted();
    const agent = await EmbeddingAgent.begin();
    embedder.mood = DOWN;
    const { node_id: id } = await agent.inject("The blue door.");
    await agent.agent.evict();
    expect(await agent.embedding()).toMatchObject({ pending: 1 });
    timePasses(600_000);
    while ((await agent.health()).outbox.changes > 0) await agent.agent.ring();
    await agent.agent.lose();
    expect(await agent.embedding()).toMatchObject({ pending: 1 });
    embedder.mood = "works";
    await agent.settled();
    expect(await agent.embedded()).toEqual([id]);
    const { mind, reloaded, disk } = await seen(agent.agent);
    expect(mind).toEqual(reloaded);
    expect(await archived(agent.agent)).toEqual(disk);
  });

  it("[DE9] is erased with its node, and a vector under way does not bring it back", async () => {
    const embedder = scripted();
    const agent = await EmbeddingAgent.begin();
    const release = embedder.hold();
    const { node_id: id } = await agent.inject("My number is 0123 456789.");
    const ringing = agent.agent.ring();
    while (embedder.calls === 0) await scheduler.wait(1);
    await agent.do("erase", { node_ids: [id] });
    release();
    await ringing;
    await agent.settled();
    expect(await agent.rows("pending")).toEqual([]);
    expect(await agent.rows("vectors")).toEqual([]);
    expect(await agent.texts("number 0123 456789")).toEqual([]);
  });

  it("[DE10] a vector of a former text is dropped", async () => {
    const embedder = scripted();
    const agent = await EmbeddingAgent.begin();
    const release = embedder.hold();
    const { node_id: id } = await agent.inject("The door is blue.");
    const ringing = agent.agent.ring();
    while (embedder.calls === 0) await scheduler.wait(1);
    await agent.do("edit", { id, text: "Backups run at night." });
    release();
    await ringing;
    await agent.settled();
    const [row] = await agent.rows("vectors");
    const other = await EmbeddingAgent.begin();
    await other.inject("Backups run at night.");
    await other.settled();
    const [same] = await other.rows("vectors");
    expect(row.data).toBe(same.data);
  });
});

describe("at random", () => {
  const WORDS = "deploy release staging pager rotates monday backup night restore window".split(" ");

  it.each([1, 2, 3, 4])(
    "[DE14] nothing acknowledged is without a vector in the end, whatever fails: seed %i",
    async (seed) => {
      const embedder = scripted(seed % 2 === 0);
      const agent = await EmbeddingAgent.begin();
      let state = seed * 7919;
      const below = (count: number) => {
        state = (state * 48_271) % 2_147_483_647;
        return state % count;
      };
      const sentence = () => Array.from({ length: 4 }, () => WORDS[below(WORDS.length)]).join(" ");
      const moods: Mood[] = [
        "works",
        DOWN,
        "one vector too few",
        new EmbedderFailure("rate_limited", "later", 5_000),
      ];
      for (let step = 0; step < 40; step++) {
        embedder.mood = moods[below(moods.length)];
        const kind = below(8);
        const ids = (await agent.rows("nodes")).map(({ id }) => id as string);
        const some = ids[below(Math.max(1, ids.length))];
        if (kind < 2) await agent.inject(`${sentence()} ${step}`);
        else if (kind === 2)
          await agent.do("sync", {
            files: [{ path: "a.md", text: `# A\n\n${sentence()}\n\n# B\n\n${sentence()}\n` }],
          });
        else if (kind === 3 && some) await agent.refusal("edit", { id: some, text: `${sentence()} ${step}` });
        else if (kind === 4 && some) await agent.refusal("erase", { node_ids: [some] });
        else if (kind === 5)
          await agent.do("correction", {
            query_id: (await agent.ask(sentence())).query_id,
            content: `${sentence()} ${step}`,
          });
        else if (kind === 6) await agent.agent.evict();
        else {
          timePasses(below(400_000));
          await agent.agent.ring();
        }
      }
      embedder.mood = "works";
      await agent.settled();
      const nodes = (await agent.rows("nodes")).map(({ id }) => id as string);
      expect(await agent.embedded()).toEqual(nodes.sort());
      expect(await agent.rows("pending")).toEqual([]);
      const { mind, reloaded, disk } = await seen(agent.agent);
      expect(mind).toEqual(reloaded);
      expect(await archived(agent.agent)).toEqual(disk);
    },
  );
});
