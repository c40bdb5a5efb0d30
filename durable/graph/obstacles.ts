// What kept a walk from a node: the walk is walked again with one limit after another lifted, until the node fires.
// So the limit that is named is the cause by its very meaning: without it, and with all else as it was, it had fired.

import type { RouteGraph } from "./route-graph.ts";
import type { TraversalSettings } from "./settings.ts";
import { traverse } from "./traversal.ts";
import type { Scored } from "./vectors.ts";
import type { Asking, Choose } from "./walk.ts";

export type Obstacle =
  | "fired_budget"
  | "context_budget"
  | "beam"
  | "hops"
  | "route_choice"
  | "misled"
  | "damped"
  | "too_faint"
  | "asleep";

/** What a lifted limit becomes: wide enough to tell, narrow enough to walk at once. */
const WIDE = { beam: 1_024, hops: 60 };
/** A score that fires where any does, and the least weight of a route. */
const FAINTEST = 1e-9;

type Lift = (settings: TraversalSettings) => Partial<TraversalSettings>;

/** In the order in which a walk meets its limits, the ends of the walk first. */
const LIFTS: readonly (readonly [Obstacle, Lift])[] = [
  ["fired_budget", () => ({ maxFiredNodes: null })],
  ["context_budget", () => ({ maxContextChars: null })],
  ["beam", ({ beamWidth }) => ({ beamWidth: Math.max(beamWidth, WIDE.beam) })],
  ["hops", ({ maxHops }) => ({ maxHops: Math.max(maxHops, WIDE.hops) })],
  ["route_choice", () => ({})],
  ["misled", () => ({})],
  ["damped", () => ({ edgeDamping: 1 })],
  ["too_faint", () => ({ fireThreshold: FAINTEST })],
  ["asleep", ({ habitualRange: [, high] }) => ({ habitualRange: [FAINTEST, high] })],
];

export interface Walked {
  readonly seeds: readonly Scored[];
  readonly settings: TraversalSettings;
  readonly choose?: Choose;
  readonly asking?: Asking;
}

export interface Kept {
  /** True: the walk as it is reaches the node. */
  readonly fires: boolean;
  /** What alone keeps the node out; where several limits do together, the last of them. Null: no route leads to it. */
  readonly by: Obstacle | null;
}

export function obstacleTo(graph: RouteGraph, id: string, walked: Walked): Kept {
  const fires = (lifted: readonly (readonly [Obstacle, Lift])[]) => {
    const changes = lifted.map(([, lift]) => lift(walked.settings));
    const settings = Object.assign({}, walked.settings, ...changes) as TraversalSettings;
    const choose = lifted.some(([name]) => name === "route_choice") ? undefined : walked.choose;
    const { kept, ...asking } = walked.asking ?? {};
    const isLowered = kept && !lifted.some(([name]) => name === "misled");
    const walk = traverse(graph, walked.seeds, settings, choose, isLowered ? { ...asking, kept } : asking);
    return walk.scores.has(id);
  };
  if (fires([])) return { fires: true, by: null };
  const alone = LIFTS.find((lift) => fires([lift]));
  const together = alone ?? LIFTS.find((_, index) => index > 0 && fires(LIFTS.slice(0, index + 1)));
  return { fires: false, by: together?.[0] ?? null };
}
