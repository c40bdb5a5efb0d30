// Entities and facts as a memory says them, in the real store: who is who, what is told twice, and what ends what.

import { describe, expect, it } from "vitest";
import { type KnowledgeSaid, keepKnowledge } from "../../durable/operations/keeping-knowledge.ts";
import type { Operation } from "../../durable/operations/memory.ts";
import { storeMemory } from "../../durable/operations/store-memory.ts";
import { undo } from "../../durable/operations/undo.ts";
import { TeachingMemory } from "../support/teaching-memory.ts";

type Kept = ReturnType<typeof keepKnowledge>;

const keep: Operation<{ readonly said: KnowledgeSaid; readonly from: string }, Kept> = {
  act: (work, { said, from }) => keepKnowledge(work, said, from),
};

const lives = (who: string, where: string, more: object = {}): KnowledgeSaid => ({
  entities: [{ name: who, type: "person" }, { name: where }],
  facts: [{ source: who, target: where, relation: "LIVES_IN", fact: `${who} lives in ${where}`, ...more }],
});

async function begin() {
  const teaching = await TeachingMemory.with({});
  const { graph, store } = teaching.memory;
  const remember = async (content: string, more: object = {}) =>
    (await teaching.do(storeMemory, { content, skip_dedup: true, ...more })).id;
  const tell = async (content: string, said: KnowledgeSaid, more: object = {}) =>
    teaching.do(keep, { said, from: await remember(content, more) });
  const weight = (source: string, target: string) => teaching.weight(source, target);
  return { teaching, graph, store, remember, tell, weight };
}

describe("keeping what a memory says", () => {
  it("[EN1] makes entities and a fact with its edges, all of the weights that are promised", async () => {
    const { tell, graph, store, weight } = await begin();
    const { entities, facts } = await tell("Orla Byrne lives in Cork", lives("Orla Byrne", "Cork"));
    const [orla, cork] = entities.map(({ id }) => id);
    expect(entities.map(({ isNew }) => isNew)).toEqual([true, true]);
    expect(orla).toMatch(/^entity::/);
    const [fact] = facts;
    expect(fact).toMatchObject({ status: "created", ended: [], conflictsWith: [] });
    expect(store.node(fact.id)).toMatchObject({ kind: "fact", text: "Orla Byrne lives in Cork" });
    const memory = [...graph.entries()].map(([id]) => id).find((id) => id.startsWith("memory::")) as string;
    expect([weight(memory, orla), weight(orla, memory)]).toEqual([0.3, 0.3]);
    expect([weight(orla, fact.id), weight(fact.id, cork), weight(fact.id, memory)]).toEqual([0.3, 0.3, 0]);
    expect(weight(orla, cork)).toBeCloseTo(0.3 * 0.8, 12);
    expect(store.edgeMetadata(orla, cork)).toEqual({ facts: [fact.id] });
  });

  it("[EN2] finds an entity again by its name whatever the case, and by another name of either", async () => {
    const { tell } = await begin();
    const first = await tell("Orla Byrne keeps the harbour", {
      entities: [{ name: "Orla Byrne", type: "person", aliases: ["Captain Byrne"] }],
      facts: [],
    });
    const [{ id }] = first.entities;
    for (const one of [
      { name: "orla byrne" },
      { name: "Captain  Byrne" },
      { name: "O. Byrne", aliases: ["Orla Byrne"] },
    ]) {
      const again = await tell(`The harbour is kept by ${one.name}`, { entities: [one], facts: [] });
      expect(again.entities).toEqual([{ id, name: again.entities[0].name, isNew: false }]);
    }
    const other = await tell("Orla Walsh keeps the light", { entities: [{ name: "Orla Walsh" }], facts: [] });
    expect(other.entities[0].isNew).toBe(true);
  });

  it("[EN3] told twice it is one fact, and nothing else changes", async () => {
    const { tell, graph } = await begin();
    const first = await tell("Orla lives in Cork", lives("Orla", "Cork"));
    const again = await tell("As everybody knows, Orla lives in Cork", lives("orla", "CORK"));
    expect(again.facts).toEqual([{ ...first.facts[0], status: "duplicate" }]);
    expect([...graph.entries()].filter(([id]) => id.startsWith("fact::"))).toHaveLength(1);
  });

  it("[EN4] told otherwise of an exclusive relation both stand in conflict; of any other nothing is", async () => {
    const { tell, store } = await begin();
    const cork = await tell("Orla lives in Cork", lives("Orla", "Cork"));
    const galway = await tell("Orla lives in Galway", lives("Orla", "Galway"));
    expect(galway.facts[0]).toMatchObject({
      status: "created",
      conflictsWith: [cork.facts[0].id],
      ended: [],
    });
    const groups = [cork, galway].map(({ facts }) => store.node(facts[0].id)?.metadata.fact as never);
    expect(groups.map(({ conflictStatus }) => conflictStatus)).toEqual(["active", "active"]);
    for (const relation of ["RELATES_TO", "KNOWS", "VISITED"]) {
      const visited = await tell(
        `Orla ${relation} Sligo`,
        lives("Orla", "Sligo", { relation, fact: "Orla saw Sligo" }),
      );
      expect(visited.facts[0]).toMatchObject({ conflictsWith: [], ended: [] });
    }
  });

  it("[EN5] that says since when it ends the older one, and undone it leaves that as it was", async () => {
    const { tell, teaching, graph } = await begin();
    const cork = await tell("Orla lives in Cork", lives("Orla", "Cork", { valid_at: "2019" }));
    const moved = await tell("Orla has moved", lives("Orla", "Galway", { valid_at: "2024-03" }));
    const [old, newer] = [cork.facts[0].id, moved.facts[0].id];
    expect(moved.facts[0]).toMatchObject({ ended: [old], conflictsWith: [] });
    expect(graph.edgeKindAt(graph.edgeOf(newer, old))).toBe("supersedes");
    await teaching.do(undo, { event_id: moved.eventId as string });
    expect(graph.has(newer)).toBe(false);
    expect(graph.edgeOf(newer, old)).toBe(-1);
  });

  it("[EN5] that tells of an earlier time it ends where the known one begins", async () => {
    const { tell, store } = await begin();
    await tell("Orla lives in Cork", lives("Orla", "Cork", { valid_at: "2019" }));
    const earlier = await tell("Orla was in Galway", lives("Orla", "Galway", { valid_at: "2010" }));
    expect(earlier.facts[0]).toMatchObject({ ended: [], conflictsWith: [] });
    expect(store.node(earlier.facts[0].id)?.metadata.fact).toMatchObject({
      validTo: Date.parse("2019-01-01"),
    });
  });

  it("[FA8] that says an earlier beginning tells of the time before the known one, which stays as others say it", async () => {
    const { tell, store } = await begin();
    const first = await tell("Orla lives in Cork", lives("Orla", "Cork", { valid_at: "2019" }));
    const before = store.node(first.facts[0].id);
    const since = lives("Orla", "Cork", { valid_at: "2010" });
    const { facts } = await tell("Orla lives in Cork since 2010, in the old mill", since);
    expect(facts[0]).toMatchObject({ status: "created", ended: [], conflictsWith: [] });
    expect(store.node(first.facts[0].id)).toEqual(before);
    expect(store.node(facts[0].id)?.metadata.fact).toMatchObject({
      ...{ validFrom: Date.parse("2010"), validTo: Date.parse("2019") },
    });
    const again = await tell("As was said, since 2010 it is Cork where Orla lives", since);
    expect(again.facts[0]).toMatchObject({ id: facts[0].id, status: "duplicate" });
  });

  it("[EN6] what one token keeps to itself ends and disputes nothing that others know, and names nobody for them", async () => {
    const { tell } = await begin();
    await tell("Orla lives in Cork", lives("Orla", "Cork"));
    const own = await tell("Orla now lives in Galway", lives("Orla", "Galway"), { visibility: "private" });
    expect(own.facts[0]).toMatchObject({ status: "created", ended: [], conflictsWith: [] });
    const secret = { entities: [{ name: "Bluebird", aliases: ["the new pier"] }], facts: [] };
    const hidden = await tell("Bluebird is the new pier", secret, { visibility: "private" });
    const shared = await tell("The new pier opens in May", {
      entities: [{ name: "The new pier" }],
      facts: [],
    });
    expect(shared.entities[0].isNew).toBe(true);
    expect(shared.entities[0].id).not.toBe(hidden.entities[0].id);
  });

  it("[EN7] leaves out what names no entity of the list, itself, or nothing", async () => {
    const { tell } = await begin();
    const { entities, facts } = await tell("Orla knows the harbour well", {
      entities: [{ name: "Orla" }, { name: "  " }, { name: "x".repeat(201) }],
      facts: [
        { source: "Orla", target: "Cork", relation: "KNOWS", fact: "Orla knows Cork" },
        { source: "Orla", target: "orla", relation: "KNOWS", fact: "Orla knows herself" },
      ],
    });
    expect([entities.length, facts.length]).toEqual([1, 0]);
  });
});
