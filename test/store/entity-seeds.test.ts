// Which entities a question names, and which of their edges a walk follows.

import { describe, expect, it } from "vitest";
import { RouteGraph } from "../../durable/graph/route-graph.ts";
import { passing } from "../../durable/operations/entity-seeds.ts";
import { entityNode, factNode } from "../../durable/operations/knowledge-rows.ts";

function graphOf(): RouteGraph {
  const graph = new RouteGraph();
  const put = (node: { id: string; kind: string }) =>
    graph.setNode({ ...entityNode(node.id, node.id), kind: node.kind as never, length: 1 });
  for (const id of ["a", "b"]) put({ id, kind: "entity" });
  for (let number = 0; number < 60; number++) put({ id: `memory::${number}`, kind: "memory" });
  put({ id: factNode("fact::1", "a knows b", {} as never).id, kind: "fact" });
  return graph;
}

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
