// Searching memories: filtered first, then ranked by weighted factors, of which the learned route is the ninth; then cut to a
// budget of tokens. The walk that found the routes leaves a trail, so that feedback can name the search.

import type { SearchMemoriesReply, SearchMemoriesRequest } from "../../wire/memory-search.ts";
import { passes } from "../graph/memories/holding.ts";
import type { MemoryRecord } from "../graph/memories/memory-record.ts";
import { type Ranked, ranked } from "../graph/memories/ranking.ts";
import { LEAST_ROUTE_WEIGHT, type Weights, weightsFor, withRoute } from "../graph/memories/weights.ts";
import { byScoreThenId } from "../graph/vectors.ts";
import { withNote } from "../text/conflict-notes.ts";
import { fencedContext } from "../text/context.ts";
import { fitting } from "../text/token-budget.ts";
import { disputesOf } from "./disputed.ts";
import { filterOf } from "./memories.ts";
import type { Operation, Work } from "./memory.ts";
import { viewOf } from "./memory-shelf.ts";
import { askedOf } from "./memory-standing.ts";
import { recordsIn, shownMemories } from "./memory-view.ts";
import { type EmbeddedQuestion, embedQuestion, keepTrail, type Recall, recall } from "./recall.ts";

const LIMIT = 10;
const BUDGET = 2_000;
/** Memories that are ranked, nearest first, beside those that the walk found. */
const CANDIDATES = 200;

export const searchMemories: Operation<SearchMemoriesRequest, SearchMemoriesReply, EmbeddedQuestion> = {
  wait: (memory, { query }, call) => embedQuestion(memory, query, call),

  act(work, request, { vector, failure, reach }) {
    const { call } = work;
    const { weights: wanted = "config", route_weight: route, limit = LIMIT, budget = BUDGET } = request;
    const { query, weights: _, route_weight: _route, limit: _limit, budget: _budget, ...asked } = request;
    const { project = "", ...rest } = asked;
    const filter = filterOf(rest, call.now);
    const records = new Map<string, MemoryRecord>();
    for (const record of recordsIn(viewOf(work, filter.visibility, filter.asOf))) {
      const isOfProject = project === "" || record.project === "" || record.project === project;
      if (isOfProject && passes(record, filter)) records.set(record.id, record);
    }
    const memories = { ...filter, about: project };
    const isAllowed = (id: string) => records.has(id);
    const recalled = recall(work, { text: query, vector, reach, isAllowed, memories }, work.settings);
    const { weights: own, fellBack } = weightsFor(definedIn(wanted));
    const weights = withRoute(own, route ?? LEAST_ROUTE_WEIGHT);
    const found = candidatesOf(work, records, recalled);
    const order = ranked(found, askedOf(query, project, call.now), weights);
    const best = order.slice(0, limit);
    const shown = shownMemories(
      work,
      best.map(({ memory }) => memory),
    );
    const ids = shown.map(({ id }) => id);
    const disputes = disputesOf(work, ids, filter);
    const noted = shown.map(({ id, content }) => withNote(content, disputes.get(id) ?? []));
    const { places, tokens } = fitting(noted, budget);
    const fits = places.map((place) => shown[place]);
    const entries = places.map((place) => ({
      ...{ id: shown[place].id, kind: "memory", citation: null },
      text: noted[place],
    }));
    const context = entries.length === 0 ? "" : fencedContext(entries, call.id, null).text;
    keepTrail(work, recalled, {
      query,
      chatId: null,
      fired: best.map(({ memory }) => memory.id).filter((id) => recalled.walk.scores.has(id)),
      contextIds: fits.map(({ id }) => id),
      decision: best.length > 0 ? "answered" : "low_confidence",
      work: { vectors: work.vectors.size, ...recalled.walk.work },
    });
    return {
      query_id: call.id,
      results: best.map((one, place) => ({
        memory: shown[place],
        ...scoresOf(one),
        conflicts_with: disputes.get(one.memory.id)?.map(({ id }) => id) ?? [],
      })),
      context,
      context_ids: fits.map(({ id }) => id),
      tokens_used: tokens,
      weights,
      weights_fell_back: fellBack,
      ...(failure && { degraded: "embedder_unavailable" }),
      total_ms: call.elapsed(),
    };
  },
};

/** The nearest memories, and all that the walk found, each with its own similarity and its share of the best route. */
function candidatesOf({ vectors }: Work, records: ReadonlyMap<string, MemoryRecord>, recalled: Recall) {
  const { walk, found } = recalled;
  const routes = [...walk.scores].filter(([id]) => records.has(id));
  const most = Math.max(0, ...routes.map(([, score]) => score));
  const route = new Map(routes.map(([id, score]) => [id, most > 0 ? Math.max(0, score / most) : 0]));
  const { vector } = found;
  const near = [...records.keys()]
    .map((id) => [id, vector ? vectors.similarity(id, vector) : 0] as const)
    .sort(byScoreThenId);
  return near
    .filter(([id], place) => place < CANDIDATES || route.has(id))
    .map(([id, similarity]) => {
      return { memory: records.get(id) as MemoryRecord, similarity, proximity: route.get(id) ?? 0 };
    });
}

function definedIn(weights: NonNullable<SearchMemoriesRequest["weights"]>) {
  if (typeof weights === "string") return weights;
  return Object.fromEntries(
    Object.entries(weights).filter(([, weight]) => weight !== undefined),
  ) as Partial<Weights>;
}

function scoresOf({ factors, supersessionPenalty, conflictPenalty, finalScore }: Ranked) {
  return {
    similarity_score: factors.similarity,
    recency_score: factors.recency,
    frequency_score: factors.frequency,
    type_boost: factors.type_boost,
    scope_boost: factors.scope_boost,
    confidence_score: factors.confidence,
    reinforcement_score: factors.reinforcement,
    tag_affinity_score: factors.tag_affinity,
    graph_proximity_score: factors.graph_proximity,
    supersession_penalty: supersessionPenalty,
    conflict_penalty: conflictPenalty,
    final_score: finalScore,
  };
}
