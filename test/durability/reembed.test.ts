// A memory goes over to another embedder in the background: nothing is mixed, nothing is lost, questions are answered.

import { abortAllDurableObjects } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EmbedderFailure } from "../../durable/embed/failure.ts";
import { archived, seen } from "../support/both-homes.ts";
import { EmbeddingAgent } from "../support/embedding-agent.ts";
import { addNote } from "../support/lived-agent.ts";
import { deploy, ScriptedEmbedder, timePasses } from "../support/scripted-embedder.ts";

const DOWN = new EmbedderFailure("unavailable", "the provider answers 503");
const SLICE = 200;

beforeEach(() => {
  vi.spyOn(console, "error").mockReturnValue(undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  deploy();
});

/** Two embedders of different lengths; new memories take the first. */
function two(): readonly [ScriptedEmbedder, ScriptedEmbedder] {
  return deploy(
    new ScriptedEmbedder("first-v1", { slow: false }),
    new ScriptedEmbedder("second-v1", { dimension: 96 }),
  );
}

async function withNotes(count: number): Promise<EmbeddingAgent> {
  const agent = await EmbeddingAgent.begin();
  for (let first = 0; first < count; first += 100) {
    const nodes = Array.from({ length: Math.min(100, count - first) }, (_, index) => {
      return { content: `Note ${first + index} about ${"abcdefghij"[index % 10].repeat(5)}.` };
    });
    await agent.do("injectBatch", { nodes });
  }
  await agent.agent.drained();
  return agent;
}

/** Lengths of all vectors, in numbers. */
async function lengths(agent: EmbeddingAgent): Promise<Set<number>> {
  return new Set((await agent.rows("vectors")).map(({ data }) => atob(data as string).length));
}

async function agree(agent: EmbeddingAgent): Promise<void> {
  await agent.settled();
  const { mind, reloaded, disk } = await seen(agent.agent);
  expect(mind).toEqual(reloaded);
  expect(await archived(agent.agent)).toEqual(disk);
}

describe("POST /reembed", () => {
  it("[DE20] embeds everything anew, and then takes all vectors over at once", async () => {
    const [, second] = two();
    const agent = await withNotes(450);
    const before = await agent.rows("edges");
    expect(await agent.reembed({ embedder: "second-v1" })).toMatchObject({
      state: "running",
      total: 450,
      done: 0,
    });
    let rings = 0;
    while ((await agent.progress()).state === "running" && rings++ < 50) {
      expect(await lengths(agent)).toEqual(new Set([256]));
      expect(await agent.texts("Note 7 about hhhhh.")).toContain("Note 7 about hhhhh.");
      await agent.agent.ring();
    }
    expect(await agent.progress()).toMatchObject({ state: "done", total: 450, set_aside: 0, error: null });
    expect(await lengths(agent)).toEqual(new Set([96]));
    expect(await agent.embedding()).toMatchObject({
      name: "second-v1",
      dimension: 96,
      state: "ok",
      pending: 0,
    });
    expect(await agent.rows("edges")).toEqual(before);
    expect(await agent.rows("reembedded")).toEqual([]);
    expect(new Set(second.asked.filter((text) => text.endsWith("."))).size).toBe(450);
    await agree(agent);
  });

  it("[DE21] of 5,000 nodes, killed halfway, it goes on and embeds nothing twice beyond one slice", async () => {
    const [, second] = two();
    const agent = await EmbeddingAgent.begin();
    for (let first = 0; first < 5_000; first += 1_000) {
      await agent.agent.write((draft) => {
        for (let index = first; index < first + 1_000; index++) addNote(draft, `n${index}`);
      });
    }
    await agent.agent.drained();
    expect(await agent.reembed({ embedder: "second-v1" })).toMatchObject({ total: 5_000 });
    while ((await agent.progress()).done < 2_500) await agent.agent.ring();
    await abortAllDurableObjects();
    expect((await agent.ask("Text of n77")).degraded).toBeUndefined();
    await agree(agent);
    expect(await agent.progress()).toMatchObject({ state: "done", total: 5_000, done: 5_000 });
    expect(second.asked.length).toBeLessThanOrEqual(5_000 + SLICE);
    expect(await lengths(agent)).toEqual(new Set([96]));
  });

  it("[DE22] can be called off: what was embedded goes, the memory stays as it was", async () => {
    const [, second] = two();
    const agent = await withNotes(450);
    const before = await agent.rows("vectors");
    await agent.reembed({ embedder: "second-v1" });
    while (second.calls === 0) await agent.agent.ring();
    expect(await agent.reembed({ cancel: true })).toMatchObject({ state: "cancelled" });
    expect(await agent.rows("reembedded")).toEqual([]);
    expect(await agent.rows("vectors")).toEqual(before);
    const { calls } = second;
    await agent.agent.drained();
    expect(second.calls).toBe(calls);
    expect(await agent.embedding()).toMatchObject({ name: "first-v1" });
  });

  it("[DE23] takes along what is written, edited and erased meanwhile", async () => {
    const [, second] = two();
    const agent = await withNotes(300);
    await agent.reembed({ embedder: "second-v1" });
    while (second.calls === 0) await agent.agent.ring();
    const [{ id: gone }, { id: changed }] = await agent.rows("nodes");
    await agent.do("erase", { node_ids: [gone] });
    await agent.do("edit", { id: changed, text: "It says something else now." });
    await agent.inject("It came meanwhile.");
    await agent.do("sync", { files: [{ path: "a.md", text: "# Deploys\n\nOn fridays.\n" }] });
    await agree(agent);
    const nodes = (await agent.rows("nodes")).map(({ id }) => id as string);
    expect(await agent.embedded()).toEqual(nodes.sort());
    expect(await lengths(agent)).toEqual(new Set([96]));
    expect((await agent.rows("vectors")).map(({ id }) => id)).not.toContain(gone);
    expect(second.asked).toContain("It says something else now.");
  });

  it("[DE24] takes taught questions along where their words are known, and counts those that are lost", async () => {
    two();
    const agent = await EmbeddingAgent.begin();
    await agent.inject("Deploys are approved by the pager team.");
    const { query_id: id } = await agent.ask("Who approves deploys?");
    const { node_id: fix } = await agent.do<{ node_id: string }>("correction", {
      query_id: id,
      content: "Deploys are approved by the release team.",
    });
    await agent.agent.write((draft) => {
      draft.putVector(fix, new Float64Array(draft.vectors.dimension).fill(0.5), 2);
    });
    expect(await agent.reembed({ embedder: "second-v1", dry_run: true })).toMatchObject({
      total: 3,
      questions_dropped: 1,
      characters: 101,
      dry_run: true,
    });
    await agent.reembed({ embedder: "second-v1" });
    await agree(agent);
    const routes = (await agent.rows("vectors")).filter((row) => row.id === fix);
    expect(routes.map(({ route, text }) => [route, text])).toEqual([
      [0, null],
      [1, "Who approves deploys?"],
    ]);
    expect(await agent.progress()).toMatchObject({ state: "done", questions_dropped: 1 });
  });

  it("[DE25] is one at a time, and not beside an import", async () => {
    deploy(...two(), new ScriptedEmbedder("third-v1", { dimension: 64 }));
    const agent = await withNotes(300);
    expect(await agent.refusal("reembed", { embedder: "nobody-v9" })).toBe("invalid_request");
    await agent.reembed({ embedder: "second-v1" });
    expect(await agent.refusal("reembed", { embedder: "third-v1" })).toBe("busy");
    expect(await agent.reembed({ embedder: "second-v1" })).toMatchObject({
      state: "running",
      to: { name: "second-v1" },
    });
    const header = { format: "openclawbrain-state", version: 1, embedder: null, meta: {} };
    const wanted = { header, replace: true, reembed: true };
    expect(await agent.refusal("importBegin", wanted)).toBe("busy");
    await agent.reembed({ cancel: true });
    await agent.do("importBegin", { ...wanted, id: "i" });
    expect(await agent.refusal("reembed", { embedder: "second-v1" })).toBe("busy");
  });

  it("[DE26] an embedder that fails holds it up, and it goes on by itself", async () => {
    const [, second] = two();
    const agent = await withNotes(250);
    second.mood = DOWN;
    await agent.reembed({ embedder: "second-v1" });
    for (let rings = 0; rings < 4; rings++) {
      timePasses(60_000);
      await agent.agent.ring();
    }
    expect(await agent.progress()).toMatchObject({ state: "running", done: 0, error: DOWN.message });
    expect((await agent.embedding()).state).toBe("ok");
    second.mood = "works";
    second.refuses = (text) => text.startsWith("Note 77 ");
    await agree(agent);
    expect(await agent.progress()).toMatchObject({ state: "done", set_aside: 1 });
    expect(await agent.embedding()).toMatchObject({ pending: 0, set_aside: 1 });
    second.refuses = () => false;
    await agent.reembed({ embedder: "second-v1" });
    await agree(agent);
    expect(await agent.embedded()).toHaveLength(250);
  });

  it("[DE27] is the way on for a memory whose embedder is gone: words answer until it is done", async () => {
    const [, second] = two();
    const agent = await withNotes(20);
    await agent.inject("The staging door is blue.");
    await agent.agent.drained();
    deploy(second);
    await agent.agent.evict();
    expect(await agent.embedding()).toMatchObject({
      name: "first-v1",
      state: "missing",
      deployment_default: "second-v1",
    });
    expect(await agent.ask("staging door")).toMatchObject({ degraded: "embedder_unavailable" });
    await agent.inject("It came while there was no embedder.");
    await agent.reembed();
    expect(await agent.texts("staging door")).toContain("The staging door is blue.");
    await agree(agent);
    expect(await agent.embedding()).toMatchObject({ name: "second-v1", state: "ok", pending: 0 });
    expect(await agent.embedded()).toHaveLength(22);
  });

  it("[DE28] a restore to before it brings texts back, and none of the former vectors", async () => {
    two();
    const agent = await withNotes(10);
    const { node_id: id } = await agent.inject("It is about to be removed.");
    await agent.agent.drained();
    const { revision } = await agent.health();
    await agent.agent.write((draft) => draft.removeNode(id));
    await agent.reembed({ embedder: "second-v1" });
    await agree(agent);
    await agent.do("restore", { seq: revision });
    await agree(agent);
    expect(await agent.embedded()).toContain(id);
    expect(await lengths(agent)).toEqual(new Set([96]));
  });

  it("[DE29] an export that was begun before is whole, with the vectors of before", async () => {
    two();
    const agent = await withNotes(40);
    const first = await agent.do<{ text: string; cursor: string | null }>("export", {});
    await agent.reembed({ embedder: "second-v1" });
    await agree(agent);
    let { text, cursor } = first;
    while (cursor !== null) {
      const page: typeof first = await agent.do("export", { cursor });
      text += page.text;
      cursor = page.cursor;
    }
    const rows = text.split("\n").filter((line) => line.startsWith('["vectors"'));
    expect(rows).toHaveLength(40);
    for (const row of rows) expect(atob(JSON.parse(row)[5])).toHaveLength(256);
  });

  it.each([1, 2, 3])(
    "[DE21] killed at any points, with writes in between, it ends whole: seed %i",
    async (seed) => {
      const [first, second] = two();
      const agent = await withNotes(260);
      let state = seed * 104_729;
      const below = (count: number) => {
        state = (state * 48_271) % 2_147_483_647;
        return state % count;
      };
      await agent.reembed({ embedder: "second-v1" });
      for (let step = 0; step < 24; step++) {
        second.mood = below(4) === 0 ? DOWN : "works";
        first.mood = below(4) === 0 ? DOWN : "works";
        const ids = (await agent.rows("nodes")).map(({ id }) => id as string);
        const kind = below(7);
        if (kind === 0) await agent.inject(`Written at step ${step}, ${below(1000)}.`);
        else if (kind === 1)
          await agent.refusal("edit", { id: ids[below(ids.length)], text: `Edited at ${step}.` });
        else if (kind === 2) await agent.refusal("erase", { node_ids: [ids[below(ids.length)]] });
        else if (kind === 3) {
          const ringing = agent.agent.ring().catch(() => false);
          for (let turns = below(20); turns > 0; turns--) await Promise.resolve();
          await agent.agent.evict().catch(() => undefined);
          await ringing;
        } else {
          timePasses(below(400_000));
          await agent.agent.ring();
        }
        expect((await lengths(agent)).size).toBe(1);
      }
      first.mood = "works";
      second.mood = "works";
      await agree(agent);
      expect(await agent.progress()).toMatchObject({ state: "done" });
      const nodes = (await agent.rows("nodes")).map(({ id }) => id as string);
      expect(await agent.embedded()).toEqual(nodes.sort());
      expect(await lengths(agent)).toEqual(new Set([96]));
    },
  );
});
