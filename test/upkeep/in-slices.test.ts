// A run on a real store, slice by slice: it goes on after its end, others are served in between, and it is one event.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PRODUCT } from "../../durable/graph/profiles.ts";
import type { Settings } from "../../durable/graph/settings.ts";
import { begin, maintenanceSlice } from "../../durable/operations/maintenance-slice.ts";
import { inOneBreath, performChore } from "../../durable/operations/perform.ts";
import { LivingMemory } from "../support/living-memory.ts";
import { nodeRecord } from "../support/small-graph.ts";

const TASKS = ["health", "decay", "scale", "split", "prune", "merge", "connect"] as const;
const SMALL: Settings = { ...PRODUCT, upkeep: { ...PRODUCT.upkeep, slice: { reads: 40, changes: 25 } } };
const LONG = "One thing is said here at some length, so that it fills a section. ".repeat(30);

/** Taught nodes with routes among them: some fade, some are pruned, two pairs merge, one is split. */
async function memoryWith(settings: Settings): Promise<LivingMemory> {
  const memory = await LivingMemory.with({ "a.md": "a file of its own" }, settings);
  const ids = Array.from({ length: 14 }, (_, index) => `taught::${index}`);
  memory.change((draft) => {
    for (const [index, id] of ids.entries()) {
      const text = index === 0 ? `${LONG}\n\n${LONG}more\n\nlast` : `${id} says this`;
      draft.putNode(nodeRecord(id, { text, kind: "teaching" }));
      const { dimension } = memory.memory.embedder;
      draft.putVector(
        id,
        Float64Array.from({ length: dimension }, (_, i) => ((i * 7 + index) % 11) - 5),
      );
    }
  });
  memory.bare();
  for (let index = 0; index < ids.length; index++) {
    memory.link(ids[index], ids[(index + 1) % ids.length], 0.3 + index / 40);
    memory.link(ids[index], ids[(index + 5) % ids.length], index % 3 === 0 ? 0.005 : 0.2);
  }
  for (const [a, b] of [
    [3, 4],
    [8, 9],
  ]) {
    memory.link(ids[a], ids[b], 0.95);
    memory.link(ids[b], ids[a], 0.95);
  }
  memory.link(ids[6], ids[11], -0.5);
  return memory;
}

let calls = 0;
const call = () => ({
  author: "edgebrain",
  now: 1_000_000 + calls,
  id: `run-${++calls}`,
  idempotencyKey: null,
  elapsed: () => 0,
});

/** Begins a run and does its slices; `between` is done after each of them. */
async function slices(
  memory: LivingMemory,
  between: (slice: number) => Promise<void> | void,
): Promise<string> {
  const { memory: mind } = memory;
  const first = call();
  inOneBreath(mind, first, (work) => begin(work, { tasks: [...TASKS] }, null));
  for (let slice = 1; mind.store.maintenance.job; slice++) {
    await between(slice);
    await performChore(mind, maintenanceSlice, null, call());
  }
  return first.id;
}

describe("a run in slices", () => {
  it("[MU5] ends like the same run in one breath, also where memory is read anew before every slice", async () => {
    const [whole, cut] = [await memoryWith(PRODUCT), await memoryWith(SMALL)];
    const report = await whole.do("maintain", { tasks: [...TASKS] });
    expect(report).toMatchObject({ merges_applied: 2 });
    expect(report.pruned_edges).toBeGreaterThan(0);
    let count = 0;
    const run = await slices(cut, (slice) => {
      count = slice;
      cut.reload();
    });
    expect(count).toBeGreaterThan(8);
    expect(cut.state()).toEqual(whole.state());
    const { entries } = await cut.do("journal", { type: "run" });
    expect(entries).toMatchObject([
      { body: { event: run, state: "done", slices: count + 1, merges_applied: 2 } },
    ]);
    const { event_id: _, notes: _notes, dry_run: _dry, total_ms: _ms, ...numbers } = report;
    expect(entries[0].body).toMatchObject(numbers);
  });

  it("[MU6] others are served between slices, and what they teach stands", async () => {
    const [memory, untaught] = [await memoryWith(SMALL), await memoryWith(SMALL)];
    const run = await slices(memory, async (slice) => {
      expect((await memory.do("health", {})).maintenance.running).toMatchObject({ slices: slice });
      expect((await memory.do("query", { query: "a file of its own" })).fired).not.toEqual([]);
      if (slice <= 2) await memory.do("learn", { fired_ids: ["taught::1", "taught::2"], outcome: 1 });
    });
    await slices(untaught, () => undefined);
    const route = "taught::1 → taught::2";
    expect(memory.state().get(route)).toBeGreaterThan(untaught.state().get(route) as number);
    const { entries } = await memory.do("journal", {});
    expect(entries.find(({ body }) => body.task === "decay")?.body).toMatchObject({
      event: run,
      mixed: true,
    });
    // A lesson with slices on both sides of it is not among those that can be repeated.
    const learned = entries.filter(({ type }) => type === "learn").at(-1);
    const undone = await memory.do("undo", { event_id: learned?.body.event as string });
    expect(undone).toMatchObject({ events: 1, exact: 0, estimated: 1 });
  });

  it("[MU7] a request that comes twice is one run, and two requests are two, one after the other", async () => {
    const memory = await memoryWith(SMALL);
    const ask = (key: string) => memory.do("maintain", { tasks: [...TASKS] }, { key });
    const [first, again, other] = await Promise.all([ask("k"), ask("k"), ask("another")]);
    expect(again).toEqual(first);
    expect(other.event_id).not.toBe(first.event_id);
    expect((await ask("k")).event_id).toBe(first.event_id);
    expect((await memory.do("journal", { type: "run" })).entries).toHaveLength(2);
    await expect(memory.do("maintain", {}, { key: "k" })).rejects.toThrow("another request");
  });

  it("[MU8] a run that was cut off is done by the request that comes again, or by whoever goes on with it", async () => {
    const memory = await memoryWith(SMALL);
    const { memory: mind } = memory;
    const cut = call();
    const answer = { key: "owner maintain k", digest: "d" };
    inOneBreath(mind, cut, (work) => begin(work, { tasks: [...TASKS] }, answer));
    memory.reload();
    while (mind.store.maintenance.job) await performChore(mind, maintenanceSlice, null, call());
    expect(mind.store.answered(answer.key)).toMatchObject({ digest: "d", reply: { event_id: cut.id } });
  });

  it("[MU9] all that a run writes bears its event, and its commits are told as maintenance", async () => {
    const memory = await memoryWith(SMALL);
    const before = memory.memory.store.revision;
    const { event_id: run, tasks_run: tasks } = await memory.do("maintain", { tasks: [...TASKS] });
    const { entries } = await memory.do("journal", {});
    const own = entries.filter(({ body }) => body.event === run);
    expect(
      own
        .filter(({ type }) => type === "maintenance")
        .map(({ body }) => body.task)
        .toReversed(),
    ).toEqual(tasks.filter((task) => task !== "health"));
    expect(own.map(({ type }) => type)).toContain("run");
    const told = memory.memory.store.feed.after(before, 100);
    expect(told.length).toBeGreaterThan(5);
    expect(new Set(told.map(({ type }) => type))).toEqual(new Set(["maintenance"]));
    const { maintenance, last_maintenance: at } = await memory.do("health", {});
    expect(maintenance).toMatchObject({
      running: null,
      last_run: { event_id: run, state: "done", can_be_undone: true, merges_applied: 2, tasks },
    });
    expect(at).not.toBeNull();
  });

  it("[MU16] the last eight runs can be taken back, one after the other, for thirty days", async () => {
    const memory = await memoryWith(PRODUCT);
    const states: ReturnType<LivingMemory["state"]>[] = [];
    const runs: string[] = [];
    for (let run = 0; run < 10; run++) {
      states.push(memory.state());
      runs.push((await memory.do("maintain", { tasks: ["decay"] })).event_id as string);
    }
    for (let run = 9; run >= 2; run--) {
      expect(await memory.do("undo", { event_id: runs[run] })).toMatchObject({ exact: 1 });
      expect(memory.state()).toEqual(states[run]);
    }
    await expect(memory.do("undo", { event_id: runs[1] })).rejects.toThrow("not known any more");
    const { event_id: last } = await memory.do("maintain", { tasks: ["decay"] });
    const { maintenance } = memory.memory.store;
    expect(maintenance.holds(last as string, memory.now + 29 * 86_400_000)).toBe(true);
    expect(maintenance.holds(last as string, memory.now + 31 * 86_400_000)).toBe(false);
  });

  it("[MU12] a run is taken back while it is under way, and ends with that", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 14 }), async (until) => {
        const memory = await memoryWith(SMALL);
        const before = memory.state();
        const first = call();
        inOneBreath(memory.memory, first, (work) => begin(work, { tasks: [...TASKS] }, null));
        for (let slice = 0; slice < until && memory.memory.store.maintenance.job; slice++)
          await performChore(memory.memory, maintenanceSlice, null, call());
        expect(await memory.do("undo", { event_id: first.id })).toMatchObject({ exact: 1, edges_kept: 0 });
        expect(memory.memory.store.maintenance.job).toBeNull();
        expect(memory.state()).toEqual(before);
      }),
      { seed: 3, numRuns: 15 },
    );
  });
});
