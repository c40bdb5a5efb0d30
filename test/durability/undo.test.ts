// An undo over HTTP: it holds after the object forgot its memory, and after it lost its disk; so do its marks, and who may.

import { describe, expect, it } from "vitest";
import { Erasable } from "../support/erasing.ts";

const NOTES = [
  "The ferry to the island leaves from the northern pier.",
  "Tickets for the ferry are sold at the harbour office.",
  "The harbour office closes at six in the winter months.",
];
const WHERE = "where does the ferry to the island leave from?";

describe("an undo", () => {
  it("[UN22] is in both homes: an object that lost all it had loads the memory that was never taught", async () => {
    const agent = await Erasable.begin();
    const ids = await agent.add(...NOTES);
    const { memory, object, story } = agent;
    const before = await agent.weights();
    const device = await story.token("agent");
    const theirs = story.memory(agent.name, device.token);
    const { query_id } = await theirs.query({ query: WHERE });
    await theirs.learn({ query_id, outcome: 1, wanted_ids: [ids[2]] });
    await theirs.learn({ fired_ids: ids, outcome: -1 });
    const { node_id } = await theirs.correction({
      query_id,
      content: "The ferry leaves from the southern pier.",
    });
    const undone = await memory.undo({ author: device.id, since: 0 });
    expect(undone).toMatchObject({ events: 3, estimated: 0, nodes_removed: [node_id] });
    const isAsBefore = async () => {
      // The object is awake, and has what it holds on its disk.
      await memory.info();
      const now = await agent.weights();
      expect(
        Object.keys(now)
          .filter((name) => !name.endsWith(" stops"))
          .sort(),
      ).toEqual(Object.keys(before).sort());
      for (const [name, weight] of Object.entries(now)) {
        if (typeof weight === "number") expect(weight).toBeCloseTo(Number(before[name] ?? 0), 9);
      }
      const { vectors } = await object.disk(["vectors"]);
      expect(vectors.filter((row) => (row as { route: number }).route > 0)).toEqual([]);
      const { entries } = await memory.journal({ type: "learn" });
      expect(entries.map(({ body }) => body.undone)).toEqual(entries.map(() => undone.event_id));
    };
    await isAsBefore();
    await object.evict();
    await isAsBefore();
    await object.drained();
    expect((await object.replica()).journal).toEqual(
      expect.arrayContaining([expect.objectContaining({ type: "undo", author: story.owner.id })]),
    );
    await object.lose();
    await isAsBefore();
    expect((await memory.undo({ author: device.id, since: 0 })).events).toBe(0);
    expect((await memory.verifyAudit()).ok).toBe(true);
  });

  it("[UN20] over HTTP is an owner's for what others taught", async () => {
    const agent = await Erasable.begin();
    const ids = await agent.add(...NOTES);
    const { event_id } = await agent.memory.learn({ fired_ids: ids, outcome: 1 });
    const device = await agent.story.token("agent");
    const theirs = agent.story.memory(agent.name, device.token);
    await expect(theirs.undo({ event_id })).rejects.toMatchObject({ code: "forbidden" });
    expect(await theirs.undo({ since: 0 })).toMatchObject({ events: 0 });
    expect(await agent.memory.undo({ event_id })).toMatchObject({ events: 1 });
  });
});

describe("an explanation", () => {
  it("[EX11] is for whoever may read the agent, and of no other agent's questions", async () => {
    const agent = await Erasable.begin();
    const [pier] = await agent.add(...NOTES);
    const other = await agent.twin();
    const reader = await agent.story.token("reader");
    const { query_id } = await agent.memory.query({ query: WHERE });
    const told = await agent.story.memory(agent.name, reader.token).explain(query_id);
    expect(told.fired.map(({ id }) => id)).toContain(pier);
    expect((await agent.memory.whyNot(query_id, pier)).code).toBe("answered");
    await expect(other.memory.explain(query_id)).rejects.toMatchObject({ code: "unknown_query" });
    await expect(other.memory.whyNot(query_id, pier)).rejects.toMatchObject({ code: "unknown_query" });
  });
});
