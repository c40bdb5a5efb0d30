// The full-text index in the object's own SQLite: what it answers, what is left of what was erased, and what an object
// that lost its disk or went back finds.

import { describe, expect, it } from "vitest";
import { ObjectDatabase } from "../../durable/store/object-database.ts";
import { SqliteStore } from "../../durable/store/store.ts";
import { termsOf } from "../../durable/text/terms.ts";
import type { QueryReply } from "../../wire/query.ts";
import { type Agent, newAgent } from "../support/agent-story.ts";
import { countedIn, indexOf, indexTraces } from "../support/searched-memory.ts";

const STEPS = [1, 2, 3, 4, 6, 9];
const NOTES = {
  a: ["Zeppelin zeppelin zeppelin over the 港口, E4471", { session: "s", title: "Castle Rock" }],
  b: ["The walrus saw Castle Rock", { session: "s" }],
  c: ["A zeppelin of the größte kind: db-prod-02", {}],
} as const;
const TERMS = [...termsOf("zeppelin 港口 e4471 walrus castle rock größte db prod 02 unknown otter").keys()];

async function must(agent: Pick<Agent, "perform">, name: string, request: unknown): Promise<unknown> {
  const result = await agent.perform(name, request);
  if (!result.ok) throw new Error(`${name}: ${result.error.message}`);
  return result.value;
}

async function withNotes(): Promise<Agent> {
  const agent = await newAgent();
  const nodes = Object.entries(NOTES).map(([id, [content, metadata]]) => ({ id, content, metadata }));
  await must(agent, "injectBatch", { nodes });
  return agent;
}

async function found(agent: Agent, query: string): Promise<string[]> {
  return ((await must(agent, "query", { query })) as QueryReply).fired.map(({ id }) => id);
}

/** What the object's index says, and what its texts say. */
function index(agent: Agent): Promise<{ held: unknown; counted: unknown; waiting: number }> {
  return agent.inside((storage) => {
    const database = new ObjectDatabase(storage);
    const store = new SqliteStore(database);
    return {
      held: indexOf(store, database, TERMS),
      counted: countedIn(database, STEPS),
      waiting: store.lexicon.waiting,
    };
  });
}

/** The texts hold words that are not asked for here. */
function expectWhole({ held, counted }: { held: unknown; counted: unknown }): void {
  const { postings, ...rest } = counted as { postings: [string, unknown][] };
  expect(held).toMatchObject({ ...rest, postings: postings.filter(([term]) => TERMS.includes(term)) });
}

describe("the index in the object", () => {
  it("[HR44] says where each term occurs how often, after edits and removals and when it was merged", async () => {
    const agent = await withNotes();
    expectWhole(await index(agent));
    await must(agent.as("owner"), "edit", { id: "b", text: "An otter, and no more Castle Rock." });
    await agent.write((draft) => draft.removeNode("c"));
    expectWhole(await index(agent));
    await agent.inside(({ sql }) => void sql.exec("insert into lexicon(lexicon) values ('optimize')"));
    expectWhole(await index(agent));
    expect(await found(agent, "otter")).toContain("b");
    expect(await found(agent, "E4471 港口")).toContain("a");
  });

  it("[HR44] answers whatever is asked", async () => {
    const agent = await withNotes();
    for (const query of [`zeppelin" OR *`, "zeppelin AND NOT (", "zeppelin \0 ^:", "重".repeat(500), "???"]) {
      expect((await must(agent, "query", { query })) as QueryReply, query).toHaveProperty("decision");
    }
    expect(await found(agent, `"zeppelin" NEAR`)).toContain("c");
  });

  it("[HR21] a write that fails leaves the index, the names and the graph as they were", async () => {
    const agent = await withNotes();
    await found(agent, "zeppelin walrus castle");
    const [before, mind] = [await index(agent), await agent.mind()];
    const failed = await agent.write((draft, work) => {
      draft.removeNode("a");
      work.store.commit(draft.change(), { at: 1, author: "t" });
      work.store.lexicon.index(99);
      work.store.lexicon.postings(["zeppelin", "walrus"]);
      throw new Error("late");
    });
    expect(failed).toMatchObject({ ok: false, error: { code: "internal" } });
    expect(await index(agent)).toEqual(before);
    expect(await agent.mind()).toEqual(mind);
    expect(await found(agent, "zeppelin")).toContain("a");
  });

  it("[HR23] an erasure leaves no term in any table of the index", async () => {
    const agent = await withNotes();
    const left = () =>
      agent.inside(({ sql }) =>
        indexTraces(
          (statement) => sql.exec(statement).raw(),
          ["zeppelin", "castle", "e4471", "walru", "größte"],
        ),
      );
    expect((await left()).length).toBeGreaterThan(3);
    await must(agent.as("owner"), "erase", { node_ids: ["a", "c"] });
    expect((await left()).map((trace) => trace.split(" ")[0])).not.toContain("zeppelin");
    await must(agent.as("owner"), "erase", { agent: true });
    expect(await left()).toEqual([]);
  });
});

describe("an object that comes back", () => {
  it("[HR45] finds by words once its alarm rang, when it lost its disk", async () => {
    const agent = await withNotes();
    await agent.drained();
    const [before, mind] = [await index(agent), await agent.mind()];
    await agent.lose();
    await agent.mind();
    await agent.drained();
    const after = await index(agent);
    expect(after.waiting).toBe(0);
    expectWhole(after);
    expect(JSON.stringify(after.counted)).toBe(JSON.stringify(before.counted));
    expect(await agent.mind()).toEqual(mind);
    expect(await found(agent, "walrus")).toContain("b");
  });

  it("[HR45] finds what it held then and nothing that came later, when it is restored", async () => {
    const agent = await withNotes();
    const { revision } = (await must(agent, "info", {})) as { revision: number };
    const mind = await agent.mind();
    await must(agent, "inject", { id: "d", content: "An otter swims in the 港口" });
    await must(agent.as("owner"), "edit", { id: "b", text: "A plain text." });
    await agent.drained();
    await must(agent.as("owner"), "restore", { seq: revision });
    expect(await agent.mind()).toEqual(mind);
    await agent.drained();
    expectWhole(await index(agent));
    expect(await agent.mind()).toEqual(mind);
    expect(await found(agent, "walrus")).toContain("b");
    expect(await found(agent, "otter")).not.toContain("d");
  });

  it("[HR40] indexes by itself what waits, slice after slice", async () => {
    const agent = await newAgent();
    await agent.write((draft) => {
      for (let number = 0; number < 1_300; number++) draft.putNode({ ...NOTE, id: `n${number}` });
    });
    expect((await index(agent)).waiting).toBe(300);
    await agent.drained();
    expect((await index(agent)).waiting).toBe(0);
    const tied = await agent.write((draft) => draft.graph.edgeOf("n1298", "n1299") >= 0);
    expect(tied).toMatchObject({ ok: true, value: true });
  });
});

const NOTE = {
  kind: "note",
  origin: "injected",
  authority: "overlay",
  text: "zeppelin",
  summary: "",
  file: null,
  chunk: null,
  metadata: { session: "s" },
} as const;
