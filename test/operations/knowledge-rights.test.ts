// Who is shown what memory says of entities and facts: questions, lists and the graph, and what is left of it when memories end or go.

import { describe, expect, it } from "vitest";
import type { MemoryClient } from "../../client/memory-client.ts";
import {
  type KnowledgeKept,
  type KnowledgeSaid,
  keepKnowledge,
} from "../../durable/operations/keeping-knowledge.ts";
import { begin, refused } from "../support/remembering.ts";

const fact = (source: string, relation: string, target: string, text: string): KnowledgeSaid => ({
  entities: [
    { name: source, type: "person", description: `${source} of the harbour` },
    { name: target, aliases: [`the ${target}`] },
  ],
  facts: [{ source, target, relation, fact: text }],
});

async function house() {
  const { memory, as, object, store, story } = await begin();
  const told = async (by: MemoryClient, content: string, said: KnowledgeSaid, more: object = {}) => {
    const { id } = await by.storeMemory({ content, skip_dedup: true, ...more });
    // Picked up here: who writes sees no ids of what is private.
    let kept: KnowledgeKept = { entities: [], facts: [], eventId: null };
    await object.write((_, work) => {
      kept = keepKnowledge(work, said, id);
    });
    const { facts, entities } = kept;
    return { memory: id, fact: facts[0]?.id, entities: entities.map((one) => one.id) };
  };
  return { memory, as, object, store, told, story };
}

const MANAGES = fact("Orla", "MANAGES", "Bluebird", "Orla manages the Bluebird works");
const LIVES = fact("Orla", "LIVES_IN", "Cork", "Orla lives in Cork");

describe("what only a private memory says", () => {
  it("[KR1] is hidden from everybody else, in lists, by name and id, in the graph and in every walk", async () => {
    const { memory, as, told } = await house();
    const [writer, other] = [await as("agent"), await as("agent")];
    const shared = await told(memory, "Orla lives in Cork, said the harbour master", LIVES);
    const hidden = await told(writer, "Orla manages Bluebird", MANAGES, { visibility: "private" });
    for (const sees of [writer, memory]) {
      expect((await sees.facts()).facts.map(({ id }) => id)).toEqual([hidden.fact, shared.fact]);
      expect((await sees.knownEntity({ id: "the Bluebird" })).id).toBe(hidden.entities[1]);
    }
    expect((await other.facts()).facts.map(({ id }) => id)).toEqual([shared.fact]);
    expect((await other.entities()).entities.map(({ name }) => name)).toEqual(["Cork", "Orla"]);
    const orla = await other.knownEntity({ id: "Orla" });
    expect([orla.memories, orla.facts, orla.mentioned_by.length, orla.known_facts.length]).toEqual([
      1, 1, 1, 1,
    ]);
    for (const [endpoint, id] of [
      ["fact", hidden.fact],
      ["node", hidden.fact],
      ["node", hidden.entities[1]],
    ] as const)
      await expect(other[endpoint](id)).rejects.toEqual(refused("not_found"));
    for (const id of ["Bluebird", "the Bluebird", hidden.entities[1]]) {
      await expect(other.knownEntity({ id })).rejects.toEqual(refused("not_found"));
      await expect(other.traverse({ start: id })).rejects.toEqual(refused("not_found"));
    }
    const graph = await other.entityGraph({ id: "Orla", max_depth: 3 });
    expect(graph.nodes.map(({ entity_name }) => entity_name)).toEqual(["Orla", "Cork"]);
    const walked = await other.traverse({ start: "Orla", max_depth: 4 });
    expect(JSON.stringify(walked)).not.toMatch(new RegExp(`Bluebird|${hidden.fact}|${hidden.entities[1]}`));
    const { outgoing, incoming } = await other.node(shared.entities[0]);
    const routes = JSON.stringify([outgoing, incoming]);
    for (const id of [hidden.memory, hidden.fact, hidden.entities[1]]) expect(routes).not.toContain(id);
    for (const query of ["Who manages Bluebird?", "What does Orla do?"]) {
      const reply = await other.query({ query });
      expect(JSON.stringify({ ...reply, query_id: "" })).not.toMatch(/manages|Bluebird/);
    }
    expect(JSON.stringify(await writer.query({ query: "Who manages Bluebird?" }))).toContain("manages");
  });

  it("[KR1] opens no way between what others may see", async () => {
    const { memory, as, told, object } = await house();
    const [writer, other] = [await as("agent"), await as("agent")];
    const one = await told(memory, "The old crane belongs to Orla", {
      entities: [{ name: "Orla" }],
      facts: [],
    });
    const two = await told(memory, "Paint is stored in Bluebird", {
      entities: [{ name: "Bluebird" }],
      facts: [],
    });
    await told(writer, "Orla manages it", MANAGES, { visibility: "private" });
    expect(one.memory).not.toBe(two.memory);
    // A learned route between the two entities would be followed, were there a fact that may be seen.
    await object.write((draft) => {
      const edge = draft.graph.edgeOf(one.entities[0], two.entities[0]);
      draft.weigh(edge, 0.9);
    });
    const ids = async (client: MemoryClient) =>
      (await client.traverse({ start: one.entities[0], max_depth: 2, kind: "fact" })).traversal.map(
        ({ id }) => id,
      );
    expect(await ids(writer)).toEqual([two.entities[0]]);
    expect(await ids(other)).toEqual([]);
  });
});

describe("a question", () => {
  it("[KR2] that names an entity finds what mentions it and what is known of it, and never the entity itself", async () => {
    const { memory, told } = await house();
    const kept = await told(memory, "The keys of the winch hang behind the green door", {
      entities: [{ name: "Bluebird", aliases: ["pier nine"] }],
      facts: [],
    });
    for (const query of ["Tell me of Bluebird", "what of pier nine"]) {
      const { fired, context, seeds } = await memory.query({ query });
      expect(fired.map(({ id }) => id)).toContain(kept.memory);
      expect(seeds.map(({ id }) => id)).toContain(kept.entities[0]);
      expect(fired.map(({ kind }) => kind)).not.toContain("entity");
      expect(context).not.toMatch(/Bluebird/);
    }
  });

  it("[KR2] is shown facts with who says them, as they held at the time", async () => {
    const { memory, told } = await house();
    const lives = await told(memory, "Orla has her house in Cork, and a boat", LIVES);
    const { fired, context } = await memory.query({ query: "Where does Orla live?", kinds: ["fact"] });
    expect(fired).toMatchObject([{ id: lives.fact, kind: "fact", provenance: { citation: lives.memory } }]);
    expect(context).toContain("Orla lives in Cork");
    await memory.storeFact({ subject: "Kim", relation: "LIVES_IN", object: "Sligo", valid_from: "2015" });
    await memory.storeFact({ subject: "Kim", relation: "LIVES_IN", object: "Tralee", valid_from: "2022" });
    const texts = async (asked: object) =>
      (await memory.query({ query: "Where does Kim live?", kinds: ["fact"], ...asked })).fired.map(
        ({ text }) => text,
      );
    expect(await texts({})).toContain("Kim lives in Tralee");
    expect(await texts({})).not.toContain("Kim lives in Sligo");
    expect(await texts({ as_of: "2018-01-01" })).toContain("Kim lives in Sligo");
    expect(await texts({ as_of: "2018-01-01" })).not.toContain("Kim lives in Tralee");
  });

  it("[KR2] learns along the mentions that led to a good answer", async () => {
    const { memory, told, object } = await house();
    const one = await told(memory, "The keys of the winch hang behind the green door", {
      entities: [{ name: "Bluebird" }],
      facts: [],
    });
    const other = { entities: [{ name: "Bluebird" }], facts: [] };
    await told(memory, "Fresh paint arrives by barge on the first of May", other);
    const { query_id, fired } = await memory.query({ query: "Tell me of Bluebird" });
    expect(fired).toHaveLength(2);
    await memory.learn({ query_id, outcome: 1 });
    const weight = await object.write(
      ({ graph }) => graph.weights[graph.edgeOf(one.entities[0], one.memory)],
    );
    expect(weight).toMatchObject({ ok: true, value: expect.any(Number) });
    expect((weight as { value: number }).value).toBeGreaterThan(0.3);
  });

  it("[CF2] that meets one side of an open conflict is told of the other, and both count less", async () => {
    const { memory } = await house();
    const cork = await memory.storeFact({ subject: "Kim", relation: "LIVES_IN", object: "Cork" });
    const alone = await memory.query({ query: "Where does Kim live?" });
    const sligo = await memory.storeFact({ subject: "Kim", relation: "LIVES_IN", object: "Sligo" });
    const both = await memory.query({ query: "Where does Kim live?" });
    const of = (reply: typeof both, id: string) => reply.fired.find((one) => one.id === id);
    expect(of(both, cork.id)?.conflicts_with).toEqual([sligo.id]);
    expect(of(both, sligo.id)?.conflicts_with).toEqual([cork.id]);
    expect(both.context).toContain(`[conflicts with: "Kim lives in Sligo" (${sligo.id})]`);
    expect(both.context).toContain(`[conflicts with: "Kim lives in Cork" (${cork.id})]`);
    expect(of(both, cork.id)?.score).toBeLessThan(0.9 * (of(alone, cork.id)?.score as number));
  });

  it("[CF2] of memories is told of both sides, in a search too", async () => {
    const { memory, store } = await house();
    const cork = await store("Orla Byrne lives in Cork, near the old harbour", { dedup_threshold: 1 });
    const galway = await store("Orla Byrne lives in Galway, near the old harbour", { dedup_threshold: 1 });
    expect(galway.conflicts_with).toEqual([cork.id]);
    const asked = { query: "Where does Orla Byrne live?" };
    for (const { context } of [await memory.query(asked), await memory.searchMemories(asked)]) {
      expect(context).toContain(`(${cork.id})]`);
      expect(context).toContain(`(${galway.id})]`);
    }
  });
});

describe("what a memory said", () => {
  it("[KR3] holds as long as a memory that says it does", async () => {
    const { memory, told } = await house();
    const first = await told(memory, "Orla lives in Cork", LIVES);
    const second = await told(memory, "Everybody knows that Orla has settled in Cork", LIVES);
    expect(second.fact).toBe(first.fact);
    await memory.endMemory(first.memory);
    expect((await memory.facts()).facts).toMatchObject([{ id: first.fact, memory_ids: [second.memory] }]);
    await memory.endMemory(second.memory);
    expect((await memory.facts()).facts).toEqual([]);
    expect((await memory.query({ query: "Where does Orla live?" })).fired).toEqual([]);
    await expect(memory.knownEntity({ id: "Cork" })).rejects.toEqual(refused("not_found"));
    expect(await memory.fact(first.fact)).toMatchObject({ memory_ids: [first.memory, second.memory] });
  });

  it("[KR3] is said by the newer version too where it says the same; else it mentions whom it names, and no more", async () => {
    const { memory, told } = await house();
    const first = await told(memory, "Orla lives in Cork by the old harbour wall", LIVES);
    const same = await memory.changeMemory({
      id: first.memory,
      content: "By the old harbour wall Orla lives in Cork",
    });
    expect((await memory.facts()).facts).toMatchObject([{ id: first.fact, memory_ids: [same.id] }]);
    const other = await memory.changeMemory({
      id: same.id,
      content: "Kim lives in Cork, and a long way from the sea",
    });
    expect((await memory.facts()).facts).toEqual([]);
    const { mentioned_by: by, aliases } = await memory.knownEntity({ id: "Cork" });
    expect([by.map(({ id }) => id), aliases]).toEqual([[other.id], ["the Cork"]]);
    await expect(memory.knownEntity({ id: "Orla" })).rejects.toEqual(refused("not_found"));
    await memory.undo({ event_id: other.event_id as string });
    expect((await memory.facts()).facts).toMatchObject([{ id: first.fact }]);
  });

  it("[KR4] is erased with the last memory that says it, counted in the receipt, and with nothing else", async () => {
    const { memory, told, object } = await house();
    const before = await object.mind();
    const first = await told(memory, "Orla lives in Cork", LIVES);
    const second = await told(memory, "Orla manages the Bluebird works", MANAGES);
    const { nodes: going } = await memory.erase({ node_ids: [second.memory], dry_run: true });
    const once = await memory.erase({ node_ids: [second.memory] });
    const names = going.map(({ id }) => id).sort();
    expect(names).toEqual([second.memory, second.fact, second.entities[1]].sort());
    expect(once.receipt).not.toBeNull();
    expect(once.counts.nodes).toBe(3);
    expect((await memory.facts()).facts).toMatchObject([{ id: first.fact }]);
    await memory.erase({ node_ids: [first.memory] });
    expect((await memory.entities()).entities).toEqual([]);
    const { nodes } = (await object.mind()) as { nodes: unknown };
    expect(nodes).toEqual((before as { nodes: unknown }).nodes);
    const rows = JSON.stringify(await object.disk(["nodes", "edges", "vectors"]));
    expect(rows).not.toMatch(/Orla|Cork|Bluebird/);
    // A name alone is not barred for others.
    await memory.storeFact({ subject: "Orla", relation: "KNOWS", object: "Kim" });
  });

  it("[KR4] of a project is erased with it, said by a memory or by itself", async () => {
    const { memory, told } = await house();
    const one = await told(memory, "Orla lives in Cork", LIVES, { project: "quay" });
    const two = await memory.storeFact({
      subject: "Kim",
      relation: "LIVES_IN",
      object: "Sligo",
      project: "quay",
    });
    const other = await memory.storeFact({ subject: "Kim", relation: "KNOWS", object: "Sligo" });
    const { nodes } = await memory.erase({ project: "quay", dry_run: true });
    const ids = nodes.map(({ id }) => id).sort();
    expect(ids).toEqual([one.memory, one.fact, ...one.entities, two.id].sort());
    await memory.erase({ project: "quay" });
    expect((await memory.facts()).facts.map(({ id }) => id)).toEqual([other.id]);
    expect((await memory.memories()).memories).toEqual([]);
  });

  it("[KR4] is taken back with the memory that says it", async () => {
    const { memory, told, object, store } = await house();
    const before = await object.mind();
    const { id, event_id } = await store("Orla lives in Cork");
    await object.write((_, work) => keepKnowledge(work, LIVES, id));
    expect((await memory.facts()).facts).toHaveLength(1);
    await memory.undo({ event_id: event_id as string });
    expect(await object.mind()).toEqual(before);
    expect(typeof told).toBe("function");
  });

  it("[KR5] goes out and comes back with the memory, and is restored with it", async () => {
    const { memory, told, object, story } = await house();
    await told(memory, "Orla lives in Cork", LIVES);
    const facts = async () => (await memory.facts()).facts;
    const before = await facts();
    await object.drained();
    await object.lose();
    expect(await facts()).toEqual(before);
    expect((await memory.knownEntity({ id: "the Cork" })).aliases).toEqual(["the Cork"]);
    const other = story.memory((await story.agent()).name);
    await other.import(memory.export(), { another: true });
    const { updated_at: _, ...fact } = before[0];
    expect((await other.facts()).facts).toMatchObject([fact]);
    expect((await other.knownEntity({ id: "the Cork" })).memories).toBe(1);
    expect((await other.query({ query: "Tell me of the Cork" })).fired.length).toBeGreaterThan(0);
  });
});
