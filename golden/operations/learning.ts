// Golden operations about learning from walks, and the history that feedback looks back on.

import type { Draft } from "../../durable/graph/draft.ts";
import { coFire } from "../../durable/graph/hebbian.ts";
import { learnWalk } from "../../durable/graph/learning.ts";
import { decayWeights } from "../../durable/graph/maintenance/decay.ts";
import { policyOf } from "../../durable/graph/policy.ts";
import { PARITY } from "../../durable/graph/profiles.ts";
import type { LearningSettings, Settings } from "../../durable/graph/settings.ts";
import { simpleRule } from "../../durable/graph/simple-rule.ts";
import type { WeightChanges } from "../../durable/graph/weight-changes.ts";
import { mergedWalk } from "../../durable/operations/walk-of.ts";
import type { GoldenOperation } from "../cases.ts";
import { edgeRows, type GoldenGraph, openGraph, openState } from "../state.ts";

interface LearningInput {
  readonly graph: GoldenGraph;
  readonly fired: readonly string[];
  readonly outcome: number;
  readonly per_node_outcomes?: Readonly<Record<string, number>>;
  readonly config?: GoldenConfig;
}

interface GoldenConfig {
  readonly hebbian_increment?: number;
  readonly promotion_threshold?: number;
  readonly temperature?: number;
  readonly baseline?: number;
}

interface SimpleInput extends LearningInput {
  readonly auto_decay?: boolean;
  readonly decay_interval?: number;
}

interface GradientInput extends LearningInput {
  readonly temperature?: number;
  readonly baseline?: number;
  readonly report_sum?: boolean;
}

interface SoftmaxInput {
  readonly graph: GoldenGraph;
  readonly node: string;
  readonly temperature: number;
}

interface HistoryInput {
  readonly queries: readonly { readonly chat_id: string; readonly fired: readonly string[] }[];
  readonly lookups: readonly (readonly [chatId: string, lookback: number])[];
}

export const LEARNING: Readonly<Record<string, GoldenOperation>> = {
  async apply_outcome(input: SimpleInput) {
    const { draft, settings } = await opened(input);
    const { fired, outcome } = input;
    const updates = named(simpleRule(draft, fired, outcome, settings.learning, perNodeOf(input)));
    coFire(draft, fired, settings);
    if (input.auto_decay && input.decay_interval === 1) decayWeights(draft, settings.decay, () => 1);
    return { updates, edges: edgeRows(draft) };
  },

  async apply_outcome_pg(input: GradientInput) {
    const { draft, settings } = await opened(input);
    const changes = learned(draft, input, settings);
    return {
      updates: named(changes),
      edges: edgeRows(draft),
      ...(input.report_sum && { sum_of_updates_by_source: sums(changes) }),
    };
  },

  async apply_outcome_pg_conserving(input: GradientInput) {
    const { draft, settings } = await opened(input, { rule: "conserving" });
    const changes = learned(draft, input, settings);
    const { graph } = draft;
    const stops = Array.from(graph.entries(), ([id, position]) => [id, graph.stopWeights[position]] as const);
    return {
      updates: named(changes),
      edges: edgeRows(draft),
      sum_of_updates_by_source: sums(changes),
      stop_weights: Object.fromEntries(stops.filter(([, weight]) => weight !== 0)),
    };
  },

  async softmax_with_stop({ graph: given, node, temperature }: SoftmaxInput) {
    const { graph } = await openGraph({ graph: given });
    const policy = policyOf(graph, graph.positionOf(node), temperature, false);
    const targets = policy.edges.map((edge) => graph.idAt(graph.targets[edge]));
    const chances = targets.map((target, index) => [target, policy.probabilities[index]]);
    return { probs: { __STOP__: policy.stop, ...Object.fromEntries(chances) } };
  },

  async hebbian_update(input: LearningInput) {
    const { draft, settings } = await opened(input);
    coFire(draft, input.fired, settings);
    return { edges: edgeRows(draft) };
  },

  async history_lookback({ queries, lookups }: HistoryInput) {
    const { store } = await openState({ graph: { nodes: [], edges: [] } });
    queries.forEach(({ chat_id: chatId, fired }, index) => {
      const trail = { queryId: `q${index}`, chatId, at: index, author: "golden", query: "?", fired };
      store.recordTrail({ ...trail, seeds: [], scores: fired.map(() => 1), steps: [], suppressed: [] });
    });
    return {
      results: lookups.map(([chatId, lookback]) => mergedWalk(store.recentTrails(chatId, lookback)).fired),
    };
  },
};

/** The graph of an input under its settings; `learning` on top of those. */
async function opened(input: LearningInput, learning: Partial<LearningSettings> = {}) {
  const { config = {} } = input;
  const settings: Settings = {
    ...PARITY,
    learning: {
      ...PARITY.learning,
      ...(config.hebbian_increment !== undefined && { hebbianIncrement: config.hebbian_increment }),
      ...(config.promotion_threshold !== undefined && { promotionThreshold: config.promotion_threshold }),
      ...(config.temperature !== undefined && { temperature: config.temperature }),
      ...(config.baseline !== undefined && { baseline: config.baseline }),
      ...learning,
    },
  };
  const draft = (await openGraph({ graph: input.graph }, settings)).draft();
  return { draft, settings };
}

function learned(draft: Draft, input: GradientInput, settings: Settings): WeightChanges {
  const { fired, outcome, temperature, baseline } = input;
  const options = { perNode: perNodeOf(input), temperature, baseline };
  return learnWalk(draft, { fired, steps: null }, outcome, settings, options).learned;
}

function perNodeOf({ per_node_outcomes }: LearningInput): ReadonlyMap<string, number> | undefined {
  return per_node_outcomes && new Map(Object.entries(per_node_outcomes));
}

/** Changes by `source->target`. */
function named(changes: WeightChanges): Record<string, number> {
  const entries = Array.from(changes, ({ source, target, change }) => [
    `${source}->${target ?? "__STOP__"}`,
    change,
  ]);
  return Object.fromEntries(entries);
}

function sums(changes: WeightChanges): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { source, change } of changes) sums[source] = (sums[source] ?? 0) + change;
  return sums;
}
