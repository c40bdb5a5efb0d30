// Where a walk chose among routes, as a teacher is shown it, and how a teacher's label becomes a lesson.
// A label moves the routes of its source alone: nothing is said of what fired together, so nothing is tied together.

import { compareIds } from "./code-points.ts";
import type { Judged } from "./episodes.ts";
import type { WalkedStep } from "./learning-path.ts";
import type { RouteGraph } from "./route-graph.ts";
import { type TierBounds, tierOf } from "./tier.ts";

export const TEACHER = {
  /** Routes of one decision that a teacher is shown. */
  mostCandidates: 12,
  /** Outcome of the best label: a teacher guesses, so it counts less than somebody who was there. */
  scoreScale: 0.3,
} as const;

export interface DecisionPoint {
  readonly source: string;
  /** Where the walk went. */
  readonly chosen: string;
  /** Strongest first, the weighed ones before those that are followed anyway. */
  readonly candidates: readonly { readonly target: string; readonly weight: number }[];
}

/** What a teacher says of one route: −1, a wrong way, to 1, the best one. */
export interface RouteLabel {
  readonly source: string;
  readonly target: string;
  readonly score: number;
}

/** One decision for each step whose source has routes to choose from, in the order of the steps. */
export function decisionPointsOf(
  graph: RouteGraph,
  steps: readonly WalkedStep[],
  bounds: TierBounds,
  mostCandidates: number = TEACHER.mostCandidates,
): DecisionPoint[] {
  return steps.flatMap(({ source, target }) => {
    const position = graph.positionOf(source);
    if (position < 0) return [];
    const routes = Array.from(graph.outgoing(position), (edge) => ({
      target: graph.idAt(graph.targets[edge]),
      weight: graph.weights[edge],
    }));
    const ofTier = (tier: string) =>
      routes.filter(({ weight }) => tierOf(weight, bounds) === tier).sort(strongestFirst);
    const candidates = [...ofTier("habitual"), ...ofTier("reflex")].slice(0, mostCandidates);
    return candidates.length === 0 ? [] : [{ source, chosen: target, candidates }];
  });
}

/** The lesson of a label. Its target has no part in the verdict, so the two are not wired together. */
export function lessonOf({ source, target, score }: RouteLabel, scale: number = TEACHER.scoreScale): Judged {
  return { fired: [source, target], steps: null, outcome: scale * score, perNode: new Map([[target, 0]]) };
}

type Route = DecisionPoint["candidates"][number];

function strongestFirst(a: Route, b: Route): number {
  return Math.abs(b.weight) - Math.abs(a.weight) || b.weight - a.weight || compareIds(b.target, a.target);
}
