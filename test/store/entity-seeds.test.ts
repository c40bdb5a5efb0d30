// Which entities a question names, and which of their edges a walk follows.

import { describe, expect, it } from "vitest";
import { RouteGraph } from "../../durable/graph/route-graph.ts";
import { entitySeeds, passing } from "../../durable/operations/entity-seeds.ts";
import { keepKnowledge } from "../../durable/operations/keeping-knowledge.ts";
import { entityNode, factNode } from "../../durable/operations/knowledge-rows.ts";
import type { Operation } from "../../durable/operations/memory.ts";
import { storeMemory } from "../../durable/operations/store-memory.ts";
import { undo } from "../../durable/operations/undo.ts";
import { TeachingMemory } from "../support/teaching-memory.ts";

function graphOf(): RouteGraph {
  const graph = new RouteGraph();
  const put = (node: { id: string; kind: string }) =>
    graph.setNode({ ...entityNode(node.id, node.id), kind: node.kind as never, length: 1 });
  for (const id of ["a", "b"]) put({ id, kind: "entity" });
  for (let number = 0; number < 60; number++) put({ id: `memory::${number}`, kind: "memory" });
  put({ id: factNode("fact::1", "a knows b", {} as never).id, kind: "fact" });
  return graph;
}

const name: Operation<{ readonly names: readonly string[]; readonly from: string }, null> = {
  act(work, { names, from }) {
    keepKnowledge(work, { entities: names.map((one) => ({ name: one })), facts: [] }, from);
    return null;
  },
};

describe("a question", () => {
  it("[KR2] names entities by runs of its words, in scripts without spaces anywhere, the longest name first", async () => {
    const teaching = await TeachingMemory.with({});
    const stored = await teaching.do(storeMemory, { content: "Who is who at the quay and elsewhere" });
    const from = stored.id;
    await teaching.do(name, { names: ["Orla Byrne", "Cork", "东京", "李"], from });
    const seeds = (question: string) =>
      entitySeeds(teaching.memory, question, () => false).map(([id]) => teaching.memory.store.node(id)?.text);
    expect(seeds("does orla  byrne live in Cork?")).toEqual(["Orla Byrne", "Cork"]);
    expect(seeds("did Orla move to Corktown?")).toEqual([]);
    expect(seeds("李先生住在东京吗？")).toEqual(["东京", "李"]);
    expect(seeds("东门在哪里？")).toEqual([]);
    await teaching.do(undo, { event_id: stored.event_id as string });
    expect(seeds("does Orla Byrne live in Cork?")).toEqual([]);
  });
});

describe("edges of entities", () => {
  it("[KR6] of an entity that much mentions the fifty strongest mentions are followed, and all of a fact's", () => {
    const graph = graphOf();
    for (let number = 0; number < 60; number++)
      graph.addEdge("a", `memory::${number}`, 0.2 + number / 1000, "mentions");
    graph.addEdge("memory::0", "a", 0.3, "mentions");
    const { leads } = passing(graph, () => false);
    const followed = Array.from({ length: 60 }, (_, number) => number).filter((number) =>
      leads?.(graph.edgeOf("a", `memory::${number}`)),
    );
    expect(followed).toEqual(Array.from({ length: 50 }, (_, number) => number + 10));
    expect(leads?.(graph.edgeOf("memory::0", "a"))).toBe(true);
  });

  it("[KR6] of two entities one leads to the other as long as a fact between them may be seen", () => {
    const graph = graphOf();
    graph.addEdge("a", "b", 0.3, "fact");
    const edge = graph.edgeOf("a", "b");
    expect(passing(graph, () => false).leads?.(edge)).toBe(false);
    graph.addEdge("a", "fact::1", 0.3, "subject");
    graph.addEdge("fact::1", "b", 0.3, "object");
    expect(passing(graph, () => false).leads?.(edge)).toBe(true);
    const isFact = (position: number) => graph.kindAt(position) === "fact";
    expect(passing(graph, isFact).leads?.(edge)).toBe(false);
  });
});
