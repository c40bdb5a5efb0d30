// Poisoned feedback: streams of it from one token or two, and that what others ask and taught stays within the stated bound,
// and goes with one undo as if it had never been.

import { describe, expect, it } from "vitest";
import { PRODUCT } from "../../durable/graph/profiles.ts";
import type { TaughtSettings } from "../../durable/graph/recall-settings.ts";
import type { QueryReply } from "../../wire/query.ts";
import { type By, differences, LivingMemory } from "../support/living-memory.ts";

const { lowering, allowance, most } = PRODUCT.taught as TaughtSettings;
const { learningRate, hebbianIncrement } = PRODUCT.learning;

const TOPICS: Readonly<Record<string, readonly [note: string, question: string]>> = {
  ferry: ["The ferry to the island leaves from the northern pier", "from which pier does the ferry leave"],
  badge: ["Lost badges are replaced at the front desk", "where are lost badges replaced"],
  printer: [
    "The printer on the second floor needs paper every week",
    "how often does the printer need paper",
  ],
  coffee: ["Coffee beans are kept in the cupboard by the window", "where are coffee beans kept"],
  invoice: ["Invoices are paid within thirty days by transfer", "within how many days are invoices paid"],
  backup: [
    "The backup of the archive runs at four in the morning",
    "when does the backup of the archive run",
  ],
  lift: ["The lift is inspected by the fire brigade each spring", "who inspects the lift"],
  garden: ["The garden is watered by the caretaker in dry weeks", "who waters the garden in dry weeks"],
};
const IDS = Object.keys(TOPICS);
const noteOf = (id: string) => TOPICS[id][0];
const questionOf = (id: string) => TOPICS[id][1];

const EVE: By = { author: "eve", role: "agent" };
const MAL: By = { author: "mal", role: "agent" };
const ANN: By = { author: "ann", role: "agent" };
const FLOOD = 1_000;

async function office(): Promise<LivingMemory> {
  const texts = Object.fromEntries(IDS.map((id) => [id, noteOf(id)]));
  return LivingMemory.with({ ...texts, spam: "Buy the golden subscription today" });
}

const ask = (memory: LivingMemory, query: string, by: By = ANN) => memory.do("query", { query }, by);

/** What an honest token gets for each question: scores by node, best first. */
async function answers(memory: LivingMemory): Promise<Map<string, Map<string, number>>> {
  const all = new Map<string, Map<string, number>>();
  for (const id of IDS) {
    const { seeds } = await ask(memory, questionOf(id));
    all.set(id, new Map(seeds.map((seed) => [seed.id, seed.score])));
  }
  return all;
}

const order = (scores: ReadonlyMap<string, number>) =>
  [...scores].sort((a, b) => b[1] - a[1]).map(([id]) => id);

/** One walk a topic, judged again and again. */
async function flood(memory: LivingMemory, outcome: number, by: By, wanted?: readonly string[]) {
  const asked = new Map<string, QueryReply>();
  for (const id of IDS) asked.set(id, await ask(memory, questionOf(id), by));
  for (let time = 0; time < FLOOD; time++) {
    const { query_id } = asked.get(IDS[time % IDS.length]) as QueryReply;
    await memory.do("learn", { query_id, outcome, ...(wanted && { wanted_ids: [...wanted] }) }, by);
  }
}

/** Every honest answer keeps what the bound promises: a share of each score, and with it the order of what is far apart. */
function expectWithin(
  before: ReadonlyMap<string, ReadonlyMap<string, number>>,
  after: ReadonlyMap<string, ReadonlyMap<string, number>>,
  share: number,
) {
  for (const id of IDS) {
    const [was, is] = [before.get(id), after.get(id)] as [Map<string, number>, Map<string, number>];
    expect([id, is.has(id)]).toEqual([id, true]);
    // What comes in besides, since the best comes lower, comes behind.
    for (const [node, score] of is) {
      if (!was.has(node)) expect(score).toBeLessThan(share * (was.get(id) as number));
      if (!was.has(node)) continue;
      expect(score).toBeGreaterThanOrEqual((was.get(node) as number) * share - 1e-9);
      expect(score).toBeLessThanOrEqual((was.get(node) as number) + 1e-9);
    }
    const far = [...was].filter(([, score]) => score < share * (was.get(id) as number)).map(([node]) => node);
    for (const node of far) expect(is.get(node) ?? 0).toBeLessThanOrEqual(is.get(id) as number);
  }
}

describe("a stream of −1 for everything", () => {
  it("[SU14] of one token leaves each node its share of the score, and every answer in place", async () => {
    const memory = await office();
    const before = await answers(memory);
    await flood(memory, -1, EVE);
    expectWithin(before, await answers(memory), 1 - lowering.byAuthor);
  });

  it("[SU14] of two tokens leaves what is promised for any number of them", async () => {
    const memory = await office();
    const before = await answers(memory);
    for (const by of [EVE, MAL]) await flood(memory, -1, by);
    expectWithin(before, await answers(memory), 1 - lowering.byAll);
  });

  it("[SU14] in a thousand wordings does no more to a question than one of them", async () => {
    const memory = await office();
    const before = await answers(memory);
    for (let time = 0; time < 300; time++) {
      const query = `${questionOf("ferry")} number ${time}`;
      const { query_id } = await ask(memory, query, EVE);
      await memory.do("learn", { query_id, outcome: -1 }, EVE);
    }
    expectWithin(before, await answers(memory), 1 - lowering.byAuthor);
  });

  it("[SU15] moves no route by more than the verdicts that count, and takes nothing that others taught", async () => {
    const memory = await office();
    memory.link("ferry", "lift", 0.5);
    memory.link("lift", "garden", 0.4);
    const { query_id } = await ask(memory, "what has the garden to do with it");
    await memory.do("learn", { query_id, outcome: 0, wanted_ids: ["garden"] }, ANN);
    const before = memory.state();
    for (let time = 0; time < FLOOD; time++)
      await memory.do("learn", { fired_ids: ["ferry", "lift", "garden"], outcome: -1 }, EVE);
    const bound = (learningRate + hebbianIncrement) * allowance.most;
    const moved = differences(memory.state(), before, 1e-9);
    expect(moved.length).toBeGreaterThan(0);
    for (const [name, now, was] of moved) {
      if (name.endsWith("kind")) continue;
      expect([name, Math.abs(Number(now ?? 0) - Number(was ?? 0)) <= bound]).toEqual([name, true]);
    }
    expect(memory.state().get("question of garden: what has the garden to do with it")).toBe(1);
  });

  it("[SU15] says when a verdict counts no further, and counts again once the days are over", async () => {
    const memory = await office();
    memory.link("ferry", "lift", 0.5);
    const judge = (by: By) => memory.do("learn", { fired_ids: ["ferry", "lift"], outcome: -1 }, by);
    for (let time = 0; time < allowance.most; time++) expect((await judge(EVE)).edges_updated).toBe(1);
    expect(await judge(EVE)).toMatchObject({
      edges_updated: 0,
      note: expect.stringContaining("counts for now"),
    });
    expect((await judge(ANN)).edges_updated).toBe(1);
    memory.wait(allowance.days * 86_400_000);
    expect((await judge(EVE)).edges_updated).toBe(1);
  });

  it("[SU15] that was undone counts no more", async () => {
    const memory = await office();
    memory.link("ferry", "lift", 0.5);
    const judge = () => memory.do("learn", { fired_ids: ["ferry", "lift"], outcome: -1 }, EVE);
    for (let time = 0; time < allowance.most; time++) await judge();
    await memory.do("undo", { author: "eve", since: 0 });
    expect((await judge()).edges_updated).toBe(1);
  });
});

describe("a stream of +1 for one node", () => {
  it("[SU16] promotes it for the questions that it was given for, and leaves all others as they were", async () => {
    const memory = await office();
    const before = await answers(memory);
    for (let time = 0; time < FLOOD; time++) {
      const { query_id } = await ask(memory, `which golden offer number ${time} is there`, EVE);
      await memory.do("learn", { query_id, outcome: 0, wanted_ids: ["spam"] }, EVE);
    }
    expect(await answers(memory)).toEqual(before);
  });

  it("[SU16] for honest questions comes before some of their answers, and changes nothing else in them", async () => {
    const memory = await office();
    const before = await answers(memory);
    await flood(memory, 0, EVE, ["spam"]);
    const after = await answers(memory);
    const perAuthor = (PRODUCT.taught as TaughtSettings).perAuthor;
    const promoted = IDS.filter((id) => after.get(id)?.has("spam"));
    expect(promoted.length).toBeLessThanOrEqual(perAuthor);
    for (const id of IDS) {
      const scores = new Map(after.get(id));
      scores.delete("spam");
      expect(order(scores)).toEqual(
        order(before.get(id) as Map<string, number>).filter((node) => node !== "spam"),
      );
    }
  });

  it("[SU16] leaves a place to what others taught, however many nodes and tokens it has", async () => {
    const memory = await office();
    const query = "what shall we do about it";
    const teach = async (wanted: readonly string[], by: By) => {
      const { query_id } = await ask(memory, query, by);
      await memory.do("learn", { query_id, outcome: 0, wanted_ids: [...wanted] }, by);
    };
    const spam: string[] = [];
    for (let number = 0; number < 8; number++)
      spam.push((await memory.do("inject", { content: `golden offer ${number}` }, EVE)).node_id);
    for (const by of [EVE, MAL]) await teach(spam, by);
    // By its name it comes after all of theirs.
    await memory.do("inject", { id: "zz", content: "Call the harbour master" }, ANN);
    await teach(["zz"], ANN);
    const { fired } = await ask(memory, query);
    expect(fired.slice(0, most).map(({ id }) => id)).toContain("zz");
  });
});

describe("a stream of corrections", () => {
  it("[SU17] silences what it corrects for questions like it only, and stands in its place", async () => {
    const memory = await office();
    const before = await answers(memory);
    for (let number = 0; number < 100; number++) {
      const { query_id } = await ask(memory, questionOf("coffee"), EVE);
      const content = `Coffee beans are kept in the golden vault number ${number}`;
      await memory.do("correction", { query_id, content, corrects: ["coffee"] }, EVE);
    }
    const { fired } = await ask(memory, questionOf("coffee"));
    expect(fired.map(({ id }) => id)).not.toContain("coffee");
    expect(fired[0].text).toContain("golden vault");
    for (const id of IDS.filter((one) => one !== "coffee"))
      expect(order((await answers(memory)).get(id) as Map<string, number>)[0]).toBe(
        order(before.get(id) as Map<string, number>)[0],
      );
  });
});

describe("one undo of a token", () => {
  it("[SU18] takes all of its streams, and leaves the memory and its answers as if it had never been", async () => {
    const lives = [await office(), await office()];
    for (const [life, memory] of lives.entries()) {
      const isPoisoned = life === 0;
      memory.link("ferry", "lift", 0.5);
      memory.link("lift", "garden", 0.4);
      const honest = async (id: string) => {
        const { query_id } = await ask(memory, questionOf(id));
        await memory.do("learn", { query_id, outcome: 0, wanted_ids: [id] }, ANN);
        await memory.do("learn", { fired_ids: ["ferry", "lift", "garden"], outcome: 1 }, ANN);
      };
      const poison = async () => {
        if (!isPoisoned) return;
        for (const id of IDS) {
          const { query_id } = await ask(memory, questionOf(id), EVE);
          await memory.do("learn", { query_id, outcome: -1 }, EVE);
          await memory.do("learn", { query_id, outcome: 0, wanted_ids: ["spam"] }, EVE);
          await memory.do("learn", { fired_ids: ["ferry", "lift", "garden"], outcome: -1 }, EVE);
        }
        const { query_id } = await ask(memory, questionOf("lift"), EVE);
        await memory.do("correction", { query_id, content: "The golden club inspects the lift" }, EVE);
        await memory.do("inject", { content: "The golden club is open" }, EVE);
      };
      for (const id of ["ferry", "coffee"]) await honest(id);
      await poison();
      for (const id of ["lift", "badge"]) await honest(id);
      await poison();
    }
    const [poisoned, clean] = lives;
    expect(differences(poisoned.state(), clean.state(), 1e-9).length).toBeGreaterThan(10);
    const undone = await poisoned.do("undo", { author: "eve", since: 0 });
    expect(undone).toMatchObject({ estimated: 0, questions_lost: 0, nodes_kept: [] });
    expect(differences(poisoned.state(), clean.state(), 1e-9)).toEqual([]);
    expect(await answers(poisoned)).toEqual(await answers(clean));
  });

  it("[SU18] brings back the questions of others that made room for its own", async () => {
    const memory = await office();
    const teach = async (query: string, by: By) => {
      const { query_id } = await ask(memory, query, by);
      await memory.do("learn", { query_id, outcome: 0, wanted_ids: ["coffee"] }, by);
    };
    const others: By[] = [ANN, { author: "bob", role: "agent" }];
    for (let number = 0; number < 8; number++)
      for (const by of others)
        await teach(`${by.author} asks ${"abcdefgh"[number]}${number} of the pantry`, by);
    const before = memory.state();
    for (let number = 0; number < 8; number++) await teach(`golden offer ${number} of the club`, EVE);
    expect(differences(memory.state(), before, 1e-9).length).toBeGreaterThan(5);
    await memory.do("undo", { author: "eve", since: 0 });
    expect(differences(memory.state(), before, 1e-9)).toEqual([]);
  });
});
