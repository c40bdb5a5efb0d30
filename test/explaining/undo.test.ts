// Undo: what it takes back and what it leaves, who may, and that a flood of bad feedback goes with one request.

import { describe, expect, it } from "vitest";
import { UndoReply } from "../../wire/undoing.ts";
import { type By, differences, LivingMemory } from "../support/living-memory.ts";

const NOTES = {
  pier: "the ferry to the island leaves from the northern pier",
  office: "tickets for the ferry are sold at the harbour office",
  hours: "the harbour office closes at six in the winter months",
  boat: "bicycles travel free of charge on the early boat",
  storm: "storms stop every boat between the pier and the island",
};
const WHERE = "where does the ferry leave";
const BAD: By = { author: "bad", role: "agent" };
const GOOD: By = { author: "good", role: "agent" };

const harbour = () => LivingMemory.with(NOTES);
const refused = (code: string) => expect.objectContaining({ code });

function expectAs(memory: LivingMemory, before: ReadonlyMap<string, number | string>) {
  expect(differences(memory.state(), before, 1e-9)).toEqual([]);
}

describe("an undone event", () => {
  it("[UN14] gives a verdict's weights back, and marks its entry", async () => {
    const memory = await harbour();
    memory.link("pier", "office", 0.5);
    const before = memory.state();
    const { event_id } = await memory.do("learn", { fired_ids: ["pier", "office", "hours"], outcome: 1 });
    const reply = await memory.do("undo", { event_id });
    expect(UndoReply.parse(reply)).toEqual(reply);
    expect(reply).toMatchObject({
      events: 1,
      event_ids: [event_id],
      exact: 1,
      estimated: 0,
      already_undone: 0,
    });
    expectAs(memory, before);
    const { entries } = await memory.do("journal", { type: "learn" });
    expect(entries[0].body).toMatchObject({ event: event_id, undone: reply.event_id });
    const [undo] = (await memory.do("journal", { type: "undo" })).entries;
    expect(undo.body).toMatchObject({ event: reply.event_id, event_ids: [event_id], exact: 1 });
  });

  it("[UN14] takes an injection with its routes, and a correction with its suppression and question", async () => {
    const memory = await harbour();
    const before = memory.state();
    const told = await memory.do("inject", { content: "the ferry sails at noon from the northern pier" });
    const { query_id } = await memory.do("query", { query: WHERE });
    const content = "the ferry leaves from the southern pier";
    const correction = await memory.do("correction", { query_id, content, corrects: ["pier"] });
    expect(memory.state().has(`${correction.node_id} → pier`)).toBe(true);
    const undone = await memory.do("undo", { author: "owner", since: 0 });
    expect(undone.nodes_removed.toSorted()).toEqual([correction.node_id, told.node_id].toSorted());
    expectAs(memory, before);
    expect((await memory.do("query", { query: WHERE })).suppressed).toEqual([]);
  });

  it("[UN15] gives back the questions that it taught, and those that it took from others", async () => {
    const memory = await harbour();
    const before = memory.state();
    const first = await memory.do("query", { query: WHERE }, GOOD);
    const good = { query_id: first.query_id, outcome: 0, outcomes: { storm: 1 } };
    await memory.do("learn", good, GOOD);
    const taught = memory.state();
    expect(taught.get(`question of storm: ${WHERE}`)).toBe(1);
    const second = await memory.do("query", { query: WHERE }, BAD);
    await memory.do(
      "learn",
      { query_id: second.query_id, outcome: 0, outcomes: { storm: -1, boat: 1 } },
      { ...BAD, role: "owner" },
    );
    expect(memory.state().has(`question of storm: ${WHERE}`)).toBe(false);
    expect(memory.state().has(`question of boat: ${WHERE}`)).toBe(true);
    const undone = await memory.do("undo", { author: "bad", since: 0 });
    expect(undone).toMatchObject({ questions_forgotten: 2, questions_restored: 1, questions_lost: 0 });
    expectAs(memory, taught);
    await memory.do("undo", { author: "good", since: 0 });
    expectAs(memory, before);
  });

  it("[UN16] is undone once; an undo can't be undone, and what is unknown is refused", async () => {
    const memory = await harbour();
    const { event_id } = await memory.do("learn", { fired_ids: ["pier", "office"], outcome: 1 });
    const first = await memory.do("undo", { event_id });
    const after = memory.state();
    const again = await memory.do("undo", { event_id });
    expect(again).toMatchObject({ events: 0, already_undone: 1, event_id: null });
    expectAs(memory, after);
    await expect(memory.do("undo", { event_id: first.event_id as string })).rejects.toEqual(
      refused("invalid_request"),
    );
    await expect(memory.do("undo", { event_id: "nothing" })).rejects.toEqual(refused("not_found"));
    expect((await memory.do("audit", { kind: "undo" })).events).toHaveLength(1);
    expect((await memory.do("verifyAudit", {})).ok).toBe(true);
  });

  it("[UN16] with the same Idempotency-Key answers the same", async () => {
    const memory = await harbour();
    const { event_id } = await memory.do("learn", { fired_ids: ["pier", "office"], outcome: 1 });
    const [one, two] = [
      await memory.do("undo", { event_id }, { key: "k" }),
      await memory.do("undo", { event_id }, { key: "k" }),
    ];
    expect(two).toEqual(one);
  });

  it("[UN17] of a source takes what names it, and the verdicts that came with it", async () => {
    const memory = await harbour();
    await memory.do("inject", { content: "the office sells maps", metadata: { source: "leaflet" } });
    const kept = await memory.do("inject", {
      content: "the pier has a lamp",
      metadata: { source: "letter" },
    });
    const undone = await memory.do("undo", { source: "leaflet", since: 0 });
    expect(undone.nodes_removed).toHaveLength(1);
    expect(memory.memory.graph.has(kept.node_id)).toBe(true);
  });

  it("[UN17] since a time leaves what was taught before", async () => {
    const memory = await harbour();
    await memory.do("learn", { fired_ids: ["pier", "office"], outcome: 1 });
    const before = memory.state();
    const since = memory.now + 1;
    await memory.do("learn", { fired_ids: ["office", "hours"], outcome: 1 });
    expect((await memory.do("undo", { since })).events).toBe(1);
    expectAs(memory, before);
  });
});

describe("what stays though its teaching is undone", () => {
  it("[UN18] is what was anchored, edited or merged since, or taught by an event that stays", async () => {
    const memory = await harbour();
    const said = async (content: string) => (await memory.do("inject", { content }, BAD)).node_id;
    const [anchored, edited, merged] = [
      await said("the lamp of the pier is red"),
      await said("the island has two inns"),
      await said("the early boat carries the mail"),
    ];
    await memory.do("anchor", { node_id: anchored, authority: "constitutional" });
    await memory.do("edit", { id: edited, text: "the island has three inns" });
    const { applied } = await memory.do("merge", { nodes: [merged, "boat"] });
    const content = "the ferry leaves from the southern pier";
    await memory.do("correction", { content, corrects: ["pier", "storm"] }, BAD);
    const again = await memory.do("correction", { content, corrects: ["storm"] }, GOOD);
    const { nodes_kept: kept } = await memory.do("undo", { author: "bad", since: 0 });
    expect(Object.fromEntries(kept.map(({ id, because }) => [id, because]))).toEqual({
      [anchored]: "anchored",
      [edited]: "edited",
      [applied[0].merged_id]: "merged",
      [again.node_id]: "taught_again",
    });
    expect(memory.state().has(`${again.node_id} → storm`)).toBe(true);
    expect(memory.state().has(`${again.node_id} → pier`)).toBe(false);
  });

  it("[UN19] is told as estimated where a maintenance that can't be repeated lies between", async () => {
    const memory = await harbour();
    await memory.do("learn", { fired_ids: ["pier", "office"], outcome: 1 }, BAD);
    await memory.do("merge", { nodes: ["storm", "boat"] });
    await memory.do("learn", { fired_ids: ["office", "hours"], outcome: 1 }, BAD);
    expect(await memory.do("undo", { author: "bad", since: 0 })).toMatchObject({ exact: 1, estimated: 1 });
  });
});

describe("who may undo", () => {
  it("[UN20] an agent its own events and no others, an owner all", async () => {
    const memory = await harbour();
    const mine = await memory.do("learn", { fired_ids: ["pier", "office"], outcome: 1 }, GOOD);
    const theirs = await memory.do("learn", { fired_ids: ["hours", "office"], outcome: 1 }, BAD);
    const before = memory.state();
    for (const request of [
      { event_id: theirs.event_id },
      { author: "bad", since: 0 },
      { author: "nobody", since: 0 },
      { source: "leaflet", since: 0 },
    ]) {
      await expect(memory.do("undo", request, GOOD)).rejects.toEqual(refused("forbidden"));
      await expect(memory.do("undo", request, { ...GOOD, role: "reviewer" })).rejects.toEqual(
        refused("forbidden"),
      );
    }
    expectAs(memory, before);
    expect((await memory.do("undo", { event_id: mine.event_id }, GOOD)).events).toBe(1);
    expect((await memory.do("undo", { since: 0 }, BAD)).event_ids).toEqual([theirs.event_id]);
  });
});

describe("a flood of bad feedback by one token", () => {
  const rounds = 1_000;

  it("[UN21] that praises one node a thousand times goes with one undo", async () => {
    const memory = await harbour();
    memory.link("pier", "office", 0.5);
    await memory.do("learn", { fired_ids: ["pier", "office", "hours"], outcome: 0.7 }, GOOD);
    const before = memory.state();
    const { query_id } = await memory.do("query", { query: WHERE }, BAD);
    for (let round = 0; round < rounds; round++) {
      const walk = round % 2 ? { query_id, outcomes: { storm: 1 } } : { fired_ids: ["pier", "storm"] };
      await memory.do("learn", { ...walk, outcome: 1 }, BAD);
    }
    expect(differences(memory.state(), before, 0.1)).not.toEqual([]);
    const undone = await memory.do("undo", { author: "bad", since: 0 });
    expect(undone).toMatchObject({ events: rounds, exact: rounds, estimated: 0 });
    expectAs(memory, before);
  });

  it("[UN21] that blames everything a thousand times goes with one undo, while others teach", async () => {
    const [memory, never] = [await harbour(), await harbour()];
    for (const one of [memory, never]) {
      one.link("pier", "office", 0.5);
      const { query_id } = await one.do("query", { query: WHERE }, GOOD);
      await one.do("learn", { query_id, outcome: 0, outcomes: { pier: 1 } }, GOOD);
    }
    const { query_id } = await memory.do("query", { query: WHERE }, BAD);
    for (let round = 0; round < rounds; round++) {
      const walk = round % 3 ? { fired_ids: Object.keys(NOTES) } : { query_id };
      await memory.do("learn", { ...walk, outcome: -1 }, BAD);
      if (round % 100) continue;
      const lesson = { fired_ids: ["pier", "office", "hours"], outcome: 0.3 };
      for (const one of [memory, never]) await one.do("learn", lesson, GOOD);
    }
    const undone = await memory.do("undo", { author: "bad", since: 0 });
    expect(undone).toMatchObject({ events: rounds, exact: rounds, estimated: 0 });
    expect(differences(memory.state(), never.state(), 1e-9)).toEqual([]);
  });
});
