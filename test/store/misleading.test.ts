// What a bad verdict on a question does: what misled comes lower for questions like it from the next one on, seeds included,
// and for no others, as long as the verdict stands.

import { describe, expect, it } from "vitest";
import { mindOf } from "../../durable/operations/mind.ts";
import { type By, differences, LivingMemory } from "../support/living-memory.ts";
import { exportOf, importInto } from "../support/moving.ts";
import { SearchedMemory } from "../support/searched-memory.ts";

const NOTES = {
  old: "The support team writes the release notes before a release",
  right: "Release notes are by the product owners now",
  train: "The train to the harbour leaves from platform nine",
  lunch: "Lunch is served between noon and two in the garden house",
};
const QUESTION = "who writes the release notes before a release";
const LIKE_IT = "who writes release notes for each release";
const ANOTHER = "from which platform does the train to the harbour leave";
const USER: By = { author: "user", role: "agent" };

const memoryOf = () => LivingMemory.with(NOTES);

async function ask(memory: LivingMemory, query = QUESTION, by: By = USER) {
  return memory.do("query", { query }, by);
}

async function scores(memory: LivingMemory, query = QUESTION): Promise<Map<string, number>> {
  const { fired } = await ask(memory, query);
  return new Map(fired.map(({ id, score }) => [id, score]));
}

async function judge(memory: LivingMemory, outcomes: Record<string, number>, query = QUESTION, by = USER) {
  const { query_id } = await ask(memory, query, by);
  return memory.do("learn", { query_id, outcome: 0, outcomes }, by);
}

describe("a +1 on a question", () => {
  it("[SU2] hides nothing that the question finds by itself", async () => {
    const memory = await memoryOf();
    const before = [...(await scores(memory)).keys()].toSorted();
    expect(before).toEqual(expect.arrayContaining(["old", "right"]));
    await judge(memory, { train: 1, lunch: 1 });
    const after = await scores(memory);
    expect(after.get("train")).toBeGreaterThan(after.get("right") as number);
    expect([...after.keys()]).toEqual(expect.arrayContaining(before));
  });
});

describe("a −1 on a question", () => {
  it("[SU8] lowers what misled from the very next question on, seeds included, and says so", async () => {
    const memory = await memoryOf();
    const before = await scores(memory);
    expect((await ask(memory)).fired[0].id).toBe("old");
    const reply = await judge(memory, { old: -1 });
    expect(reply).toMatchObject({ lowered_ids: ["old"], credited_ids: [], discredited_ids: [] });
    const after = await scores(memory);
    expect(after.get("old")).toBeCloseTo((before.get("old") as number) * 0.3, 5);
    expect(after.get("right")).toBeCloseTo(before.get("right") as number, 6);
    expect((await ask(memory)).fired[0].id).toBe("right");
  });

  it("[SU8] as a whole blames the best of what fired", async () => {
    const memory = await memoryOf();
    const { query_id, fired } = await ask(memory);
    const { lowered_ids: lowered } = await memory.do("learn", { query_id, outcome: -1 }, USER);
    expect(lowered).toEqual(expect.arrayContaining([fired[0].id]));
    expect(lowered?.length).toBeLessThanOrEqual(3);
  });

  it("[SU8] acts on questions that resemble it, less the less they do", async () => {
    const memory = await memoryOf();
    const before = await scores(memory, LIKE_IT);
    await judge(memory, { old: -1 });
    const left = ((await scores(memory, LIKE_IT)).get("old") as number) / (before.get("old") as number);
    expect(left).toBeLessThan(0.95);
    expect(left).toBeGreaterThan(0.3);
  });

  it("[SU8] keeps a lowered node down where a walk leads to it, too", async () => {
    const memory = await LivingMemory.with({ ...NOTES, start: "Release notes: who writes them, and when" });
    memory.bare();
    memory.link("start", "lunch", 0.9);
    const before = await scores(memory);
    await judge(memory, { lunch: -1 });
    const after = await scores(memory);
    const step = after.get("start") as number;
    expect(before.get("lunch")).toBeGreaterThan(step * 0.8);
    expect(after.get("lunch") ?? 0).toBeLessThan(step * 0.3);
  });

  it("[SU9] leaves questions that share nothing with it exactly as they were", async () => {
    const memory = await memoryOf();
    const seedsOf = async () => (await ask(memory, ANOTHER)).seeds;
    const before = await seedsOf();
    await judge(memory, { old: -1, train: -1, lunch: -1 });
    expect(await seedsOf()).toEqual(before);
  });

  it("[SU10] is taken back by a good one of the same token, and by no other's", async () => {
    const memory = await memoryOf();
    const before = memory.state();
    await judge(memory, { old: -1 });
    const judged = memory.state();
    await judge(memory, { train: 1 }, ANOTHER, { author: "other", role: "agent" });
    expect(memory.state().has(`verdict of old: ${QUESTION}`)).toBe(true);
    await memory.do("undo", { author: "other", since: 0 });
    expect(differences(memory.state(), judged, 1e-9)).toEqual([]);
    const reply = await judge(memory, { old: 1 });
    expect(reply.credited_ids).toEqual(["old"]);
    expect(memory.state().has(`verdict of old: ${QUESTION}`)).toBe(false);
    await memory.do("undo", { author: "user", since: 0 });
    expect(differences(memory.state(), before, 1e-9)).toEqual([]);
  });

  it("[SU10] takes nothing from what others taught, but where an owner says it", async () => {
    const memory = await memoryOf();
    await judge(memory, { old: 1 });
    const other: By = { author: "other", role: "agent" };
    expect((await judge(memory, { old: -1 }, QUESTION, other)).discredited_ids).toEqual([]);
    expect(memory.state().has(`question of old: ${QUESTION}`)).toBe(true);
    expect((await judge(memory, { old: -1 }, QUESTION, {})).discredited_ids).toEqual(["old"]);
    expect(memory.state().has(`question of old: ${QUESTION}`)).toBe(false);
  });

  it("[SU10] goes with one undo, and comes back with the undo of what took it", async () => {
    const memory = await memoryOf();
    const before = memory.state();
    const { event_id } = await judge(memory, { old: -1 });
    const judged = memory.state();
    const good = await judge(memory, { old: 1 });
    expect(await memory.do("undo", { event_id: good.event_id }, USER)).toMatchObject({
      questions_forgotten: 1,
      questions_restored: 1,
      questions_lost: 0,
    });
    expect(differences(memory.state(), judged, 1e-9)).toEqual([]);
    await memory.do("undo", { event_id }, USER);
    expect(differences(memory.state(), before, 1e-9)).toEqual([]);
    expect((await ask(memory)).fired[0].id).toBe("old");
  });

  it("[SU10] goes with the question, with who asked it, and with who said it", async () => {
    for (const author of ["user", "judge"]) {
      const memory = await memoryOf();
      const { query_id } = await ask(memory);
      const by: By = { author: "judge", role: "agent" };
      await memory.do("learn", { query_id, outcome: 0, outcomes: { old: -1 } }, by);
      expect(memory.state().has(`verdict of old: ${QUESTION}`)).toBe(true);
      await memory.do("erase", { author });
      expect(memory.state().has(`verdict of old: ${QUESTION}`)).toBe(false);
      expect((await ask(memory)).fired[0].id).toBe("old");
    }
  });

  it("[SU11] outlasts ten maintenances and a reload", async () => {
    const memory = await memoryOf();
    await judge(memory, { old: -1 });
    for (let run = 0; run < 10; run++) await memory.do("maintain", {});
    memory.reload();
    expect((await ask(memory)).fired[0].id).toBe("right");
  });

  it("[SU11] moves with an export", async () => {
    const memory = new SearchedMemory();
    await memory.add(NOTES);
    const { query_id } = await memory.ask(QUESTION);
    await memory.do("learn", { query_id, outcome: 0, outcomes: { old: -1 } });
    const other = new SearchedMemory();
    expect(await importInto(other.door, await exportOf(memory.door))).toMatchObject({ state: "done" });
    await other.chore();
    const { fired } = await other.ask(QUESTION);
    expect(fired[0].id).toBe("right");
    Object.assign(other.memory, mindOf(other.memory));
    expect((await other.ask(QUESTION)).fired[0].id).toBe("right");
  });

  it("[SU11] goes with its node, also into a merged one", async () => {
    const memory = await memoryOf();
    const taught = async (content: string) => (await memory.do("inject", { content }, USER)).node_id;
    const a = await taught("The pager duty starts on Monday at nine");
    const b = await taught("The pager duty starts on Monday, at nine o'clock");
    const query = "when does pager duty start";
    await judge(memory, { [a]: -1 }, query);
    const [{ merged_id: merged }] = (await memory.do("merge", { nodes: [a, b] })).applied;
    expect(memory.state().has(`verdict of ${merged}: ${query}`)).toBe(true);
    await memory.do("erase", { node_ids: [merged] });
    expect([...memory.state().keys()].filter((name) => name.includes(query))).toEqual([]);
  });

  it("[SU12] is named by explain and why-not, with who said it and when", async () => {
    const memory = await memoryOf();
    const { event_id } = await judge(memory, { old: -1 });
    await ask(memory);
    const { fired } = await memory.do("explain", { id: "last" });
    const lowered = fired.find(({ id }) => id === "old")?.seed?.lowered;
    const by = [expect.objectContaining({ event_id, author: "user", how: "outcome", undone: false })];
    expect(lowered).toEqual({ kept: expect.closeTo(0.3, 3), by });
    await memory.do("query", { query: QUESTION, top_k: 1 }, USER);
    const told = await memory.do("whyNot", { id: "last", node: "old" });
    expect(told).toMatchObject({ code: "misled", lowered: { by } });
  });
});
