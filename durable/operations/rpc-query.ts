// `query` of the worker envelope: what fired, and its texts in the block that its clients know.
// Files that a caller excludes are left out of the block only; they fire, and feedback reaches them.

import { LIMITS } from "../../wire/limits.ts";
import type { NodeRecord } from "../graph/records.ts";
import type { RouteMode } from "../graph/settings.ts";
import { contextOf } from "../text/context.ts";
import { isBlank, strip } from "../text/lines.ts";
import { rankedPromptContext } from "../text/prompt-context.ts";
import type { Memory } from "./memory.ts";
import { embedQuestion, excluding, keepTrail, lapsOf, type RecallSettings, recall } from "./recall.ts";
import type { Method } from "./rpc-method.ts";
import { type Params, refuse } from "./rpc-params.ts";

const ROUTE_MODES: readonly RouteMode[] = ["off", "edge", "edge+sim"];

interface Question extends RecallSettings {
  readonly query: string;
  readonly chatId: string | null;
  readonly mostPromptChars: number | null;
  readonly withIds: boolean;
  readonly isExcluded: (file: string | null) => boolean;
}

export const query: Method = async (params, memory, call) => {
  const question = questionIn(params, memory);
  const { vector, reach, embedMs } = await embedQuestion(memory, question.query, call);

  return (work) => {
    const recalled = recall(work, { text: question.query, vector, reach }, question);
    const { seeds, walk, searchMs, walkMs } = recalled;
    const lap = lapsOf(work.call);
    const scoreOf = (id: string) => walk.scores.get(id) ?? 0;
    const nodes = [...new Set(walk.fired)].map((id) => work.draft.node(id) as NodeRecord);
    const texts = nodes.toSorted((a, b) => scoreOf(b.id) - scoreOf(a.id)).map(({ text }) => text);
    const context = contextOf(texts, question.traversal.maxContextChars);
    const contextMs = lap();

    const excluded = nodes.filter(({ file }) => question.isExcluded(file));
    const shown = nodes.filter(({ file }) => !question.isExcluded(file));
    const prompt = rankedPromptContext(shown, walk.scores, {
      ...work.settings.prompt,
      mostChars: question.mostPromptChars,
      withIds: question.withIds,
    });
    keepTrail(work, recalled, {
      query: question.query,
      chatId: question.chatId,
      fired: walk.fired,
      contextIds: prompt.stats.prompt_context_included_node_ids,
      decision: walk.fired.length > 0 ? "answered" : "low_confidence",
      work: { vectors: work.vectors.size, ...walk.work },
    });
    return {
      fired_nodes: walk.fired,
      max_fired_nodes: question.traversal.maxFiredNodes,
      context,
      prompt_context: prompt.text,
      ...prompt.stats,
      prompt_context_excluded_files_count: new Set(excluded.map(({ file }) => file)).size,
      prompt_context_excluded_node_ids_count: excluded.length,
      seeds,
      embed_query_ms: milliseconds(embedMs),
      traverse_ms: milliseconds(searchMs + walkMs),
      total_ms: milliseconds(embedMs + searchMs + walkMs + contextMs),
    };
  };
};

function questionIn(params: Params, { settings }: Memory): Question {
  const { seeds, hybrid, traversal, routing } = settings;
  const asked = params.raw("query");
  if (typeof asked !== "string" || isBlank(asked)) refuse("query must be a non-empty string");
  const query = strip(params.requiredText("query", LIMITS.query));
  const mostPromptChars = params.lenientInteger("max_prompt_context_chars", traversal.maxContextChars);
  return {
    query,
    hybrid,
    chatId: params.text("chat_id", LIMITS.chatId) ?? null,
    seeds: { ...seeds, topK: params.count("top_k", LIMITS.topK, seeds.topK) },
    traversal: {
      ...traversal,
      maxFiredNodes: params.count("max_fired_nodes", LIMITS.firedNodes, traversal.maxFiredNodes),
      maxContextChars: params.count("max_context_chars", LIMITS.contextChars, mostPromptChars),
    },
    routing: {
      mode: routeModeIn(params, routing.mode),
      topK: params.count("route_top_k", LIMITS.topK, routing.topK),
      alphaSim: params.number("route_alpha_sim", 0, LIMITS.alphaSim) ?? routing.alphaSim,
      useRelevance: params.boolean("route_use_relevance", routing.useRelevance),
    },
    mostPromptChars,
    withIds: params.boolean("prompt_context_include_node_ids", true),
    isExcluded: excluding(
      params.texts("exclude_files", LIMITS.excluded),
      params.texts("exclude_file_prefixes", LIMITS.excluded),
    ),
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

function milliseconds(time: number): number {
  return Math.round(time * 1000) / 1000;
}
