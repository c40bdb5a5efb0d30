// What a memory holds reaches Vectorize, and leaves it, whatever fails on the way.

import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { EraseReply, ErasureReply } from "../../wire/erasing.ts";
import { LIMITS } from "../../wire/limits.ts";
import type { HealthReply } from "../../wire/reading.ts";
import { EmbeddingAgent } from "../support/embedding-agent.ts";
import { deploy, ScriptedEmbedder, timePasses } from "../support/scripted-embedder.ts";
import { conduct, HONEST, keysOf, LATE_MS, shownOf } from "../support/vector-index.ts";

/** Longer than a failing index is left alone. */
const LONG_MS = 10 * 60_000;

beforeEach(async () => {
  vi.spyOn(console, "error").mockReturnValue(undefined);
  await conduct(HONEST);
});
afterEach(() => {
  vi.restoreAllMocks();
  deploy();
});

async function stateOf(agent: EmbeddingAgent): Promise<NonNullable<HealthReply["vectorize"]>> {
  return (await agent.health()).vectorize as NonNullable<HealthReply["vectorize"]>;
}

/** Rows of the object's `vectors`, as the index should show them. */
async function storedKeys(agent: EmbeddingAgent): Promise<string[]> {
  return (await agent.rows("vectors")).map(({ id, route }) => `${id} ${route}`).sort();
}

/** Rings on, with time in between, until the index shows everything. */
async function synced(agent: EmbeddingAgent): Promise<void> {
  for (let rings = 0; rings < 40; rings++) {
    const { waiting, unseen, deletions } = await stateOf(agent);
    if (waiting + unseen + deletions === 0) return;
    timePasses(LONG_MS);
    await agent.agent.ring();
  }
  throw new Error(`still not in step: ${JSON.stringify(await stateOf(agent))}`);
}

/** Adds nodes with vectors, without what an injection does besides. */
async function addNodes(agent: EmbeddingAgent, count: number): Promise<void> {
  const result = await agent.agent.write((draft) => {
    for (let index = 0; index < count; index++) {
      const id = `node-${index}`;
      const words = { kind: "note", origin: "injected", authority: "overlay" } as const;
      draft.putNode({ ...words, id, text: id, summary: "", file: null, chunk: null, metadata: {} });
      draft.putVector(
        id,
        Float64Array.from({ length: HONEST.dimension }, (_, at) => Math.sin(index + at * at)),
      );
    }
  });
  expect(result.ok).toBe(true);
}

describe("vectors of a memory", () => {
  it("[VZ2] reach the index from the alarm, those of taught questions too, under hashed names", async () => {
    const agent = await EmbeddingAgent.begin();
    await agent.inject("Deploys go to staging on fridays.");
    const { query_id } = await agent.ask("When do deploys go out?");
    await agent
      .do("correction", { query_id, content: "Deploys go to staging on mondays." })
      .catch(() => null);
    await agent.agent.drained();
    const shown = await shownOf(agent.agent.id);
    expect(await keysOf(agent.agent.id)).toEqual(await storedKeys(agent));
    expect(shown.length).toBeGreaterThan(1);
    for (const { id, namespace, metadata } of shown) {
      expect(id).toMatch(/^[0-9a-f]{40}$/);
      expect(namespace).toMatch(/^[0-9a-f]{40}$/);
      expect(metadata).toMatchObject({ agent: agent.agent.id, embedder: "static-v1" });
    }
    expect(await stateOf(agent)).toMatchObject({
      fits: true,
      dimension: 320,
      waiting: 0,
      unseen: 0,
      failures: 0,
    });
  });

  it("[VZ2] follow an edit, and go with their node", async () => {
    const agent = await EmbeddingAgent.begin();
    const { node_id: id } = await agent.inject("The pager rotates weekly.");
    await agent.agent.drained();
    const [before] = await shownOf(agent.agent.id);
    await agent.do("edit", { id, text: "Budgets are planned in autumn." });
    await agent.agent.drained();
    const [after, ...more] = await shownOf(agent.agent.id);
    expect(more).toEqual([]);
    expect(after.id).toBe(before.id);
    expect(after.values).not.toEqual(before.values);
    await agent.do("erase", { node_ids: [id] });
    await agent.agent.drained();
    expect(await shownOf(agent.agent.id)).toEqual([]);
  });

  it("[VZ3] go in batches that the index takes, and leave in smaller ones", async () => {
    const agent = await EmbeddingAgent.begin();
    await addNodes(agent, 2_100);
    await agent.agent.drained();
    expect(await keysOf(agent.agent.id)).toEqual(await storedKeys(agent));
    await agent.agent.write((draft) => {
      for (let index = 0; index < 250; index++) draft.removeNode(`node-${index}`);
    });
    await agent.agent.drained();
    expect(await shownOf(agent.agent.id)).toHaveLength(1_850);
    expect(await keysOf(agent.agent.id)).toEqual(await storedKeys(agent));
  });

  it("[VZ4] wait for D1: the index never has what D1 lacks", async () => {
    const agent = await EmbeddingAgent.begin();
    const { id } = agent.agent;
    await agent.agent.drained();
    await env.DB.prepare("update agents set id = ?1 where id = ?2").bind(`${id}-away`, id).run();
    await agent.inject("Nobody has this yet.");
    for (let rings = 0; rings < 4; rings++) {
      timePasses(LONG_MS);
      await agent.agent.ring();
    }
    expect(await shownOf(id)).toEqual([]);
    expect(await stateOf(agent)).toMatchObject({ waiting: 1 });
    await env.DB.prepare("update agents set id = ?2 where id = ?1").bind(`${id}-away`, id).run();
    await synced(agent);
    expect(await shownOf(id)).toHaveLength(1);
  });
});

describe("an index that fails", () => {
  it.each(["it is overloaded", "hang"])(
    "[VZ5] holds nothing up, says so, and gets everything later: %s",
    async (fault) => {
      const patience = LIMITS.vectorizeMs;
      Object.assign(LIMITS, { vectorizeMs: 20 });
      const agent = await EmbeddingAgent.begin();
      if (fault !== "hang") {
        await conduct({ fault });
        await agent.inject("The staging door is blue.");
        await agent.agent.ring();
        await agent.agent.ring();
        expect(await agent.texts("Which door is blue?")).toEqual(["The staging door is blue."]);
        expect(await stateOf(agent)).toMatchObject({
          waiting: 1,
          last_error: expect.stringContaining(fault),
        });
        expect((await stateOf(agent)).failures).toBeGreaterThan(0);
      } else {
        await agent.inject("The staging door is blue.");
        await conduct({ fault });
        expect(await agent.texts("Which door is blue?")).toEqual(["The staging door is blue."]);
      }
      await conduct({ fault: null });
      await synced(agent);
      expect(await shownOf(agent.agent.id)).toHaveLength(1);
      expect(await stateOf(agent)).toMatchObject({ failures: 0, last_error: null });
      Object.assign(LIMITS, { vectorizeMs: patience });
    },
  );

  it("[VZ6] whose answer gets lost with the object's memory ends with each vector once", async () => {
    const agent = await EmbeddingAgent.begin();
    await addNodes(agent, 1_200);
    await conduct({ losesAnswers: true });
    for (let rings = 0; rings < 10 && (await shownOf(agent.agent.id)).length === 0; rings++) {
      timePasses(LONG_MS);
      await agent.agent.ring();
    }
    expect(await shownOf(agent.agent.id)).toHaveLength(1_000);
    await agent.agent.write((draft) => draft.removeNode("node-3"));
    await agent.agent.evict();
    await conduct({ losesAnswers: false });
    await synced(agent);
    expect(await keysOf(agent.agent.id)).toEqual(await storedKeys(agent));
    expect(await shownOf(agent.agent.id)).toHaveLength(1_199);
  });

  it("[VZ6] an object that loses its disk sends everything again", async () => {
    const agent = await EmbeddingAgent.begin();
    await addNodes(agent, 20);
    await agent.agent.drained();
    await agent.agent.lose();
    await agent.health();
    expect(await stateOf(agent)).toMatchObject({ waiting: 20 });
    await synced(agent);
    expect(await keysOf(agent.agent.id)).toEqual(await storedKeys(agent));
  });
});

describe("erasing", () => {
  it("[VZ7] takes vectors out of the index, counts them, and is verified when the index shows it", async () => {
    const agent = await EmbeddingAgent.begin();
    const { node_id: id } = await agent.inject("The code of the safe is 1234.");
    await agent.inject("Deploys go to staging on fridays.");
    await agent.agent.drained();
    await conduct({ delayMs: LATE_MS });
    const { receipt } = await agent.do<EraseReply>("erase", { node_ids: [id] });
    expect(receipt?.counts.object.vectorize).toBe(1);
    for (let rings = 0; rings < 3; rings++) await agent.agent.ring();
    const due = await agent.do<ErasureReply>("erasure", { id: "last" });
    expect(due).toMatchObject({ verified: false, reasons: [expect.stringContaining("Vectorize")] });
    expect(JSON.stringify(await agent.rows("vectorized"))).not.toContain(id);
    await conduct({ delayMs: 0 });
    await synced(agent);
    expect(await agent.do<ErasureReply>("erasure", { id: "last" })).toMatchObject({ verified: true });
    expect(JSON.stringify(await shownOf(agent.agent.id))).not.toContain(id);
  });

  it("[VZ7] all of a memory leaves nothing of it in the index", async () => {
    const agent = await EmbeddingAgent.begin();
    await addNodes(agent, 150);
    await agent.agent.drained();
    const { receipt } = await agent.do<EraseReply>("erase", { agent: true });
    expect(receipt?.counts.object.vectorize).toBe(150);
    await synced(agent);
    expect(await shownOf(agent.agent.id)).toEqual([]);
    expect(await agent.rows("vectorized")).toEqual([]);
  });
});

describe("another embedder", () => {
  it("[VZ8] takes the place of the former one in the index too", async () => {
    await conduct({ dimension: 64 });
    deploy(
      new ScriptedEmbedder("one-v1", { dimension: 64 }),
      new ScriptedEmbedder("two-v1", { dimension: 64 }),
    );
    const agent = await EmbeddingAgent.begin();
    await agent.inject("One fish.");
    await agent.inject("Two fish.");
    await agent.settled();
    const before = await shownOf(agent.agent.id);
    expect(before.map(({ metadata }) => metadata.embedder)).toEqual(["one-v1", "one-v1"]);
    await agent.reembed({ embedder: "two-v1" });
    await agent.settled();
    await synced(agent);
    const after = await shownOf(agent.agent.id);
    expect(after.map(({ metadata }) => metadata.embedder)).toEqual(["two-v1", "two-v1"]);
    expect(after.map(({ id }) => id)).not.toContain(before[0].id);
  });

  it("[VZ9] whose vectors have another length leaves the index, and the memory serves without it", async () => {
    await conduct({ dimension: 64 });
    deploy(
      new ScriptedEmbedder("one-v1", { dimension: 64 }),
      new ScriptedEmbedder("long-v1", { dimension: 128 }),
    );
    const agent = await EmbeddingAgent.begin();
    await agent.inject("One fish.");
    await agent.settled();
    expect(await shownOf(agent.agent.id)).toHaveLength(1);
    await agent.reembed({ embedder: "long-v1" });
    await agent.settled();
    await synced(agent);
    expect(await shownOf(agent.agent.id)).toEqual([]);
    expect(await stateOf(agent)).toMatchObject({ fits: false, dimension: 64, waiting: 0, failures: 0 });
    expect(await agent.texts("fish")).toEqual(["One fish."]);
  });
});
