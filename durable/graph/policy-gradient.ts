// Policy gradient over the decisions of a walk. With p the policy of the deciding node, A what it chose and P = Σ p(A):
//   g = rate · (outcome − baseline) · discount^depth / T
//   Δw(x) = g · (p(x)/P − p(x)) for x in A,  −g · p(x) for every other choice, STOP counted
// For one target this is REINFORCE, g · (1 − p); for several it is the gradient of log P: what helped is raised,
// what misled is lowered, each of A alike. The updates of one decision sum to zero before clipping, since Σ p(A)/P = Σ p = 1.
// `conserving` keeps the node's total, STOP counted, after clipping too (conserving-projection.ts) and stores STOP's weight;
// `gradient` clips each weight by itself and only reports what STOP would have got.

import { projected } from "./conserving-projection.ts";
import type { Draft } from "./draft.ts";
import { kindAfter } from "./inhibiting.ts";
import type { Decision } from "./learning-path.ts";
import { type Policy, policyOf, softmax } from "./policy.ts";
import type { RouteGraph } from "./route-graph.ts";
import type { LearningSettings, Settings } from "./settings.ts";
import { WeightChanges } from "./weight-changes.ts";

export interface GradientOptions {
  /** Outcomes of single nodes, in place of the shared one. */
  readonly perNode?: ReadonlyMap<string, number>;
  /** Default: the settings', or 1 where they say that a caller's word is needed. 0 or less: the settings'. */
  readonly temperature?: number;
  /** Default: the settings', or 0 where they say that a caller's word is needed. */
  readonly baseline?: number;
}

/** Learns from an outcome, −1…1. Returns the real changes; adds no edge. Nodes without outgoing edges are passed over. */
export function policyGradient(
  draft: Draft,
  decisions: readonly Decision[],
  outcome: number,
  settings: Settings,
  options: GradientOptions = {},
): WeightChanges {
  const { graph } = draft;
  const { learning } = settings;
  const temperature = temperatureOf(learning, options.temperature);
  const baseline = options.baseline ?? (learning.readTemperatureAndBaseline ? learning.baseline : 0);
  const conserves = learning.rule === "conserving";
  const changes = new WeightChanges();
  for (const decision of decisions) {
    const position = graph.positionOf(decision.source);
    if (position < 0) continue;
    const policy = policyOf(graph, position, temperature, conserves);
    if (policy.edges.length === 0) continue;
    const advantage = (options.perNode?.get(decision.source) ?? outcome) - baseline;
    const step = (learning.learningRate * advantage * learning.discount ** decision.depth) / temperature;
    const moves = movesOf(graph, policy, decision, step);
    const stopMove = -step * policy.stop;
    const before = policy.edges.map((edge) => graph.weights[edge]);
    const stop = graph.stopWeights[position];
    const after = conserves
      ? projected([...before, stop], [...moves, stopMove], learning.weightBounds)
      : before.map((weight, index) => clip(weight + moves[index], learning.weightBounds));
    policy.edges.forEach((edge, index) => {
      const kind = graph.edgeKindAt(edge);
      draft.weigh(edge, after[index], kindAfter(after[index], kind, settings));
      changes.add(decision.source, graph.idAt(graph.targets[edge]), after[index] - before[index], kind);
    });
    if (conserves) {
      const stopAfter = after[policy.edges.length];
      draft.setStop(position, stopAfter);
      changes.add(decision.source, null, stopAfter - stop);
    } else {
      changes.set(decision.source, null, stopMove);
    }
  }
  return changes;
}

export function clip(weight: number, [low, high]: LearningSettings["weightBounds"]): number {
  return Math.min(high, Math.max(low, weight));
}

/** How far each edge of a policy is moved, before clipping. */
function movesOf(graph: RouteGraph, policy: Policy, decision: Decision, step: number): number[] {
  const chosen = policy.edges.flatMap((edge, index) =>
    decision.targets.includes(graph.idAt(graph.targets[edge])) ? [index] : [],
  );
  const moves = policy.probabilities.map((probability) => -step * probability);
  // p(x)/P is a softmax over the chosen alone, which stays exact where P itself would vanish.
  const shares = softmax(chosen.map((index) => policy.logits[index]));
  chosen.forEach((index, rank) => {
    moves[index] = step * (shares[rank] - policy.probabilities[index]);
  });
  return moves;
}

function temperatureOf(learning: LearningSettings, given: number | undefined): number {
  const temperature = given ?? (learning.readTemperatureAndBaseline ? learning.temperature : 1);
  return temperature > 0 ? temperature : learning.temperature;
}
