// The decisions of a walk that learning judges: which node chose which targets, and how deep in the walk.
// Where the walk's steps are known and followed, each node has one decision, holding all targets that it led to;
// otherwise the order of firing is read as a path of single choices.

import type { RouteGraph } from "./route-graph.ts";
import type { LearningSettings } from "./settings.ts";
import { isFixed, isSilent } from "./structure.ts";

export interface WalkedStep {
  readonly source: string;
  readonly target: string;
  /** 1 for the first hop after the seeds. */
  readonly hop: number;
}

export interface WalkedPath {
  /** Ids in order of firing. */
  readonly fired: readonly string[];
  /** Null where only the fired ids are known. */
  readonly steps: readonly WalkedStep[] | null;
}

export interface Decision {
  readonly source: string;
  /** What was chosen; together they are one action. */
  readonly targets: readonly string[];
  /** Power of the discount, 0…. */
  readonly depth: number;
}

/** The fired ids that count, and those that are no nodes. */
export function knownOf(
  graph: RouteGraph,
  fired: readonly string[],
  settings: LearningSettings,
): { readonly known: readonly string[]; readonly unknown: readonly string[] } {
  if (!settings.ignoreUnknown) return { known: fired, unknown: [] };
  const ids = [...new Set(fired)];
  return { known: ids.filter((id) => graph.has(id)), unknown: ids.filter((id) => !graph.has(id)) };
}

/** Decisions of a walk, in the order in which they are learned. */
export function decisionsOf(graph: RouteGraph, path: WalkedPath, settings: LearningSettings): Decision[] {
  if (!settings.followSteps) return alongFiring(path.fired);
  if (path.steps) return alongSteps(path.steps, withPassages(graph, path.steps, path.fired));
  // Neighbours in the order of firing need not be linked, and what is no route can't be judged as one.
  return alongFiring(path.fired).filter(({ source, targets: [target] }) => {
    const edge = graph.edgeOf(source, target);
    return edge >= 0 && !isFixed(graph, edge);
  });
}

function alongFiring(fired: readonly string[]): Decision[] {
  return fired.slice(1).map((target, index) => ({ source: fired[index], targets: [target], depth: index }));
}

/** What fired, and what is never shown but led to it. */
function withPassages(
  graph: RouteGraph,
  steps: readonly WalkedStep[],
  fired: readonly string[],
): ReadonlySet<string> {
  const had = new Set(fired);
  const isPassage = (id: string) => graph.has(id) && isSilent(graph.kindAt(graph.positionOf(id)));
  for (const { source, target } of steps.toReversed())
    if (had.has(target) && !had.has(source) && isPassage(source)) had.add(source);
  return had;
}

/** Only steps between such nodes had a part in the answer. */
function alongSteps(steps: readonly WalkedStep[], fired: ReadonlySet<string>): Decision[] {
  const decisions = new Map<string, { source: string; targets: string[]; depth: number }>();
  for (const { source, target, hop } of steps) {
    if (!fired.has(source) || !fired.has(target)) continue;
    const decision = decisions.get(source) ?? { source, targets: [], depth: hop };
    if (!decision.targets.includes(target)) decision.targets.push(target);
    decision.depth = Math.min(decision.depth, hop);
    decisions.set(source, decision);
  }
  return [...decisions.values()];
}
