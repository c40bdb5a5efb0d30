// Replay: questions of past sessions walk the graph again, and what answered them is learned by the simple rule.
// The path that is learned is the walk itself: where its first step began, then every target in order.
// In shards all walks use the graph as it was; their lessons are then learned in rounds, a batch of each shard in turn.

import type { Draft } from "./draft.ts";
import { coFire } from "./hebbian.ts";
import { replaySeeds, type WordsOf } from "./keyword-seeds.ts";
import { decayWeights } from "./maintenance/decay.ts";
import { UNLIMITED } from "./profiles.ts";
import type { RouteGraph } from "./route-graph.ts";
import type { ReplaySettings, Settings } from "./settings.ts";
import { simpleRule } from "./simple-rule.ts";
import { traverse, type Walk } from "./traversal.ts";

export interface ReplayedQuestion {
  /** The words of the question. */
  readonly words: ReadonlySet<string>;
  /** What was answered, or null. */
  readonly response: string | null;
}

export interface ReplayPlan {
  /** Verdict on every walk, −1…1. */
  readonly outcome: number;
  /** Lessons after which weights decay once; null: they don't. */
  readonly decayEvery: number | null;
  /** How many shards walk the untouched graph; null: each question walks what the one before left. */
  readonly shards: number | null;
  /** Lessons of one batch of a shard. */
  readonly batch: number;
}

export interface ReplayReport {
  readonly replayed: number;
  /** Edges whose weight a question changed, summed over the questions. */
  readonly edgesReinforced: number;
  /** New edges between nodes of different files. */
  readonly crossFileCreated: number;
  readonly batches: number;
}

export interface ReplayTools {
  readonly wordsOf: WordsOf;
  readonly textOf: (id: string) => string;
}

const SEEDS = 10;

export function replay(
  draft: Draft,
  questions: readonly ReplayedQuestion[],
  plan: ReplayPlan,
  settings: Settings,
  tools: ReplayTools,
): ReplayReport {
  const { graph } = draft;
  const report = { replayed: questions.length, edgesReinforced: 0, crossFileCreated: 0, batches: 0 };
  let lessons = 0;
  const learn = (question: ReplayedQuestion, walk: Walk) => {
    const path = pathOf(walk);
    if (path.length < 2) return;
    const before = weightsOf(graph);
    const quotes = (id: string) => isQuoted(question.response, tools.textOf(id));
    const outcome = outcomeOf(walk.fired.some(quotes), plan.outcome, settings.replay);
    simpleRule(draft, path, outcome, settings.learning);
    coFire(draft, path, settings);
    lessons++;
    if (plan.decayEvery !== null && lessons % Math.max(1, plan.decayEvery) === 0) {
      decayWeights(draft, settings.decay, () => 1);
    }
    for (const edge of graph.allEdges()) {
      if (before[edge] === graph.weights[edge]) continue;
      report.edgesReinforced++;
      if (Number.isNaN(before[edge]) && joinsFiles(graph, edge)) report.crossFileCreated++;
    }
  };
  if (plan.shards === null) {
    for (const question of questions) learn(question, walked(graph, question, settings, tools));
    return report;
  }
  const walks = questions.map((question) => ({ question, walk: walked(graph, question, settings, tools) }));
  for (const batch of inRounds(walks, plan.shards, plan.batch)) {
    for (const { question, walk } of batch) learn(question, walk);
    report.batches++;
  }
  return report;
}

function walked(
  graph: RouteGraph,
  { words }: ReplayedQuestion,
  settings: Settings,
  tools: ReplayTools,
): Walk {
  const seeds = replaySeeds(graph, words, tools.wordsOf, SEEDS);
  return traverse(graph, seeds, { ...settings.traversal, ...UNLIMITED });
}

function pathOf({ steps, fired }: Walk): readonly string[] {
  return steps.length === 0 ? fired : [steps[0].source, ...steps.map(({ target }) => target)];
}

/** The verdict on a walk; an answer that quotes what fired speaks for it. */
export function outcomeOf(isQuoted: boolean, outcome: number, settings: ReplaySettings): number {
  return isQuoted ? Math.min(settings.mostOutcome, outcome + settings.quotedBonus) : outcome;
}

/** Whether an answer holds a whole text, upper and lower case aside. */
export function isQuoted(answer: string | null, text: string): boolean {
  return answer?.toLowerCase().includes(text.toLowerCase()) ?? false;
}

/** Items dealt out to shards in turn; batch r of each shard, then batch r + 1 of each. */
function inRounds<T>(items: readonly T[], shards: number, size: number): T[][] {
  const dealt = Array.from({ length: shards }, (_, shard) =>
    items.filter((_, index) => index % shards === shard),
  );
  const rounds = Math.ceil((dealt[0]?.length ?? 0) / size);
  return Array.from({ length: rounds }, (_, round) =>
    dealt.map((shard) => shard.slice(round * size, (round + 1) * size)).filter((batch) => batch.length > 0),
  ).flat();
}

/** Weights by edge number; NaN where there is no edge. */
function weightsOf(graph: RouteGraph): Float64Array {
  const weights = new Float64Array(graph.weights.length).fill(Number.NaN);
  for (const edge of graph.allEdges()) weights[edge] = graph.weights[edge];
  return weights;
}

function joinsFiles(graph: RouteGraph, edge: number): boolean {
  const from = graph.fileAt(graph.sources[edge]);
  const to = graph.fileAt(graph.targets[edge]);
  return from !== null && to !== null && from !== to;
}
