// What an answered question teaches, through the one door: where it leads from then on, what it leaves alone, and that it
// lasts as long as what it leads to.

import { describe, expect, it } from "vitest";
import type { Embedder } from "../../durable/embed/embedder.ts";
import { EmbedderFailure } from "../../durable/embed/failure.ts";
import { mindOf } from "../../durable/operations/mind.ts";
import { SqliteStore } from "../../durable/store/store.ts";
import { exportOf, importInto } from "../support/moving.ts";
import { SearchedMemory } from "../support/searched-memory.ts";

const NOTES = {
  heron: "The heron report is due on the ninth of each month",
  badge: "Lost badges are replaced at the front desk in building four",
  printer: "The printer on the second floor needs new paper every week",
  coffee: "Coffee beans are kept in the cupboard beside the window",
  invoice: "Invoices are paid within thirty days by bank transfer",
};
/** Shares no word with the note that answers it. */
const QUESTION = "when must the quarterly wetlands survey reach accounting";
const LIKE_IT = "who sends the quarterly wetlands survey to accounting";
const ANOTHER = "where are coffee beans kept";

async function withNotes(profile: "product" | "parity" = "product"): Promise<SearchedMemory> {
  const memory = new SearchedMemory(profile);
  await memory.add(NOTES);
  return memory;
}

async function teach(memory: SearchedMemory, question = QUESTION, wanted = ["heron"]) {
  const { query_id } = await memory.ask(question);
  return memory.do("learn", { query_id, outcome: 0, wanted_ids: wanted });
}

async function taught(): Promise<SearchedMemory> {
  const memory = await withNotes();
  await teach(memory);
  return memory;
}

/** What an answer says of its nodes, without what differs from call to call. */
async function answerTo(memory: SearchedMemory, question: string) {
  const { fired, seeds, suppressed, decision, confidence, context_ids } = await memory.ask(question);
  return { fired, seeds, suppressed, decision, confidence, context_ids };
}

/** The memory as an object that wakes finds it. */
function wake(memory: SearchedMemory): void {
  const store = new SqliteStore(memory.database, new Uint8Array(32).fill(3));
  Object.assign(memory.memory, { store, ...mindOf({ ...memory.memory, store }) });
}

function routesOf(memory: SearchedMemory, id: string): (string | undefined)[] {
  const { store, vectors } = memory.memory;
  const routes = vectors.routesOf(id).filter((route) => route > 0);
  return routes.map((route) => store.asked(id, route)?.text);
}

describe("a question that was answered", () => {
  it("[CR24] leads to the answer that is named and to nothing else that fired", async () => {
    const memory = await withNotes();
    const { query_id, fired } = await memory.ask(ANOTHER);
    expect(fired.map(({ id }) => id)).toContain("coffee");
    const { credited_ids } = await memory.do("learn", { query_id, outcome: 1, wanted_ids: ["heron"] });
    expect(credited_ids).toEqual(["heron"]);
  });

  it("[CR10] leads questions like it to what answered it, though no word of it is there", async () => {
    const memory = await withNotes();
    expect((await memory.found(LIKE_IT))[0]).not.toBe("heron");
    expect(await teach(memory)).toMatchObject({ credited_ids: ["heron"], discredited_ids: [] });
    for (const question of [QUESTION, LIKE_IT]) expect((await memory.found(question))[0]).toBe("heron");
  });

  it("[CR11] leaves a question that shares no word with it exactly as it was", async () => {
    const memory = await withNotes();
    const before = await answerTo(memory, ANOTHER);
    await teach(memory);
    expect(await answerTo(memory, ANOTHER)).toEqual(before);
  });

  it("[CR11] lends nothing to a question that shares but one word of many", async () => {
    const memory = await withNotes();
    const question = "which survey of the printer paper came back";
    const before = await answerTo(memory, question);
    await teach(memory);
    expect((await answerTo(memory, question)).seeds).toEqual(before.seeds);
  });

  it("[CR5] fed a thousand times answers as after the first time", async () => {
    const memory = await taught();
    const once = await answerTo(memory, LIKE_IT);
    const { query_id } = await memory.ask(QUESTION);
    for (let time = 0; time < 1000; time++)
      await memory.do("learn", { query_id, outcome: 0, wanted_ids: ["heron"] });
    expect(routesOf(memory, "heron")).toEqual([QUESTION]);
    expect(await answerTo(memory, LIKE_IT)).toEqual(once);
  });

  it("[CR12] with +1 as a whole credits the best of what fired; with outcomes of nodes those with a good one", async () => {
    const memory = await withNotes();
    const { query_id, fired } = await memory.ask("where do lost badges go and who needs printer paper");
    const whole = await memory.do("learn", { query_id, outcome: 1 });
    expect(whole.credited_ids?.length).toBeLessThanOrEqual(3);
    expect(whole.credited_ids).toContain(fired[0].id);
    const outcomes = { badge: 1, printer: -1 };
    const single = await memory.do("learn", { query_id, outcome: 1, outcomes });
    expect(single).toMatchObject({ credited_ids: ["badge"], discredited_ids: ["printer"] });
  });

  it("[CR8] is taken back by −1: it does not lead there any more, and another node keeps it", async () => {
    const memory = await withNotes();
    const before = await answerTo(memory, QUESTION);
    await teach(memory, QUESTION, ["heron", "badge"]);
    const { query_id } = await memory.ask(QUESTION);
    const reply = await memory.do("learn", { query_id, outcome: 0, outcomes: { heron: -1 } });
    expect(reply).toMatchObject({ credited_ids: [], discredited_ids: ["heron"] });
    expect(routesOf(memory, "heron")).toEqual([]);
    expect(routesOf(memory, "badge")).toEqual([QUESTION]);
    const second = await memory.ask(QUESTION);
    const whole = await memory.do("learn", { query_id: second.query_id, outcome: -1 });
    expect(whole.discredited_ids).toEqual(["badge"]);
    const scoreOf = (id: string, { seeds }: typeof before) =>
      seeds.find((seed) => seed.id === id)?.score ?? 0;
    const after = await answerTo(memory, QUESTION);
    for (const id of ["heron", "badge"]) expect(scoreOf(id, after)).toBeLessThan(scoreOf(id, before));
  });

  it("[CR13] wanted ids win over a bad outcome of the walk that they are named with", async () => {
    const memory = await taught();
    const { query_id } = await memory.ask(QUESTION);
    const reply = await memory.do("learn", { query_id, outcome: -1, wanted_ids: ["heron"] });
    expect(reply).toMatchObject({ credited_ids: ["heron"], discredited_ids: [] });
  });
});

describe("wanted ids", () => {
  it("[CR14] that are no nodes are named, and the others credited", async () => {
    const memory = await withNotes();
    const reply = await teach(memory, QUESTION, ["ghost", "heron", "ghost"]);
    expect(reply).toMatchObject({ unknown_ids: ["ghost"], credited_ids: ["heron"] });
  });

  it("[CR15] without a question that is known are refused, and nothing is learned", async () => {
    const memory = await withNotes();
    const before = memory.mind();
    const request = { fired_ids: ["heron", "badge"], outcome: 1, wanted_ids: ["coffee"] };
    await expect(memory.do("learn", request)).rejects.toThrow(/invalid_request: .*query_id or chat_id/);
    expect(memory.mind()).toEqual(before);
  });

  it("[CR15] answer the newest question of a conversation", async () => {
    const memory = await withNotes();
    await memory.ask(ANOTHER, { chat_id: "c" });
    await memory.ask(QUESTION, { chat_id: "c" });
    await memory.do("learn", { chat_id: "c", lookback: 2, outcome: 0, wanted_ids: ["heron"] });
    expect(routesOf(memory, "heron")).toEqual([QUESTION]);
  });
});

describe("what a question was taught", () => {
  it("[CR16] is there after a reload, with the same answers", async () => {
    const memory = await taught();
    const before = await answerTo(memory, LIKE_IT);
    wake(memory);
    expect(await answerTo(memory, LIKE_IT)).toEqual(before);
  });

  it("[CR16] moves with an export to another agent", async () => {
    const memory = await taught();
    const other = new SearchedMemory();
    await other.add({ old: "An old note that the import replaces" });
    await teach(other, QUESTION, ["old"]);
    const file = await exportOf(memory.door);
    expect(await importInto(other.door, file, { replace: true })).toMatchObject({ state: "done" });
    await other.chore();
    expect((await other.found(LIKE_IT))[0]).toBe("heron");
    expect(await other.found(LIKE_IT)).not.toContain("old");
  });

  it("[CR17] goes with its node, and a node of the same id inherits nothing", async () => {
    const memories = [await taught(), await withNotes()];
    for (const memory of memories) {
      await memory.do("erase", { node_ids: ["heron"] });
      await memory.add({ heron: "A grey bird stands by the pond" });
    }
    const [answer, untaught] = await Promise.all(memories.map((memory) => answerTo(memory, LIKE_IT)));
    expect(answer).toEqual(untaught);
    expect(routesOf(memories[0], "heron")).toEqual([]);
  });

  it("[CR17] goes with who asked, also one who wrote nothing", async () => {
    const memory = await withNotes();
    const before = await answerTo(memory, LIKE_IT);
    memory.author = "asker";
    await teach(memory);
    memory.author = "test";
    expect(routesOf(memory, "heron")).toEqual([QUESTION]);
    await memory.do("erase", { author: "asker" });
    expect(routesOf(memory, "heron")).toEqual([]);
    expect((await answerTo(memory, LIKE_IT)).seeds).toEqual(before.seeds);
  });

  it("[CR18] is not there when the write that taught it failed, and is when it was one that took it back", async () => {
    const memory = await withNotes();
    const vector = (await memory.memory.embedder.embed([QUESTION], "query"))[0];
    const before = await answerTo(memory, LIKE_IT);
    memory.fail(({ draft }) => draft.putVector("heron", vector, 1, { text: QUESTION, by: "test" }));
    expect(await answerTo(memory, LIKE_IT)).toEqual(before);
    await teach(memory);
    const after = await answerTo(memory, LIKE_IT);
    memory.fail(({ draft, store }) => {
      draft.removeVector("heron", 1);
      // Even where it was looked at in between.
      store.lexicon.questions.like(["wetland"], 0);
    });
    expect(await answerTo(memory, LIKE_IT)).toEqual(after);
  });

  it("[CR18] follows every change of the rows, whatever changed them", async () => {
    const memory = await taught();
    expect(memory.store.lexicon.questions.like(["wetland"], 0)).toMatchObject([{ id: "heron" }]);
    const { database, store } = memory;
    const like = (term: string) => store.lexicon.questions.like([term], 0).map(({ id }) => id);
    database.exec("update vectors set text = 'an audit of herons' where text is not null");
    expect([like("wetland"), like("audit")]).toEqual([[], ["heron"]]);
    database.exec("update vectors set text = null where text is not null");
    expect(like("audit")).toEqual([]);
    database.exec("update vectors set text = 'wetlands' where route = 1");
    expect(like("wetland")).toEqual(["heron"]);
    database.exec("delete from vectors where route = 1");
    expect(like("wetland")).toEqual([]);
  });
});

describe("in the parity profile", () => {
  it("[CR19] feedback teaches no question; ids that are no nodes are named all the same", async () => {
    const memory = await withNotes("parity");
    const { query_id } = await memory.ask(QUESTION);
    const before = await answerTo(memory, QUESTION);
    const reply = await memory.do("learn", { query_id, outcome: 0, wanted_ids: ["heron", "ghost"] });
    expect(reply).toMatchObject({ credited_ids: [], discredited_ids: [], unknown_ids: ["ghost"] });
    expect(routesOf(memory, "heron")).toEqual([]);
    expect(await answerTo(memory, QUESTION)).toEqual(before);
  });
});

describe("while the embedder fails", () => {
  it("[CR20] the walk is learned from, and a note says that the question leads nowhere yet", async () => {
    const memory = await withNotes();
    const { query_id } = await memory.ask("where do lost badges go and who needs printer paper");
    const works = memory.memory.embedder;
    const fails: Embedder = {
      ...works,
      name: works.name,
      dimension: works.dimension,
      slow: works.slow,
      embed: () => Promise.reject(new EmbedderFailure("unavailable", "it is away")),
    };
    Object.assign(memory.memory, { embedder: fails });
    const request = { query_id, outcome: 1, wanted_ids: ["heron"] };
    const reply = await memory.do("learn", request);
    expect(reply).toMatchObject({ credited_ids: [], note: expect.stringContaining("again later") });
    expect(reply.fired_ids.length).toBeGreaterThan(0);
    Object.assign(memory.memory, { embedder: works });
    expect((await memory.do("learn", request)).credited_ids).toContain("heron");
  });
});

describe("what may not be shown", () => {
  it("[CR21] is lent nothing, takes no place, and makes no question surer of itself", async () => {
    const memory = await withNotes();
    const hidden = Object.keys(NOTES).map((_, at) => `a${at}`);
    memory.write(({ draft }) => {
      for (const id of hidden) {
        const node = draft.node("badge");
        if (node) draft.putNode({ ...node, id, text: `Nothing of note, part ${id}`, file: "secret.md" });
      }
    });
    const filter = { exclude_files: ["secret.md"] };
    const before = await memory.ask(QUESTION, filter);
    await teach(memory, QUESTION, hidden);
    const after = await memory.ask(QUESTION, filter);
    expect(after.seeds).toEqual(before.seeds);
    expect(after.confidence).toBe(before.confidence);
    await teach(memory, QUESTION, ["heron"]);
    expect((await memory.ask(QUESTION, filter)).fired[0].id).toBe("heron");
  });
});
