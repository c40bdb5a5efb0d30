// Golden operations about similarity, seeds, the walk and its texts.

import { HashEmbedder } from "../../durable/embed/hash.ts";
import { lexicalSeeds, replaySeeds } from "../../durable/graph/keyword-seeds.ts";
import { confidenceOf, type RouteModel } from "../../durable/graph/learned-route.ts";
import { PARITY, UNLIMITED } from "../../durable/graph/profiles.ts";
import { chooserOf, type Decision } from "../../durable/graph/routing.ts";
import type { RouteMode, RoutingSettings, TraversalSettings } from "../../durable/graph/settings.ts";
import { tierOf } from "../../durable/graph/tier.ts";
import { traverse } from "../../durable/graph/traversal.ts";
import { cosine, ExactVectors, type Scored, type Vector } from "../../durable/graph/vectors.ts";
import { contextOf, underlinedContext } from "../../durable/text/context.ts";
import { wordTokens } from "../../durable/text/word-tokens.ts";
import type { GoldenOperation } from "../cases.ts";
import { type GoldenGraph, type OpenGraph, openGraph } from "../state.ts";

interface GoldenRoute {
  readonly mode: RouteMode;
  readonly top_k?: number;
  readonly alpha_sim?: number;
  readonly use_relevance?: boolean;
  readonly query_vector?: Vector;
  readonly index?: Readonly<Record<string, Vector>>;
  readonly model?: GoldenModel;
}

interface GoldenModel {
  readonly r: number;
  readonly A: readonly Vector[];
  readonly B: readonly Vector[];
  readonly w_feat: Vector;
  readonly b: number;
  readonly T: number;
}

interface GoldenConfig {
  readonly max_hops?: number;
  readonly beam_width?: number;
  readonly edge_damping?: number;
  readonly fire_threshold?: number;
  readonly visit_penalty?: number;
  readonly max_fired_nodes?: number | null;
  readonly max_context_chars?: number | null;
}

interface TraverseInput {
  readonly graph: GoldenGraph;
  readonly seeds: readonly Scored[];
  readonly config?: GoldenConfig;
  readonly route?: GoldenRoute;
}

interface RankInput {
  readonly route: GoldenRoute;
  readonly candidates: GoldenGraph["edges"];
}

interface SearchInput {
  readonly top_k: number;
  readonly vectors?: readonly (readonly [id: string, vector: Vector])[];
  readonly query?: Vector;
  /** Instead of vectors: texts for the hash embedder. */
  readonly texts?: readonly (readonly [id: string, text: string])[];
  readonly query_text?: string;
}

interface KeywordInput {
  readonly graph: GoldenGraph;
  readonly query: string;
  readonly top_k?: number;
}

interface OutputInput {
  readonly graph: GoldenGraph;
  readonly fired: readonly string[];
  readonly max_context_chars?: number;
}

/** Seeds of a replayed question. */
const REPLAY_SEEDS = 10;

export const WALK: Readonly<Record<string, GoldenOperation>> = {
  cosine: ({ pairs }: { pairs: readonly (readonly [Vector, Vector])[] }) => ({
    values: pairs.map(([a, b]) => cosine(a, b)),
  }),

  async index_search({ vectors = [], texts, query = [], query_text, top_k }: SearchInput) {
    const index = new ExactVectors();
    for (const [id, vector] of vectors) index.set(id, 0, vector);
    if (texts === undefined) return { results: index.search(query, top_k) };
    const [asked, ...rows] = await new HashEmbedder().embed([
      query_text ?? "",
      ...texts.map(([, text]) => text),
    ]);
    for (const [place, [id]] of texts.entries()) index.set(id, 0, rows[place]);
    return { results: index.search(asked, top_k) };
  },

  tier: ({ weights }: { weights: readonly number[] }) => ({
    tiers: weights.map((weight) => tierOf(weight, PARITY.traversal)),
  }),

  async keyword_seeds_replay({ graph, query }: KeywordInput) {
    const open = await openGraph({ graph });
    return { seeds: replaySeeds(open.graph, wordTokens(query), wordsOf(open), REPLAY_SEEDS) };
  },

  async keyword_seeds_cli({ graph, query, top_k = 0 }: KeywordInput) {
    const open = await openGraph({ graph });
    return { seeds: lexicalSeeds(open.graph, wordTokens(query), wordsOf(open), top_k) };
  },

  async traverse(input: TraverseInput) {
    const open = await openGraph({ graph: input.graph, index: input.route?.index });
    const settings = traversalOf(input.config);
    const decisions: Decision[] = [];
    const choose = input.route && chooserFor(open, input.route, decisions);
    const { fired, scores, steps, walked } = traverse(open.graph, input.seeds, settings, choose);
    const ranked = fired.toSorted((a, b) => (scores.get(b) as number) - (scores.get(a) as number));
    return {
      fired,
      fired_scores: Object.fromEntries(scores),
      steps: steps.map(({ source, target, weight, effective, tier }) => ({
        from_node: source,
        to_node: target,
        edge_weight: weight,
        effective_weight: effective,
        tier,
      })),
      context: contextOf(ranked.map(textsOf(open)), settings.maxContextChars),
      tier_summary: walked ? tierSummary(settings) : {},
      ...(input.route?.mode === "learned" && { decisions: decisions.map(decisionRow) }),
    };
  },

  async route_rank({ route, candidates }: RankInput) {
    const ids = [...new Set(candidates.flatMap(({ source, target }) => [source, target]))];
    const nodes = ids.map((id) => ({ id, content: "" }));
    const open = await openGraph({ graph: { nodes, edges: candidates }, index: route.index });
    const { graph } = open;
    const source = graph.positionOf(candidates[0].source);
    const chosen = chooserFor(open, route, [])?.(source, graph.outgoing(source)) ?? graph.outgoing(source);
    return { chosen: chosen.map((edge) => graph.idAt(graph.targets[edge])) };
  },

  learned_confidence: ({ value_lists }: { value_lists: readonly (readonly number[])[] }) => ({
    values: value_lists.map(confidenceOf),
  }),

  async query_text_output({ graph, fired, max_context_chars }: OutputInput) {
    const open = await openGraph({ graph });
    const entries = [...new Set(fired)]
      .filter((id) => open.graph.has(id))
      .map((id) => ({ id, text: textsOf(open)(id) }));
    return { text: underlinedContext(entries, max_context_chars ?? null) };
  },
};

function traversalOf(config: GoldenConfig = {}): TraversalSettings {
  const defaults = { ...PARITY.traversal, ...UNLIMITED };
  return {
    ...defaults,
    maxHops: config.max_hops ?? defaults.maxHops,
    beamWidth: config.beam_width ?? defaults.beamWidth,
    edgeDamping: config.edge_damping ?? defaults.edgeDamping,
    fireThreshold: config.fire_threshold ?? defaults.fireThreshold,
    visitPenalty: config.visit_penalty ?? defaults.visitPenalty,
    maxFiredNodes: config.max_fired_nodes ?? defaults.maxFiredNodes,
    maxContextChars: config.max_context_chars ?? defaults.maxContextChars,
  };
}

function chooserFor({ graph, vectors }: OpenGraph, route: GoldenRoute, decisions: Decision[]) {
  const settings: RoutingSettings = {
    mode: route.mode,
    topK: route.top_k ?? PARITY.routing.topK,
    alphaSim: route.alpha_sim ?? PARITY.routing.alphaSim,
    useRelevance: route.use_relevance ?? PARITY.routing.useRelevance,
  };
  const question = {
    vectors,
    vector: route.query_vector ?? [],
    model: route.model ? modelOf(route.model) : null,
  };
  return chooserOf(graph, settings, question, (decision) => decisions.push(decision));
}

function modelOf({ r, A, B, w_feat, b, T }: GoldenModel): RouteModel {
  return { rank: r, questions: A, targets: B, features: w_feat, bias: b, temperature: T };
}

function decisionRow(decision: Decision) {
  return {
    router_entropy: decision.router.entropy,
    router_conf: decision.router.confidence,
    router_margin: decision.router.margin,
    relevance_entropy: decision.relevance.entropy,
    relevance_conf: decision.relevance.confidence,
    chosen_edge: [decision.source, decision.target],
    graph_prior_score: decision.priorScore,
    router_score_raw: decision.routerScore,
    final_score: decision.finalScore,
    candidate_count: decision.candidates,
    policy_disagreement: decision.disagreement,
  };
}

function tierSummary({ reflexThreshold, habitualRange, inhibitoryThreshold }: TraversalSettings) {
  const [low, high] = habitualRange;
  return {
    reflex: `>= ${reflexThreshold}`,
    habitual: `${low} - ${high}`,
    dormant: `< ${low}`,
    inhibitory: `< ${inhibitoryThreshold}`,
  };
}

function textsOf({ words }: OpenGraph): (id: string) => string {
  return (id) => words.node(id)?.text ?? "";
}

function wordsOf(open: OpenGraph): (id: string) => Set<string> {
  return (id) => wordTokens(textsOf(open)(id));
}
