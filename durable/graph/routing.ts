// Route functions: which habitual edges of one source are followed.
//   edge, edge+sim:  weight + relevance + alpha · similarity(question, target)
//   learned:         a model's judgement mixed with that of the graph (learned-route.ts)
// Best first, ties by the target's id; the first `topK` are followed.

import { compareIds } from "./code-points.ts";
import {
  type Confidence,
  confidenceOf,
  mixed,
  projected,
  type RouteModel,
  routerScore,
} from "./learned-route.ts";
import type { RouteGraph } from "./route-graph.ts";
import type { RoutingSettings } from "./settings.ts";
import type { Choose } from "./traversal.ts";
import type { Vector, VectorIndex } from "./vectors.ts";

/** What route functions know of the question. */
export interface Question {
  readonly vector: Vector;
  readonly vectors: VectorIndex;
  /** Null while none was trained: `learned` then routes by `edge+sim`. */
  readonly model: RouteModel | null;
}

/** Why a learned route went where it went: one record per source and hop. */
export interface Decision {
  readonly source: string;
  /** Target of the best edge. */
  readonly target: string;
  readonly candidates: number;
  readonly router: Confidence;
  readonly relevance: Confidence;
  /** Of the best edge: what the graph, the model, and both together say. */
  readonly priorScore: number;
  readonly routerScore: number;
  readonly finalScore: number;
  readonly disagreement: number;
}

interface Ranked {
  readonly edge: number;
  readonly score: number;
}

/** The route function of a mode; undefined for `off`, where all habitual edges compete. */
export function chooserOf(
  graph: RouteGraph,
  settings: RoutingSettings,
  question: Question,
  record: (decision: Decision) => void = () => {},
): Choose | undefined {
  const { mode } = settings;
  if (mode === "off") return undefined;
  if (mode === "learned" && question.model) {
    return byModel(graph, settings, question, question.model, record);
  }
  const alpha = mode === "edge" ? 0 : settings.alphaSim;
  return (_source, edges) => {
    const ranked = edges.map((edge) => {
      const target = graph.idAt(graph.targets[edge]);
      const similarity = alpha === 0 ? 0 : question.vectors.similarity(target, question.vector);
      return { edge, score: graph.weights[edge] + relevanceOf(graph, edge, settings) + alpha * similarity };
    });
    return best(graph, ranked, settings.topK).map(({ edge }) => edge);
  };
}

function byModel(
  graph: RouteGraph,
  settings: RoutingSettings,
  { vector, vectors }: Question,
  model: RouteModel,
  record: (decision: Decision) => void,
): Choose {
  const asked = projected(vector, model.questions, model.rank);
  return (source, edges) => {
    const rivals = edges.flatMap((edge) => {
      const target = vectors.vector(graph.idAt(graph.targets[edge]), 0);
      if (!target) return [];
      const offered = projected(target, model.targets, model.rank);
      const relevance = relevanceOf(graph, edge, settings);
      return [{ edge, relevance, router: routerScore(model, asked, offered) }];
    });
    if (rivals.length === 0) return [];
    const relevance = confidenceOf(rivals.map((rival) => rival.relevance));
    const router = confidenceOf(rivals.map((rival) => rival.router));
    const ranked = rivals.map((rival) => {
      const prior = mixed(relevance.confidence, rival.relevance, graph.weights[rival.edge]);
      return { ...rival, prior, score: mixed(router.confidence, rival.router, prior) };
    });
    const chosen = best(graph, ranked, settings.topK);
    const [winner] = chosen;
    if (winner) {
      record({
        source: graph.idAt(source),
        target: graph.idAt(graph.targets[winner.edge]),
        candidates: rivals.length,
        router,
        relevance,
        priorScore: winner.prior,
        routerScore: winner.router,
        finalScore: winner.score,
        disagreement: Math.abs(winner.router - winner.prior),
      });
    }
    return chosen.map(({ edge }) => edge);
  };
}

function relevanceOf(graph: RouteGraph, edge: number, settings: RoutingSettings): number {
  const relevance = graph.relevances[edge];
  return settings.useRelevance && !Number.isNaN(relevance) ? relevance : 0;
}

function best<T extends Ranked>(graph: RouteGraph, ranked: readonly T[], count: number): T[] {
  const idOf = ({ edge }: T) => graph.idAt(graph.targets[edge]);
  return ranked.toSorted((a, b) => b.score - a.score || compareIds(idOf(a), idOf(b))).slice(0, count);
}
