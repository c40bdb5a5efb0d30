// How the journal keeps a lesson: what it changed, so that it can be taken back, and the walk that it judged, so that it
// can be learned again without something. Both are bounded; a lesson of which something was left out says of whom.

import type { Judged } from "../graph/episodes.ts";
import { changesOf, type Lesson } from "../graph/learning.ts";
import type { WalkedStep } from "../graph/learning-path.ts";
import type { Json, Metadata } from "../graph/records.ts";
import type { RouteGraph } from "../graph/route-graph.ts";
import type { Settings } from "../graph/settings.ts";
import type { WeightChange } from "../graph/weight-changes.ts";

const CHANGES_KEPT = 500;
const STEPS_KEPT = 500;

const NONE: ReadonlySet<string> = new Set();

export interface KeptLesson {
  readonly lesson: Judged;
  readonly changes: readonly WeightChange[];
  /** How many more changes there were, */
  readonly leftOut: number;
  /** and of which sources; null: that is not known, or steps were left out. */
  readonly incomplete: ReadonlySet<string> | null;
}

/** What is kept of a lesson that was just learned. */
export function keptLesson(judged: Judged, lesson: Lesson, settings: Settings): KeptLesson {
  const { firedIds: fired } = lesson;
  const outcomes = [...(judged.perNode ?? [])].filter(([id]) => fired.includes(id));
  const steps = settings.learning.followSteps ? judged.steps && stepsAmong(judged.steps, fired) : null;
  return {
    lesson: {
      fired,
      steps,
      outcome: judged.outcome,
      ...(judged.perNode && { perNode: new Map(outcomes) }),
    },
    changes: changesOf(lesson, settings),
    leftOut: 0,
    incomplete: NONE,
  };
}

/** A lesson as the body of its entry; `graph` says which kinds of edges have changed. */
export function lessonBody(kept: KeptLesson, graph: RouteGraph): Record<string, Json> {
  const { fired, steps, outcome, perNode } = kept.lesson;
  const changes = kept.changes.length > CHANGES_KEPT ? smallestFirst(kept.changes) : kept.changes;
  const left = changes.slice(CHANGES_KEPT);
  const incomplete = kept.incomplete && new Set([...kept.incomplete, ...left.map(({ source }) => source)]);
  return {
    outcome,
    ...(perNode && { outcomes: [...perNode] }),
    fired_ids: fired,
    steps:
      steps
        ?.slice(0, STEPS_KEPT)
        .map(({ source, target, hop }) => [fired.indexOf(source), fired.indexOf(target), hop]) ?? null,
    steps_left_out: Math.max(0, (steps?.length ?? 0) - STEPS_KEPT),
    changes: changes.slice(0, CHANGES_KEPT).map((one) => changeAsJson(one, graph)),
    changes_left_out: kept.leftOut + left.length,
    ...(incomplete && incomplete.size > 0 && { incomplete: [...incomplete] }),
  };
}

/** The lesson of an entry. Those of earlier versions did not keep their steps. */
export function lessonOf(body: Metadata): KeptLesson {
  const fired = body.fired_ids as string[];
  const steps = body.steps as [number, number, number][] | null | undefined;
  const changes = body.changes as [string, string | null, number, (string | null)?][];
  const leftOut = Number(body.changes_left_out);
  const isWalkKnown = steps !== undefined && body.steps_left_out === 0;
  const named = body.incomplete as string[] | undefined;
  const incomplete = leftOut === 0 ? NONE : named ? new Set(named) : null;
  return {
    lesson: {
      fired,
      steps:
        steps?.map(([source, target, hop]) => ({ source: fired[source], target: fired[target], hop })) ??
        null,
      outcome: body.outcome as number,
      ...(body.outcomes !== undefined && { perNode: new Map(body.outcomes as [string, number][]) }),
    },
    changes: changes.map(([source, target, change, kindBefore]) => ({ source, target, change, kindBefore })),
    leftOut,
    incomplete: isWalkKnown ? incomplete : null,
  };
}

/** The lesson as it would have been without some nodes. */
export function withoutNodes({ fired, steps, outcome, perNode }: Judged, gone: ReadonlySet<string>): Judged {
  return {
    fired: fired.filter((id) => !gone.has(id)),
    steps: steps?.filter(({ source, target }) => !gone.has(source) && !gone.has(target)) ?? null,
    outcome,
    ...(perNode && { perNode: new Map([...perNode].filter(([id]) => !gone.has(id))) }),
  };
}

/** Source, target and change; then the kind that the edge had before, where it has another one now. */
function changeAsJson({ source, target, change, kindBefore }: WeightChange, graph: RouteGraph): Json {
  const edge = target === null ? -1 : graph.edgeOf(source, target);
  const isSame = kindBefore === undefined || (edge >= 0 && graph.edgeKindAt(edge) === kindBefore);
  return isSame ? [source, target, change] : [source, target, change, kindBefore];
}

/** The changes of sources with few of them come first, so that as few sources as can be are incomplete. */
function smallestFirst(changes: readonly WeightChange[]): WeightChange[] {
  const bySource = Map.groupBy(changes, ({ source }) => source);
  return [...bySource.values()].sort((a, b) => a.length - b.length).flat();
}

/** Steps between nodes that count, each once, at its lowest hop: all that learning reads of a walk. */
function stepsAmong(steps: readonly WalkedStep[], fired: readonly string[]): WalkedStep[] {
  const counting = new Set(fired);
  const kept = new Map<string, WalkedStep>();
  for (const { source, target, hop } of steps) {
    if (!counting.has(source) || !counting.has(target)) continue;
    const name = JSON.stringify([source, target]);
    kept.set(name, { source, target, hop: Math.min(hop, kept.get(name)?.hop ?? hop) });
  }
  return [...kept.values()];
}
