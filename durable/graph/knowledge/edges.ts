// How entities, facts and memories hang together in the graph, told from its edges, so that it is right within an open change too.

import type { RouteGraph } from "../route-graph.ts";
import { DERIVED_FROM, MENTIONS, OBJECT, SUBJECT } from "../structure.ts";

/** Position of the entity that a fact is about; −1: it is gone. */
export function subjectOf(graph: RouteGraph, fact: number): number {
  const edge = graph.incoming(fact).find((one) => graph.edgeKindAt(one) === SUBJECT);
  return edge === undefined ? -1 : graph.sources[edge];
}

/** Position of the entity that a fact leads to; −1: it is gone. */
export function objectOf(graph: RouteGraph, fact: number): number {
  const edge = graph.outgoing(fact).find((one) => graph.edgeKindAt(one) === OBJECT);
  return edge === undefined ? -1 : graph.targets[edge];
}

/** Positions of the facts about an entity. */
export function factsAbout(graph: RouteGraph, entity: number): number[] {
  return endsOf(graph, graph.outgoing(entity), graph.targets, SUBJECT);
}

/** Positions of the facts about an entity, and of those that lead to it. */
export function factsAt(graph: RouteGraph, entity: number): number[] {
  return [...factsAbout(graph, entity), ...endsOf(graph, graph.incoming(entity), graph.sources, OBJECT)];
}

/** Positions of what says a fact. */
export function supportsOf(graph: RouteGraph, fact: number): number[] {
  return endsOf(graph, graph.outgoing(fact), graph.targets, DERIVED_FROM);
}

/** Positions of what mentions an entity. */
export function mentionersOf(graph: RouteGraph, entity: number): number[] {
  return endsOf(graph, graph.incoming(entity), graph.sources, MENTIONS);
}

/** Positions of the facts that lead from one entity to another. */
export function factsBetween(graph: RouteGraph, subject: number, object: number): number[] {
  return factsAbout(graph, subject).filter((fact) => objectOf(graph, fact) === object);
}

/**
 * What is nothing without nodes that go: facts without subject, object or anybody who says them, and entities that nothing
 * mentions and no fact is about. `isSaid`: whether a fact was said by itself, and needs nobody else.
 */
export function goingWith(
  graph: RouteGraph,
  gone: { has(id: string): boolean; keys(): Iterable<string> },
  isSaid: (fact: string) => boolean,
): string[] {
  const isGone = (position: number) => position < 0 || gone.has(graph.idAt(position));
  const going = new Set<number>();
  for (const id of gone.keys()) {
    const position = graph.positionOf(id);
    if (position < 0) continue;
    for (const other of nearKnowledge(graph, position)) {
      if (isGone(other) || going.has(other)) continue;
      if (graph.kindAt(other) === "fact" ? isLostFact(other) : isLostEntity(other)) going.add(other);
    }
  }
  return [...going].map((position) => graph.idAt(position));

  function isLostFact(fact: number): boolean {
    if (isGone(subjectOf(graph, fact)) || isGone(objectOf(graph, fact))) return true;
    return !isSaid(graph.idAt(fact)) && supportsOf(graph, fact).every(isGone);
  }
  function isLostEntity(entity: number): boolean {
    return [...mentionersOf(graph, entity), ...factsAt(graph, entity)].every(isGone);
  }
}

/** Facts and entities beside a node. */
function nearKnowledge(graph: RouteGraph, position: number): number[] {
  const others = [
    ...graph.outgoing(position).map((edge) => graph.targets[edge]),
    ...graph.incoming(position).map((edge) => graph.sources[edge]),
  ];
  return others.filter((other) => ["fact", "entity"].includes(graph.kindAt(other)));
}

function endsOf(graph: RouteGraph, edges: readonly number[], ends: Int32Array, kind: string): number[] {
  return edges.filter((edge) => graph.edgeKindAt(edge) === kind).map((edge) => ends[edge]);
}
