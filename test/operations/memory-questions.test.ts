// Memories in questions, their ranking, their change and end, their life, and what stays of them.

import { describe, expect, it } from "vitest";
import { exportOf, importInto } from "../support/moving.ts";
import { begin, refused } from "../support/remembering.ts";

const FEE = "The port fee of Valentia is 40 euro per crane";
const NEWER_FEE = "The port fee of Valentia is 55 euro per crane";
const ASKED = { query: "what is the port fee of Valentia?" };
const NEAR = { dedup_threshold: 0.5 };

describe("a question", () => {
  it("[SM7] of an earlier time is answered by what held then", async () => {
    const { store, memory } = await begin();
    const old = await store(FEE, { valid_from: "2026-01-10" });
    const newer = await store(NEWER_FEE, { valid_from: "2026-05-01", supersedes: old.id });
    const ids = async (more: object) => (await memory.query({ ...ASKED, ...more })).fired.map(({ id }) => id);
    expect(await ids({})).toEqual([newer.id]);
    expect(await ids({ as_of: "2026-02-01" })).toEqual([old.id]);
    expect(await ids({ as_of: "2026-06-01" })).toEqual([newer.id]);
    expect(await ids({ as_of: "2025-06-01" })).toEqual([]);
  });

  it("[SM7] about a project sees its memories and those of none, however many others there are", async () => {
    const { store, memory } = await begin();
    for (let berth = 0; berth < 60; berth++)
      await store(`The fee at berth ${berth} is ${berth} euro`, { project: "quay", skip_dedup: true });
    const own = await store("The fee at the old pier is nine euro", { project: "harbour" });
    const common = await store("The fee is due before departure");
    const { fired } = await memory.query({ query: "what is the fee?", project: "harbour", top_k: 20 });
    expect(new Set(fired.map(({ id }) => id))).toEqual(new Set([own.id, common.id]));
    const found = await memory.searchMemories({ query: "what is the fee?", project: "harbour" });
    expect(new Set(found.results.map(({ memory }) => memory.id))).toEqual(new Set([own.id, common.id]));
  });

  it("[SM7] names kinds, types, tags and confidence of what it is shown", async () => {
    const { store, memory } = await begin();
    const rule = await store(FEE, { type: "rule", tags: ["fees"] });
    const doubt = await store("The port fee of Valentia may rise in autumn", {
      confidence: 0.2,
      skip_dedup: true,
    });
    const taught = (await memory.inject({ content: "The port fee of Valentia is paid at the gate" })).node_id;
    const ids = async (more: object) =>
      new Set((await memory.query({ ...ASKED, ...more })).fired.map(({ id }) => id));
    expect(await ids({})).toEqual(new Set([rule.id, doubt.id, taught]));
    expect(await ids({ kinds: ["memory"] })).toEqual(new Set([rule.id, doubt.id]));
    expect(await ids({ kinds: ["teaching"] })).toEqual(new Set([taught]));
    expect(await ids({ memory_types: ["rule"] })).toEqual(new Set([rule.id, taught]));
    expect(await ids({ memory_tags: ["fees"] })).toEqual(new Set([rule.id, taught]));
    expect(await ids({ min_confidence: 0.5 })).toEqual(new Set([rule.id, taught]));
  });

  it("[SM8] ranks what is no memory as it would if memories were any other node", async () => {
    const [typed, plain] = [await begin(), await begin()];
    const content = "Nuala likes green tea without sugar";
    for (const { memory } of [typed, plain])
      for (const content of [
        "The port fee is paid at the gate",
        "The gate opens at nine",
        "Fees rise each autumn",
      ])
        await memory.inject({ content });
    await typed.store(content);
    await plain.memory.inject({ content });
    const scores = async ({ memory }: typeof typed) =>
      (await memory.query(ASKED)).fired.map(({ id, score }) => [id, score]);
    expect(await scores(typed)).toEqual(await scores(plain));
    expect(await scores(typed)).not.toEqual([]);
  });
});

describe("a search", () => {
  it("[SM9] shows every factor, and its scores are their weighted sum", async () => {
    const { store, memory } = await begin();
    await store(FEE, { tags: ["fee", "euro"] });
    await store("The port of Valentia has nine cranes", { type: "preference", skip_dedup: true });
    const { results, weights, weights_fell_back } = await memory.searchMemories({
      ...ASKED,
      route_weight: 0,
    });
    expect(weights_fell_back).toBe(false);
    expect(weights).toMatchObject({ similarity: 0.5, tag_affinity: 0.05, graph_proximity: 0 });
    expect(results.map(({ memory }) => memory.content)[0]).toBe(FEE);
    for (const one of results) {
      const sum =
        0.5 * one.similarity_score +
        0.08 * one.recency_score +
        0.05 * one.frequency_score +
        0.1 * one.type_boost +
        0.08 * one.scope_boost +
        0.07 * one.confidence_score +
        0.07 * one.reinforcement_score +
        0.05 * one.tag_affinity_score;
      expect(one.final_score).toBeCloseTo(sum * one.supersession_penalty * one.conflict_penalty, 9);
    }
    expect(results[0].tag_affinity_score).toBe(0.5);
    const routed = await memory.searchMemories(ASKED);
    expect(routed.weights.graph_proximity).toBe(0.05);
    expect(routed.results[0].final_score - results[0].final_score).toBeCloseTo(
      0.05 * routed.results[0].graph_proximity_score,
      6,
    );
  });

  it("[SM9] with weights that are none says so and uses the fallback", async () => {
    const { store, memory } = await begin();
    await store(FEE);
    const odd = await memory.searchMemories({ ...ASKED, weights: { similarity: 0.9, recency: 0.9 } });
    expect(odd.weights_fell_back).toBe(true);
    const fallback = await memory.searchMemories({ ...ASKED, weights: "fallback" });
    expect(odd.results[0].final_score).toBeCloseTo(fallback.results[0].final_score, 6);
  });

  it("[SM9] fills its budget with what fits, fenced, and its trail can be learned from", async () => {
    const { store, memory } = await begin();
    const long = await store(`${FEE} ${"and so it goes on and on ".repeat(20)}`, { tags: ["port", "fee"] });
    const short = await store("The port fee is due", { skip_dedup: true });
    const found = await memory.searchMemories({ ...ASKED, budget: 20 });
    expect(found.results.map(({ memory }) => memory.id).sort()).toEqual([long.id, short.id].sort());
    expect(found.context_ids).toEqual([short.id]);
    expect(found.tokens_used).toBeLessThanOrEqual(20);
    expect(found.context).toContain("The port fee is due");
    expect(found.context).toContain("untrusted data");
    expect((await memory.searchMemories({ ...ASKED, budget: 0 })).context).toBe("");
    const learned = await memory.learn({ query_id: found.query_id, outcome: 1 });
    expect(learned.fired_ids).toContain(short.id);
  });
});

describe("a change", () => {
  it("[SM10] of the words is a new version, of anything else none; nobody overwrites an earlier one", async () => {
    const { store, memory } = await begin();
    const { id } = await store(FEE, { tags: ["fees"] });
    const surer = await memory.changeMemory({ id, confidence: 1, type: "rule" });
    expect(surer).toMatchObject({ id, confidence: 1, type: "rule", tags: ["fees"] });
    expect(await memory.memory(id)).toEqual({ ...surer, event_id: undefined, total_ms: expect.any(Number) });
    const newer = await memory.changeMemory({ id, content: NEWER_FEE });
    expect(newer).toMatchObject({ content: NEWER_FEE, supersedes_id: id, confidence: 1, tags: ["fees"] });
    expect(await memory.memory(newer.id)).toMatchObject({
      content: NEWER_FEE,
      supersedes_id: id,
      etag: newer.etag,
    });
    await expect(memory.changeMemory({ id, confidence: 0.1 })).rejects.toEqual(refused("superseded"));
    await expect(memory.edit({ id: newer.id, text: "another text of it" })).rejects.toEqual(
      refused("protected_node"),
    );
  });

  it("[SM10] of what an owner anchored is an owner's", async () => {
    const { store, memory, as } = await begin();
    const { id } = await store(FEE);
    await memory.anchor({ node_id: id, authority: "canonical" });
    const agent = await as("agent");
    for (const asked of [
      () => agent.changeMemory({ id, confidence: 0.1 }),
      () => agent.endMemory(id),
      () => agent.storeMemory({ content: NEWER_FEE, ...NEAR }),
    ])
      await expect(asked()).rejects.toEqual(refused("protected_node"));
    expect((await memory.changeMemory({ id, confidence: 0.7 })).confidence).toBe(0.7);
  });

  it("[SM10] that ends a memory erases nothing: it is there for its time", async () => {
    const { store, memory, as } = await begin();
    const agent = await as("agent");
    const { id } = await store(FEE, { valid_from: "2026-01-10" });
    const { valid_to } = await agent.endMemory(id);
    expect(await agent.endMemory(id)).toMatchObject({ id, valid_to });
    expect((await memory.query(ASKED)).fired).toEqual([]);
    expect((await memory.query({ ...ASKED, as_of: "2026-02-01" })).fired.map((one) => one.id)).toEqual([id]);
    await expect(agent.erase({ node_ids: [id] })).rejects.toEqual(refused("forbidden"));
  });
});

describe("the use of a memory", () => {
  it("[SM16] is counted where what it answered was judged good, and not where it was only shown", async () => {
    const { store, memory } = await begin();
    const { id } = await store(FEE);
    const { query_id, fired } = await memory.query(ASKED);
    expect(fired.map((node) => node.id)).toEqual([id]);
    const before = await memory.memory(id);
    expect(before.access_count).toBe(0);
    await memory.learn({ query_id, outcome: -1 });
    expect((await memory.memory(id)).access_count).toBe(0);
    await memory.learn({ query_id, outcome: 1 });
    const after = await memory.memory(id);
    expect(after.access_count).toBe(1);
    expect(after.last_accessed).toBeGreaterThanOrEqual(before.last_accessed as number);
    expect(after.confidence).toBe(before.confidence);
  });
});

describe("a conflict", () => {
  const HERE = "Finn Roe works at the shipyard of Harland";
  const THERE = "Finn Roe joined the ropewalk";

  it("[SM11] stays with both sides named until one of them is said to be right", async () => {
    const { store, memory } = await begin();
    const old = await store(HERE);
    const newer = await store(THERE, { dedup_threshold: 1 });
    if (newer.conflicts_with.length === 0) return expect(newer.status).toBe("created");
    expect(newer.conflicts_with).toEqual([old.id]);
    const { results } = await memory.searchMemories({ query: "where does Finn Roe work?" });
    expect(results.map(({ conflict_penalty }) => conflict_penalty)).toEqual([0.8, 0.8]);
    expect(results.find(({ memory }) => memory.id === old.id)?.conflicts_with).toEqual([newer.id]);
    await memory.changeMemory({ id: newer.id, conflict_status: "resolved" });
    expect((await memory.memories()).memories.map(({ id }) => id)).toEqual([newer.id]);
    expect(await memory.memory(old.id)).toMatchObject({
      superseded_by: newer.id,
      conflict_status: "resolved",
    });
    expect(await memory.memory(newer.id)).toMatchObject({ conflict_status: "resolved" });
  });
});

describe("the life of memories", () => {
  it("[SM12] is told by a dry run, done by a run, and taken back with its event", async () => {
    const { store, memory, object } = await begin();
    const kept = await store("The archive keeps every invoice for ten years", { confidence: 0.9 });
    const twice = await store("the archive keeps every invoice for ten years.", {
      confidence: 0.6,
      skip_dedup: true,
    });
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    const over = await store("The crane is out of order", { valid_until: yesterday });
    const before = await object.mind();
    const list = (await memory.memories({ include_invalidated: "true" })).memories;
    const told = await memory.runLifecycle({ dry_run: true });
    expect(told).toMatchObject({
      consolidated: 1,
      retired: 1,
      expired: 0,
      decayed: 0,
      dry_run: true,
      event_id: null,
    });
    expect(await object.mind()).toEqual(before);
    const done = await memory.runLifecycle();
    expect(done.closed).toEqual(told.closed);
    expect(new Set(done.closed.map(({ id }) => id))).toEqual(new Set([twice.id, over.id]));
    expect((await memory.memories()).memories.map(({ id }) => id)).toEqual([kept.id]);
    expect(await memory.runLifecycle()).toMatchObject({ consolidated: 0, retired: 0, event_id: null });
    await memory.undo({ event_id: done.event_id as string });
    expect(await object.mind()).toEqual(before);
    const again = (await memory.memories({ include_invalidated: "true" })).memories;
    const asBefore = ({ updated_at: _, ...rest }: (typeof again)[number]) => rest;
    expect(again.map(asBefore)).toEqual(list.map(asBefore));
  });
});

describe("what stays of memories", () => {
  it("[SM13] outlives object and disk, travels with its versions, and is erased to the last byte", async () => {
    const { store, memory, object } = await begin();
    const old = await store(FEE, { tags: ["fees"], valid_from: "2026-01-10" });
    const newer = await store(NEWER_FEE, NEAR);
    const versions = async (of = memory) =>
      (await of.memoryHistory(newer.id)).versions.map(({ author: _, updated_at: _at, ...rest }) => rest);
    const before = await versions();
    await object.evict();
    expect(await versions()).toEqual(before);
    await object.drained();
    await object.lose();
    expect(await versions()).toEqual(before);
    const copy = await begin();
    await importInto(copy.object, await exportOf(object));
    expect(await versions(copy.memory)).toEqual(before);
    await memory.erase({ node_ids: [newer.id] });
    await expect(memory.memory(old.id)).rejects.toEqual(refused("not_found"));
    expect((await memory.memories({ include_invalidated: "true" })).memories).toEqual([]);
    await object.drained();
    const left = JSON.stringify([await object.disk(), await object.replica()]);
    for (const text of ["40 euro", "55 euro", "fees"]) expect(left).not.toContain(text);
    await expect(store(FEE)).rejects.toEqual(refused("erased_before"));
  });

  it("[SM14] waits for a reviewer where everything does, and is stored like any other then", async () => {
    const { store, memory, as } = await begin();
    const old = await store(FEE);
    await memory.setPolicy({ capture: "proposal" });
    const agent = await as("agent");
    const proposed = await agent.storeMemory({ content: NEWER_FEE, ...NEAR, tags: ["fees"], type: "rule" });
    expect(proposed).toMatchObject({ status: "proposed", event_id: null });
    await expect(agent.endMemory(old.id)).rejects.toEqual(refused("review_required"));
    expect((await memory.memories()).memories.map(({ id }) => id)).toEqual([old.id]);
    const { id, digest } = proposed.proposal as { id: string; digest: string };
    const { node_id } = await memory.approve({ id, digest });
    expect(await memory.memory(node_id as string)).toMatchObject({
      content: NEWER_FEE,
      tags: ["fees"],
      type: "rule",
      supersedes_id: old.id,
    });
  });
});
