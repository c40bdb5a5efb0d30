// `query` of the worker envelope: seeds, walk, and the texts as its clients know them.

import type { Metadata, NodeRecord } from "../graph/records.ts";
import { chooserOf } from "../graph/routing.ts";
import { seedsOf } from "../graph/seeding.ts";
import type { RouteMode, RoutingSettings, SeedSettings, TraversalSettings } from "../graph/settings.ts";
import { traverse, type Walk } from "../graph/traversal.ts";
import type { Scored } from "../graph/vectors.ts";
import { contextOf } from "../text/context.ts";
import { strip } from "../text/lines.ts";
import { rankedPromptContext } from "../text/prompt-context.ts";
import type { Memory, Work } from "./memory.ts";
import type { Method } from "./rpc-methods.ts";
import { type Params, refuse } from "./rpc-params.ts";
import { checkVector } from "./teaching.ts";

const ROUTE_MODES: readonly RouteMode[] = ["off", "edge", "edge+sim"];

interface Question {
  readonly query: string;
  readonly chatId: string | null;
  readonly seeds: SeedSettings;
  readonly traversal: TraversalSettings;
  readonly routing: RoutingSettings;
  readonly mostPromptChars: number;
  readonly withIds: boolean;
  readonly isExcluded: (file: string | null) => boolean;
}

export const query: Method = async (params, memory, call) => {
  const question = questionIn(params, memory);
  const start = call.elapsed();
  const [vector] = await memory.embedder.embed([question.query], "query");
  const embedMs = call.elapsed() - start;

  return (work) => {
    checkVector(work, vector);
    const { graph, vectors, call } = work;
    const walkStart = call.elapsed();
    const seeds = seedsOf(vectors.search(vector, question.seeds.topK), question.seeds);
    const choose = chooserOf(graph, question.routing, { vector, vectors, model: null });
    const walk = traverse(graph, seeds, question.traversal, choose);
    const traverseMs = call.elapsed() - walkStart;
    const scoreOf = (id: string) => walk.scores.get(id) ?? 0;

    const nodes = [...new Set(walk.fired)].map((id) => work.draft.node(id) as NodeRecord);
    const shown = nodes.filter(({ file }) => !question.isExcluded(file));
    const left = nodes.filter(({ file }) => question.isExcluded(file));
    const ranked = nodes.toSorted((a, b) => scoreOf(b.id) - scoreOf(a.id));
    const context = contextOf(
      ranked.map(({ text }) => text),
      question.traversal.maxContextChars,
    );
    const totalMs = embedMs + (call.elapsed() - walkStart);
    const prompt = rankedPromptContext(shown, walk.scores, {
      ...work.settings.prompt,
      mostChars: question.mostPromptChars,
      withIds: question.withIds,
    });
    const stats = {
      ...prompt.stats,
      prompt_context_excluded_files_count: new Set(left.map(({ file }) => file)).size,
      prompt_context_excluded_node_ids_count: left.length,
    };
    record(work, question, seeds, walk, stats);
    return {
      fired_nodes: walk.fired,
      max_fired_nodes: question.traversal.maxFiredNodes,
      context,
      prompt_context: prompt.text,
      ...stats,
      seeds,
      embed_query_ms: milliseconds(embedMs),
      traverse_ms: milliseconds(traverseMs),
      total_ms: milliseconds(totalMs),
    };
  };
};

function questionIn(params: Params, { settings }: Memory): Question {
  const { seeds, traversal, routing } = settings;
  const asked = params.raw("query");
  const query = typeof asked === "string" ? strip(asked) : "";
  if (query === "") refuse("query must be a non-empty string");
  const mostPromptChars = params.lenientInteger("max_prompt_context_chars", traversal.maxContextChars ?? 0);
  const files = new Set(params.texts("exclude_files"));
  const prefixes = params.texts("exclude_file_prefixes") ?? [];
  return {
    query,
    chatId: params.text("chat_id") ?? null,
    seeds: { ...seeds, topK: params.count("top_k", seeds.topK) },
    traversal: {
      ...traversal,
      maxFiredNodes: params.count("max_fired_nodes", traversal.maxFiredNodes ?? 0),
      maxContextChars: params.count("max_context_chars", mostPromptChars),
    },
    routing: {
      mode: routeModeIn(params, routing.mode),
      topK: params.count("route_top_k", routing.topK),
      alphaSim: params.number("route_alpha_sim") ?? routing.alphaSim,
      useRelevance: params.boolean("route_use_relevance", routing.useRelevance),
    },
    mostPromptChars,
    withIds: params.boolean("prompt_context_include_node_ids", true),
    isExcluded: (file) =>
      file !== null && (files.has(file) || prefixes.some((prefix) => file.startsWith(prefix))),
  };
}

function routeModeIn(params: Params, fallback: RouteMode): RouteMode {
  const given = params.raw("route_mode") ?? fallback;
  const mode = typeof given === "string" ? strip(given).toLowerCase() : given;
  return (
    ROUTE_MODES.find((known) => known === mode) ??
    refuse(`route_mode must be one of: ${ROUTE_MODES.join(", ")}`)
  );
}

/** Keeps the walk for feedback, and the question in the journal. */
function record(work: Work, question: Question, seeds: readonly Scored[], walk: Walk, stats: Metadata): void {
  const { store, call, graph } = work;
  const { query, chatId } = question;
  const { fired, scores, steps, suppressed } = walk;
  store.recordTrail({
    queryId: call.id,
    chatId,
    at: call.now,
    author: call.author,
    query,
    seeds,
    fired,
    scores: fired.map((id) => scores.get(id) ?? 0),
    steps,
    suppressed,
  });
  const body = { query, fired, fired_count: fired.length, node_count: graph.nodeCount, metadata: stats };
  store.record("query", body, { at: call.now, author: call.author });
}

function milliseconds(time: number): number {
  return Math.round(time * 1000) / 1000;
}
