// Golden operation about a teacher: questions of a journal are walked anew, and a script stands for the model.

import { decisionPointsOf, lessonOf, TEACHER } from "../../durable/graph/decision-points.ts";
import type { Draft } from "../../durable/graph/draft.ts";
import { replaySeeds } from "../../durable/graph/keyword-seeds.ts";
import { learnWalk } from "../../durable/graph/learning.ts";
import { MersenneTwister } from "../../durable/graph/mersenne-twister.ts";
import { PARITY, UNLIMITED } from "../../durable/graph/profiles.ts";
import { traverse } from "../../durable/graph/traversal.ts";
import { edgesOf } from "../../durable/operations/reference-state.ts";
import { labelsIn } from "../../durable/text/route-labels.ts";
import { wordTokens } from "../../durable/text/word-tokens.ts";
import type { GoldenOperation } from "../cases.ts";
import { type GoldenGraph, openGraph } from "../state.ts";

interface TeacherInput {
  readonly graph: GoldenGraph;
  readonly queries: readonly string[];
  readonly labels_by_source: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly teacher?: boolean;
  readonly options: {
    readonly sample_rate?: number;
    readonly max_queries?: number;
    readonly max_candidates_per_node?: number;
    readonly max_decision_points?: number;
    readonly score_scale?: number;
    readonly apply?: boolean;
  };
}

const SEEDS = 10;
const PREVIEW = 180;
/** The model that the reference names where none is asked for. */
const USUAL_MODEL = "gpt-5-mini";

export const TEACHER_OPERATIONS: Readonly<Record<string, GoldenOperation>> = {
  async async_route_pg({ graph, queries, labels_by_source, teacher = true, options }: TeacherInput) {
    const {
      sample_rate = 0.1,
      max_queries = 200,
      max_candidates_per_node = TEACHER.mostCandidates,
      max_decision_points = 500,
      score_scale = TEACHER.scoreScale,
      apply = false,
    } = options;
    const open = await openGraph({ graph });
    const draft = open.draft();
    const textOf = (id: string) => draft.node(id)?.text ?? "";
    const draws = new MersenneTwister(0);
    const sampled = queries.filter(() => draws.next() <= sample_rate).slice(0, max_queries);
    const points = sampled.flatMap((query) => {
      const seeds = replaySeeds(draft.graph, wordTokens(query), (id) => wordTokens(textOf(id)), SEEDS);
      const { steps } = traverse(draft.graph, seeds, { ...PARITY.traversal, ...UNLIMITED });
      return decisionPointsOf(draft.graph, steps, PARITY.traversal, max_candidates_per_node).map((point) => ({
        query,
        ...point,
      }));
    });
    const shown = points.slice(0, max_decision_points);
    const labelled = (teacher ? shown : []).map((point) => {
      const offered = new Set(point.candidates.map(({ target }) => target));
      const reply = JSON.stringify({ scores: labels_by_source[point.source] ?? {} });
      return { ...point, labels: labelsIn(reply, offered) };
    });
    const decisions = labelled.map(({ query, source, chosen, candidates }) => ({
      query,
      source_id: source,
      chosen_target_id: chosen,
      candidates: candidates.map(({ target, weight }) => ({
        source_preview: preview(textOf(source)),
        target_id: target,
        edge_weight: weight,
        target_preview: preview(textOf(target)),
        file: null,
        authority: null,
      })),
    }));
    const moved = learnLabels(draft, labelled, score_scale);
    const updates = labelled.flatMap(({ labels }) => [...labels.values()].filter((score) => score !== 0));
    const summary = {
      teacher_requested: teacher ? "openai" : "none",
      teacher_available: teacher,
      teacher_model: USUAL_MODEL,
      sampled_queries: sampled.length,
      decision_points_total: shown.length,
      decision_points_labeled: labelled.filter(({ labels }) => labels.size > 0).length,
      labeled_edges: updates.length,
      updates_applied: updates.length,
      total_abs_weight_delta: moved.reduce((sum, change) => sum + change, 0),
      max_abs_weight_delta: Math.max(0, ...moved),
      dry_run: !apply,
      max_decision_points_hit: points.length > max_decision_points,
      score_scale,
      errors: teacher ? [] : ["teacher disabled"],
    };
    if (!apply) draft.rollback();
    return { summary, decision_points: decisions, edges: edges(draft) };
  },
};

interface Labelled {
  readonly source: string;
  readonly labels: ReadonlyMap<string, number>;
}

/** Learns labels as the reference does, relevance included; by how much each moved its own route. */
function learnLabels(draft: Draft, labelled: readonly Labelled[], scale: number): number[] {
  return labelled.flatMap(({ source, labels }) =>
    Array.from(labels)
      .filter(([, score]) => score !== 0)
      .flatMap(([target, score]) => {
        const { outcome, ...lesson } = lessonOf({ source, target, score }, scale);
        const { learned } = learnWalk(draft, lesson, outcome, PARITY, { perNode: lesson.perNode });
        draft.relate(draft.graph.edgeOf(source, target), score);
        const own = learned.ofEdges().find((change) => change.target === target);
        return [Math.abs(own?.change ?? 0)];
      }),
  );
}

function edges(draft: Draft): unknown[] {
  return edgesOf(draft.graph, draft).map(({ source, target, weight, kind }) => {
    const relevance = draft.graph.relevances[draft.graph.edgeOf(source, target)];
    return { source, target, weight, kind, metadata: Number.isNaN(relevance) ? {} : { relevance } };
  });
}

function preview(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= PREVIEW ? line : `${line.slice(0, PREVIEW - 3)}...`;
}
