// Reading the graph: what stands at a name with what it is related to, and what can be reached from there. What no question
// is shown is not told here either; of an earlier time each version counts that was the newest then.

import { Refusal } from "../../wire/errors.ts";
import {
  type EntityReply,
  type EntityRequest,
  type TraverseReply,
  type TraverseRequest,
  timeOf,
} from "../../wire/graph-reading.ts";
import { LIMITS } from "../../wire/limits.ts";
import { factsBetween } from "../graph/knowledge/edges.ts";
import { reachedFrom } from "../graph/reached.ts";
import type { RouteGraph } from "../graph/route-graph.ts";
import {
  FACT,
  isFixed,
  isGuarded,
  isWithheld,
  procedureOf,
  SUPERSEDES,
  successorOf,
} from "../graph/structure.ts";
import { namesOf } from "../text/names.ts";
import type { Memory, Operation, Work } from "./memory.ts";
import { barredMemories } from "./memory-shelf.ts";

type Brief = EntityReply["nodes"][number];
type Visible = (position: number) => boolean;

/** Nodes that bear one name, at most. */
const NAMESAKES = 50;
const RELATIONS = 100;
const DEPTH = 2;
/** Edges that a walk looks at. */
const EDGES_READ = 10_000;

export const entity: Operation<EntityRequest, EntityReply> = {
  act(work, { name, limit = RELATIONS }) {
    const { graph, call } = work;
    const isVisible = visibleIn(work, null);
    const positions = nodesCalled(work, name, isVisible);
    const own = new Set(positions);
    const related = positions.flatMap((position) => [
      ...graph
        .outgoing(position)
        .map((edge) => ({ edge, position, other: graph.targets[edge], isOut: true })),
      ...graph
        .incoming(position)
        .map((edge) => ({ edge, position, other: graph.sources[edge], isOut: false })),
    ]);
    const isTold = (edge: number) =>
      graph.edgeKindAt(edge) !== FACT || factsAlong(graph, edge).some(isVisible);
    const others = related.filter(({ other, edge }) => !own.has(other) && isVisible(other) && isTold(edge));
    const rank = (edge: number) => (isFixed(graph, edge) ? 2 : Math.abs(graph.weights[edge]));
    const told = others.sort((a, b) => rank(b.edge) - rank(a.edge)).slice(0, limit);
    return {
      name,
      nodes: positions.map((position) => briefOf(work, position)),
      relations: told.map(({ edge, position, other, isOut }) => ({
        ...briefOf(work, other),
        node: graph.idAt(position),
        direction: isOut ? "out" : "in",
        relation: graph.edgeKindAt(edge),
        weight: graph.weights[edge],
      })),
      relations_left_out: others.length - told.length,
      untrusted: true,
      total_ms: call.elapsed(),
    };
  },
};

export const traverse: Operation<TraverseRequest, TraverseReply> = {
  act(work, { start, max_depth: depth = DEPTH, kind, at, explain }) {
    const { graph, store, call } = work;
    const isVisible = visibleIn(work, at === undefined ? null : timeOf(at));
    const starts = nodesCalled(work, start, isVisible);
    const bounds = { depth, most: LIMITS.traverseRows, edges: EDGES_READ };
    const { reached, complete } = reachedFrom(graph, starts, bounds, (edge) => {
      const edgeKind = graph.edgeKindAt(edge);
      if (kind === undefined ? graph.weights[edge] < 0 : !isOfKind(edgeKind, kind)) return false;
      // Of two entities one leads to the other by a fact that may be seen.
      if (edgeKind === FACT && !factsAlong(graph, edge).some(isVisible)) return false;
      // Who asks for what was superseded is told of it.
      return edgeKind === SUPERSEDES || isVisible(graph.targets[edge]);
    });
    return {
      start: starts.map((position) => graph.idAt(position)),
      traversal: reached.map(({ position, depth, route }) => ({
        ...briefOf(work, position),
        depth,
        from: graph.idAt(graph.sources[route[route.length - 1]]),
        edge_path: route.map((edge) => graph.edgeKindAt(edge)).join("|"),
        created_at: store.storedNode(graph.idAt(position))?.createdAt ?? 0,
      })),
      visited: reached.length,
      complete,
      ...(explain === "true" && {
        paths: reached.map(({ route }) =>
          route.map((edge) => ({
            from: graph.idAt(graph.sources[edge]),
            to: graph.idAt(graph.targets[edge]),
            kind: graph.edgeKindAt(edge),
            weight: graph.weights[edge],
          })),
        ),
      }),
      untrusted: true,
      total_ms: call.elapsed(),
    };
  },
};

/** Positions of the nodes with a name, or with this id. Refuses where there is none that may be seen. */
function nodesCalled({ graph, store: { lexicon } }: Work, name: string, isVisible: Visible): number[] {
  const byName = () => [...lexicon.namedBy(namesOf({ title: name }), NAMESAKES).values()].flat();
  const ids = graph.has(name) ? [name] : [...new Set([...lexicon.titled(name, NAMESAKES), ...byName()])];
  const positions = ids
    .map((id) => graph.positionOf(id))
    .filter((position) => position >= 0 && isVisible(position));
  if (positions.length > 0) return positions;
  throw new Refusal("not_found", `nothing is called ${name}: names are the titles of nodes, and their ids`);
}

/** Whether a node may be seen now, or could be at a time. */
export function visibleIn(work: Work, at: number | null): Visible {
  const { graph, store } = work;
  const isBarred = barredMemories(work, at === null ? {} : { asOf: at });
  const isMemory = (position: number) => isGuarded(graph.kindAt(position));
  const mayBeSeen = (position: number) => !isBarred?.(graph.idAt(position));
  const withheld = (position: number) =>
    isMemory(position) ? graph.quarantined.has(position) : isWithheld(graph, position);
  if (at === null) return (position) => !withheld(position) && mayBeSeen(position);
  const madeAt = (position: number) =>
    store.storedNode(graph.idAt(position))?.createdAt ?? Number.POSITIVE_INFINITY;
  return (position) => {
    if (graph.quarantined.has(position)) return false;
    if (isMemory(position)) return mayBeSeen(position);
    const procedure = procedureOf(graph, position);
    const newer = successorOf(graph, procedure < 0 ? position : procedure);
    return madeAt(position) <= at && (newer < 0 || madeAt(newer) > at);
  };
}

/** Positions of the facts that an edge between two entities stands for. */
export function factsAlong(graph: RouteGraph, edge: number): number[] {
  return factsBetween(graph, graph.sources[edge], graph.targets[edge]);
}

function isOfKind(kind: string, wanted: string): boolean {
  return wanted.endsWith(":") ? kind.startsWith(wanted) : kind === wanted;
}

function briefOf({ graph, store }: Memory, position: number): Brief {
  const id = graph.idAt(position);
  const node = store.node(id);
  const title = node?.metadata.title;
  return {
    id,
    kind: graph.kindAt(position),
    title: typeof title === "string" ? title : (node?.summary ?? ""),
  };
}
