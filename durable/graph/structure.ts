// What belongs together by its make: a procedure leads to its steps in order, and a newer version to the one that it
// replaces. Such edges are fixed: nothing is learned along them, and nothing that maintenance does touches them.
//   procedure --step--> step | decision      order of the edges is the order of the steps; weight 0, so no walk follows them
//   newer --supersedes--> older              weight −1; the older version, with its steps, is kept and shown to no question
// An experience is no answer to a question either: it is asked for by itself, and no memory leads to it.
//   experience --used_in--> memory           learned like any route
//   experience --next--> experience <--similar--> experience                       strengthened by repetition
// Entities are walked and never shown. What is known of them are facts, each with the memories that say it:
//   entity --subject--> fact --object--> entity, fact --derived_from--> memory     fixed
//   entity --fact--> entity, memory <--mentions--> entity                          learned like any route

import { compareIds } from "./code-points.ts";
import { NODE_KINDS, type NodeKind } from "./records.ts";
import type { RouteGraph } from "./route-graph.ts";

export const STEP = "step";
export const SUPERSEDES = "supersedes";

/** From an experience to what the run was shown and used. */
export const USED_IN = "used_in";
/** From an experience to the one that followed in its conversation, and between those with tasks alike. */
export const NEXT = "next";
export const SIMILAR = "similar";

export const SUBJECT = "subject";
export const OBJECT = "object";
export const DERIVED_FROM = "derived_from";
export const FACT = "fact";
export const MENTIONS = "mentions";

export const STEP_WEIGHT = 0;
export const SUPERSEDES_WEIGHT = -1;

const SILENT_KINDS = (["experience", "entity"] as const).map((kind) => NODE_KINDS.indexOf(kind));
const FIXED_KINDS: readonly string[] = [STEP, SUPERSEDES, SUBJECT, OBJECT, DERIVED_FROM];
const PART_KINDS: readonly NodeKind[] = ["procedure", "step", "decision"];

export function isFixedKind(kind: string): boolean {
  return FIXED_KINDS.includes(kind);
}

export function isFixed(graph: RouteGraph, edge: number): boolean {
  return isFixedKind(graph.edgeKindAt(edge));
}

/** Whether nodes of this kind are a procedure or part of one: they change as a whole, by a new version. */
export function isPart(kind: NodeKind): boolean {
  return PART_KINDS.includes(kind);
}

/** Whether nodes of this kind stay as they were written: no maintenance and no edit touches them. */
export function isRecorded(kind: NodeKind): boolean {
  return isPart(kind) || kind === "experience" || isGuarded(kind);
}

/** Whether time and rights decide who is shown nodes of this kind. */
export function isGuarded(kind: NodeKind): boolean {
  return kind === "memory" || kind === "fact" || kind === "entity";
}

/** Whether nodes of this kind are no answer to a question, and nothing is tied to them by likeness or name. */
export function isSilent(kind: NodeKind): boolean {
  return kind === "experience" || kind === "entity";
}

export function isExperience(graph: RouteGraph, id: string): boolean {
  const position = graph.positionOf(id);
  return position >= 0 && graph.kindAt(position) === "experience";
}

/** Whether a node is a step that belongs to a procedure. */
export function isStep(graph: RouteGraph, id: string): boolean {
  const position = graph.positionOf(id);
  if (position < 0) return false;
  const procedure = procedureOf(graph, position);
  return procedure >= 0 && procedure !== position;
}

/** Positions of the steps of a procedure, in order. */
export function stepsOf(graph: RouteGraph, position: number): number[] {
  return graph
    .outgoing(position)
    .filter((edge) => graph.edgeKindAt(edge) === STEP)
    .map((edge) => graph.targets[edge]);
}

/** Position of the procedure that a step belongs to; the procedure itself where it is one; −1 for all else. */
export function procedureOf(graph: RouteGraph, position: number): number {
  const kind = graph.kindAt(position);
  if (kind === "procedure") return position;
  if (!isPart(kind)) return -1;
  const { into, sources, isNode } = graph;
  for (const edge of into.list(position)) {
    if (graph.edgeKindAt(edge) === STEP && isNode[sources[edge]]) return sources[edge];
  }
  return -1;
}

/** Position of the version that took the place of a node, of several the first by id; −1: none has. */
export function successorOf(graph: RouteGraph, position: number): number {
  if (graph.inhibitors.counts[position] === 0) return -1;
  let first = -1;
  for (const newer of successorsOf(graph, position))
    if (first < 0 || compareIds(graph.idAt(newer), graph.idAt(first)) < 0) first = newer;
  return first;
}

/** Positions of all versions that took the place of a node. */
export function successorsOf(graph: RouteGraph, position: number): number[] {
  const { inhibitors, sources, isNode } = graph;
  return Array.from(inhibitors.list(position))
    .filter((edge) => graph.edgeKindAt(edge) === SUPERSEDES && isNode[sources[edge]])
    .map((edge) => sources[edge]);
}

/** Position of the version that a node took the place of; −1: it is the first. */
export function predecessorOf(graph: RouteGraph, position: number): number {
  const edge = graph.outgoing(position).find((one) => graph.edgeKindAt(one) === SUPERSEDES);
  return edge === undefined ? -1 : graph.targets[edge];
}

/** Ids of all that took one another's place, whichever way. */
export function versionsOf(graph: RouteGraph, id: string): string[] {
  const found = new Set([graph.positionOf(id)]);
  for (const position of found) {
    for (const edge of graph.outgoing(position))
      if (graph.edgeKindAt(edge) === SUPERSEDES) found.add(graph.targets[edge]);
    for (const edge of graph.incoming(position))
      if (graph.edgeKindAt(edge) === SUPERSEDES) found.add(graph.sources[edge]);
  }
  return [...found].map((position) => graph.idAt(position));
}

/** Whether something newer stands in the place of a node, or of the procedure that it belongs to. */
export function isSuperseded(graph: RouteGraph, position: number): boolean {
  if (successorOf(graph, position) >= 0) return true;
  const procedure = procedureOf(graph, position);
  return procedure >= 0 && procedure !== position && successorOf(graph, procedure) >= 0;
}

/** Whether the screen keeps a node back. */
export function isKeptBack(graph: RouteGraph, id: string): boolean {
  return graph.quarantined.has(graph.positionOf(id));
}

/** Whether no question is shown a node: the screen keeps it back, or something newer stands in its place. */
export function isWithheld(graph: RouteGraph, position: number): boolean {
  return graph.quarantined.has(position) || isSuperseded(graph, position);
}

/** Ids of what goes with a node, since it is nothing without it: its steps, and the versions that it replaced. */
export function belongingTo(graph: RouteGraph, id: string): string[] {
  const position = graph.positionOf(id);
  // A fact that took the place of another is said by memories of its own.
  if (position < 0 || graph.kindAt(position) === "fact") return [];
  const isPartOrOlder = (kind: string) => kind === STEP || kind === SUPERSEDES;
  const fixed = graph.outgoing(position).filter((edge) => isPartOrOlder(graph.edgeKindAt(edge)));
  return fixed.map((edge) => graph.idAt(graph.targets[edge]));
}

/** What no question may be shown, by id; null: nothing is hidden. */
export function hiddenIn(graph: RouteGraph): ((id: string) => boolean) | null {
  const hasHidden = graph.kindNames.has(SUPERSEDES) || graph.quarantined.size > 0;
  if (!hasHidden && SILENT_KINDS.every((kind) => graph.kindCounts[kind] === 0)) return null;
  return (id) => {
    const position = graph.positionOf(id);
    return position >= 0 && (isSilent(graph.kindAt(position)) || isWithheld(graph, position));
  };
}
