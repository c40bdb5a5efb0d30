// The life of memories, seen to by the alarm: when, what is closed and what goes, what health tells, and taking it back.

import { describe, expect, it } from "vitest";
import { PRODUCT } from "../../durable/graph/profiles.ts";
import { performChore } from "../../durable/operations/perform.ts";
import { ownLifecycle } from "../../durable/operations/run-lifecycle.ts";
import { msUntilLifecycle } from "../../durable/operations/upkeep-due.ts";
import { LivingMemory } from "../support/living-memory.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LAMP = "The lamp of the pier is lit at dusk";

async function begun(settings = PRODUCT): Promise<LivingMemory> {
  return LivingMemory.with({ "a.md": "a file of its own" }, settings);
}

let calls = 0;
function call(now: number) {
  const id = (++calls).toString(16).padStart(32, "f");
  return { author: "edgebrain", now, id, idempotencyKey: null, elapsed: () => 0 };
}

async function ring(memory: LivingMemory): Promise<void> {
  await performChore(memory.memory, ownLifecycle, null, call(memory.now));
}

async function idsOf(memory: LivingMemory): Promise<string[]> {
  const { memories } = await memory.do("memories", { include_invalidated: "true" });
  return memories.map(({ id }) => id);
}

describe("the life of memories", () => {
  it("[LF1] is due once a day in an agent that is idle and has memories, where the settings say so", async () => {
    const memory = await begun();
    const wait = () => msUntilLifecycle(memory.memory, memory.now);
    expect(wait()).toBeNull();
    await memory.do("storeMemory", { content: LAMP });
    memory.wait(2 * DAY);
    expect(wait()).toBe(0);
    await memory.do("query", { query: "when is the lamp lit?" });
    expect(wait()).toBeGreaterThan(29 * 60_000);
    memory.wait(HOUR);
    await ring(memory);
    expect(wait()).toBeGreaterThan(23 * HOUR);
    const { lifecycle } = PRODUCT.upkeep;
    expect(lifecycle).not.toBeNull();
    const off = await begun({ ...PRODUCT, upkeep: { ...PRODUCT.upkeep, lifecycle: null } });
    await off.do("storeMemory", { content: LAMP });
    off.wait(2 * DAY);
    expect(msUntilLifecycle(off.memory, off.now)).toBeNull();
  });

  it("[LF2] ends what had its time; after a grace it goes with its earlier versions, and one undo brings it back", async () => {
    const memory = await begun();
    const old = await memory.do("storeMemory", { content: "The lamp of the pier is lit at noon" });
    const timed = await memory.do("storeMemory", { content: LAMP, supersedes: old.id, ttl_seconds: 60 });
    const session = await memory.do("storeMemory", { content: "Orla is on watch tonight", scope: "session" });
    const kept = await memory.do("storeMemory", { content: "The pier was built of oak" });
    memory.wait(2 * DAY);
    await ring(memory);
    const first = (await memory.do("health", {})).lifecycle;
    expect(first.last_run).toMatchObject({ author: "edgebrain", state: "done", closed: 2, deleted: 0 });
    expect(await idsOf(memory)).toHaveLength(4);
    memory.wait(29 * DAY);
    await ring(memory);
    expect((await idsOf(memory)).sort()).toEqual([kept.id]);
    const { lifecycle } = await memory.do("health", {});
    expect(lifecycle.last_run).toMatchObject({ closed: 0, deleted: 3, can_be_undone: true });
    const { entries } = await memory.do("journal", { type: "run" });
    expect(entries[0].body).toMatchObject({ tasks: ["lifecycle"], deleted: 3 });
    await memory.do("undo", { event_id: lifecycle.last_run?.event_id as string });
    expect((await idsOf(memory)).sort()).toEqual([old.id, timed.id, session.id, kept.id].sort());
    expect((await memory.do("health", {})).lifecycle.last_run?.state).toBe("undone");
    expect(await memory.do("memory", { id: old.id })).toMatchObject({ superseded_by: timed.id });
  });

  it("[LF2] keeps for good what somebody ended, what was replaced, and what is anchored", async () => {
    const memory = await begun();
    const store = (content: string, more: object = {}) =>
      memory.do("storeMemory", { content, skip_dedup: true, ...more });
    const ended = await store("The pier was painted white");
    const timed = await store("The pier was painted green", { ttl_seconds: 9 * 86_400 });
    const replaced = await store("The pier was painted red", { ttl_seconds: 60 });
    await store("The pier was painted blue", { supersedes: replaced.id });
    const anchored = await store("The pier was painted grey", { ttl_seconds: 60 });
    await memory.do("anchor", { node_id: anchored.id, authority: "canonical" });
    for (const { id } of [ended, timed]) await memory.do("endMemory", { id });
    memory.wait(100 * DAY);
    const told = await memory.do("runLifecycle", { dry_run: true });
    expect(told).toMatchObject({ deleted: 0, deleted_ids: [] });
    await ring(memory);
    expect(await idsOf(memory)).toHaveLength(5);
  });

  it("[LF2] a dry run names what would go", async () => {
    const memory = await begun();
    const { id } = await memory.do("storeMemory", { content: LAMP, ttl_seconds: 60 });
    memory.wait(31 * DAY);
    expect(await memory.do("runLifecycle", { dry_run: true })).toMatchObject({
      ...{ deleted: 1, deleted_ids: [id], expired: 0, event_id: null },
    });
    expect(await idsOf(memory)).toEqual([id]);
    expect((await memory.do("runLifecycle", {})).deleted).toBe(1);
    expect(await idsOf(memory)).toEqual([]);
  });

  it("[LF3] looks for doubles among what is new since, a part at a time, until all of it was compared", async () => {
    const { lifecycle } = PRODUCT.upkeep;
    const settings = {
      ...PRODUCT,
      upkeep: { ...PRODUCT.upkeep, lifecycle: lifecycle && { ...lifecycle, compared: 2 } },
    };
    const memory = await begun(settings);
    for (const name of ["oak", "elm", "ash"])
      for (const more of ["", "!"])
        await memory.do("storeMemory", {
          content: `The ${name} pier of the harbour leans${more}`,
          skip_dedup: true,
        });
    const current = async () => (await memory.do("memories", {})).memories.length;
    const counts = [await current()];
    for (let day = 0; day < 4; day++) {
      memory.wait(DAY);
      await ring(memory);
      counts.push(await current());
    }
    expect(counts).toEqual([6, 5, 4, 3, 3]);
  });

  it("[LF4] is no run of maintenance: this one is due as if there had been none", async () => {
    const memory = await begun();
    await memory.do("storeMemory", { content: LAMP, ttl_seconds: 60 });
    memory.wait(2 * DAY);
    const before = (await memory.do("health", {})).maintenance;
    await ring(memory);
    const after = await memory.do("health", {});
    expect(after.maintenance).toEqual({ ...before, next_due: after.maintenance.next_due });
    expect(after.maintenance.last_run).toBeNull();
    expect(after.lifecycle.last_run).not.toBeNull();
  });
});
