// One lesson: a walk and its outcome, learned by the policy gradient and then by co-firing.
// Where settings ignore unknown ids, no edge ever leads to or from an id that is no node.

import type { Draft } from "./draft.ts";
import { coFire } from "./hebbian.ts";
import { decisionsOf, knownOf, type WalkedPath } from "./learning-path.ts";
import { type GradientOptions, policyGradient } from "./policy-gradient.ts";
import type { Settings } from "./settings.ts";
import { isStep } from "./structure.ts";
import { type WeightChange, WeightChanges } from "./weight-changes.ts";

export interface Lesson {
  /** What the policy gradient changed. */
  readonly learned: WeightChanges;
  /** What co-firing changed. */
  readonly coFired: WeightChanges;
  /** Nodes that were learned from. */
  readonly firedIds: readonly string[];
  /** Ids that are no nodes and were left out. */
  readonly unknownIds: readonly string[];
}

/** Learns a walk's outcome, −1…1. A walk of fewer than two nodes teaches nothing. */
export function learnWalk(
  draft: Draft,
  path: WalkedPath,
  outcome: number,
  settings: Settings,
  options: GradientOptions = {},
): Lesson {
  const { known, unknown } = knownOf(draft.graph, path.fired, settings.learning);
  const lesson = { firedIds: known, unknownIds: unknown };
  if (known.length < 2) return { ...lesson, learned: new WeightChanges(), coFired: new WeightChanges() };
  const decisions = decisionsOf(draft.graph, { fired: known, steps: path.steps }, settings.learning);
  const learned = policyGradient(draft, decisions, outcome, settings, options);
  // The steps of a procedure always fire with it: it stands for them, or they would take all pairs.
  const whole = known.filter((id) => !isStep(draft.graph, id));
  const wired = wiredTogether(whole, outcome, settings, options.perNode);
  return { ...lesson, learned, coFired: coFire(draft, wired, settings) };
}

/** All real changes of a lesson, each edge once; the choice to stop only where its weight is kept. */
export function changesOf({ learned, coFired }: Lesson, { learning }: Settings): WeightChange[] {
  const all = new WeightChanges();
  all.addAll(learned);
  all.addAll(coFired);
  return [...all].filter(
    ({ target, change }) => change !== 0 && (target !== null || learning.rule === "conserving"),
  );
}

/** The nodes that gain by having fired together: where only help counts, those that helped. */
function wiredTogether(
  fired: readonly string[],
  outcome: number,
  { learning }: Settings,
  perNode: ReadonlyMap<string, number> | undefined,
): readonly string[] {
  if (learning.coFire === "always") return fired;
  if (learning.coFire === "never") return [];
  return fired.filter((id) => (perNode?.get(id) ?? outcome) > 0);
}
