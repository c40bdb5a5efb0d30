// Golden operations of memories as records: factors, ranking, fusion, filters, versions, life, and what becomes of a new one.

import { factorsOf } from "../../durable/graph/memories/factors.ts";
import { bestOfLists, blended, candidatesFrom } from "../../durable/graph/memories/fusion.ts";
import { isOfProject, lineageOf, type MemoryFilter, passes } from "../../durable/graph/memories/holding.ts";
import { lifePlan, reportOf } from "../../durable/graph/memories/lifecycle.ts";
import { isThreshold, type LikenessSettings, reinforced } from "../../durable/graph/memories/likeness.ts";
import { conflictPenalty, ranked } from "../../durable/graph/memories/ranking.ts";
import { areValid, weightsFor, withRoute } from "../../durable/graph/memories/weights.ts";
import { cosine } from "../../durable/graph/vectors.ts";
import { contradictedBy } from "../../durable/operations/contradicted.ts";
import { newMemory } from "../../durable/operations/memory-rows.ts";
import { placingOf, sayTheSame } from "../../durable/operations/placing-memory.ts";
import { isLongEnough } from "../../durable/text/memory-content.ts";
import { memoryTypeOf } from "../../durable/text/memory-type.ts";
import { verdictIn } from "../../durable/text/model-answers.ts";
import type { GoldenOperation } from "../cases.ts";
import { askedOf, type Row, recordOf } from "./memory-rows.ts";

const NAMES: Readonly<Record<string, string>> = {
  similarity: "similarity_score",
  recency: "recency_score",
  frequency: "frequency_score",
  confidence: "confidence_score",
  reinforcement: "reinforcement_score",
  tag_affinity: "tag_affinity_score",
  graph_proximity: "graph_proximity_score",
};

export const MEMORIES: Readonly<Record<string, GoldenOperation>> = {
  factors(input: Row) {
    const { memory, similarity, graph_proximity: proximity = 0 } = input;
    const factors = factorsOf(recordOf(memory), askedOf(input), { similarity, proximity });
    return Object.fromEntries(
      Object.entries(factors).map(([factor, value]) => [NAMES[factor] ?? factor, value]),
    );
  },

  ranking(input: Row) {
    const found = input.results.map(({ memory, similarity }: Row) => {
      return { memory: recordOf(memory), similarity, proximity: input.proximity?.[memory.id] ?? 0 };
    });
    return ranked(found, askedOf(input), weightsFor(input.weights).weights).map(({ memory, finalScore }) => {
      return { id: memory.id, final_score: finalScore };
    });
  },

  weights: ({ weights }: Row) => ({ valid: areValid(weights) }),

  "rrf/blend": ({ vector_ids, graph_ids, vector_weight, graph_weight }: Row) => ({
    scores: Object.fromEntries(
      blended(vector_ids, graph_ids, { vector: vector_weight, graph: graph_weight }),
    ),
  }),

  "rrf/lists": ({ lists, limit }: Row) => ({
    ranked: bestOfLists(lists, limit).map(([id, score]) => ({ id, score })),
  }),

  "graph-proximity"(input: Row) {
    return { proximity: Object.fromEntries(hitsOf(input).map(({ id, proximity }) => [id, proximity])) };
  },

  "reference-flaws/recall"(input: Row) {
    const records = new Map(input.store.map((row: Row) => [row.id, recordOf(row)]));
    const found = hitsOf(input).map(({ id, ...hit }) => ({ memory: records.get(id) as never, ...hit }));
    const weights = withRoute(weightsFor(input.weights).weights);
    const order = ranked(found, askedOf(input), weights);
    return {
      similarity: Object.fromEntries(order.map(({ memory, similarity }) => [memory.id, similarity])),
      order: order.map(({ memory }) => memory.id),
    };
  },

  "reference-flaws/tag_affinity"({ tags, query }: Row) {
    const asked = askedOf({ now: "2026-05-04T12:00:00Z", query });
    const { tag_affinity } = factorsOf(recordOf({ tags }), asked, { similarity: 0, proximity: 0 });
    return { tag_affinity_score: tag_affinity };
  },

  "reference-flaws/recall_candidates": ({ project, memories }: Row) => ({
    ids: memories
      .map(recordOf)
      .filter((one: Row) => isOfProject(one, project))
      .map(({ id }: Row) => id),
  }),

  "reference-flaws/hook_loop"({ pre, post }: Row) {
    const project = pre.cwd.split("/").at(-1);
    return { found: isOfProject(recordOf({ project: post.project }), project) };
  },

  "temporal/filter": ({ memories, filters }: Row) => ({ ids: passing(memories, filters) }),
  "reference-flaws/as_of": ({ memories, as_of }: Row) => ({ ids: passing(memories, { as_of }) }),
  "reference-flaws/search": ({ memories, filters }: Row) => ({ ids: passing(memories, filters ?? {}) }),

  "temporal/chain"({ memories, id }: Row) {
    const older = new Map<string, string | null>(
      memories.map(recordOf).map((one: Row) => [one.id, one.supersedesId]),
    );
    return { chain: lineageOf(id, (one) => older.get(one)) };
  },

  lifecycle: (input: Row) => lifeOf(input),
  "reference-flaws/lifecycle": (input: Row) => {
    const history = input.memories.map(({ id }: Row) => id).sort();
    return { remaining_current: lifeOf(input).remaining, history };
  },

  "dedup/store": (input: Row) => storeOf(input),
  "reference-flaws/store"(input: Row) {
    return input.ttl_hours === undefined ? storeOf(input) : lifeOfStored(input);
  },
  "dedup/validate": ({ content, dedup_threshold }: Row) => ({
    accepted: content === undefined ? isThreshold(dedup_threshold) : isLongEnough(content),
  }),

  "capture-pipeline": (input: Row) => capture(input),
  "reference-flaws/capture"(input: Row) {
    const { existing, stored } = capture(input);
    const isSettled = stored[0]?.conflict_status === "active" && existing[0].conflict_status === "active";
    return {
      existing_confidence: existing[0].confidence,
      reinforced_count: existing[0].reinforced_count,
      stored: stored.length,
      conflict: isSettled || existing[0].closed ? "active on both, or e1 closed" : "none",
    };
  },

  "conflicts/penalty": ({ memory }: Row) => ({ conflict_penalty: conflictPenalty(recordOf(memory)) }),

  "contradiction/detect"({ existing, content, vector, llm_response }: Row) {
    let calls = 0;
    const ask = (): boolean => {
      calls++;
      return verdictIn(llm_response, []).contradicts;
    };
    const near = nearOf(existing, vector);
    const found = contradictedBy(content, near, llm_response === undefined ? null : ask);
    return { contradicted: found.map(({ id }) => id), llm_calls: calls };
  },
};

function hitsOf({ store, vector, graph_ids, hops, true_similarity }: Row) {
  const stored = new Set(store.map(({ id }: Row) => id));
  return candidatesFrom(
    vector.map(({ id, similarity }: Row) => [id, similarity] as const),
    graph_ids,
    hops ?? null,
    (id) => (stored.has(id) ? (true_similarity?.[id] ?? 0) : undefined),
  );
}

function passing(memories: readonly Row[], filters: Row): string[] {
  const time = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text));
  const filter: MemoryFilter = {
    ...filters,
    asOf: time(filters.as_of),
    validBefore: time(filters.valid_before),
    validAfter: time(filters.valid_after),
    includeInvalidated: filters.include_invalidated,
    userId: filters.user_id,
  };
  const rows = memories.filter((row) => passes(recordOf(row), filter));
  return rows.map(({ id }) => id).sort();
}

function lifeOf({ memories, now, dry_run: isDry }: Row) {
  const vectors = new Map<string, Row>(memories.map((row: Row) => [row.id, row]));
  const plan = lifePlan(memories.map(recordOf), Date.parse(now), function* (ids, above) {
    for (const [at, first] of ids.entries()) {
      for (const second of ids.slice(at + 1)) {
        const [a, b] = [vectors.get(first), vectors.get(second)];
        if (cosine(a.vector, b.vector) > above && sayTheSame(a.content, b.content)) yield [first, second];
      }
    }
  });
  const closed = new Set(isDry ? [] : plan.closings.map(({ id }) => id));
  const remaining = [...vectors.keys()].filter((id) => !closed.has(id)).sort();
  return { report: reportOf(plan), remaining };
}

function lifeOfStored({ ttl_hours, created_at, now }: Row) {
  const memory = newMemory({ ttl_seconds: ttl_hours * 3600 }, Date.parse(created_at));
  const plan = lifePlan([{ ...memory, id: "m" }], Date.parse(now), () => []);
  return { scope: memory.scope, deleted: plan.closings.length > 0 };
}

function nearOf(existing: readonly Row[], vector: readonly number[]) {
  return existing.map(({ id, content, vector: own }) => {
    return { id, content, similarity: cosine(own, vector) };
  });
}

const DECISIONS: Readonly<Record<string, string>> = { store: "store", skip: "skip", update: "update" };

function storeOf({ existing, vector, content, threshold }: Row) {
  const { outcome, near } = placingOf(content, nearOf(existing, vector), { same: threshold, heard: 0 });
  return {
    decision: DECISIONS[outcome] ?? outcome,
    existing_id: near?.id ?? "",
    ...(outcome === "update" && { content_after: content }),
    ...(outcome === "new_version" && { supersedes: near?.id }),
  };
}

/** A turn's memories through the stages of capturing, in order. */
function capture(input: Row) {
  const settings: LikenessSettings = { same: input.dedup_threshold, heard: input.reinforcement_threshold };
  const existing = input.existing.map((row: Row) => {
    return { ...row, reinforced_count: 0, conflict_status: "", closed: false };
  });
  const stored: Row[] = [];
  let calls = 0;
  for (const { content, type, confidence } of input.captured) {
    const vector = input.vectors[content];
    if (!vector) continue;
    const near = nearOf(existing, vector);
    const { outcome, near: other } = placingOf(content, near, settings);
    if (outcome === "skip") continue;
    const offered = near.map(({ id }) => id);
    const asked = input.conflict_response !== undefined && offered.length > 0;
    if (asked) calls++;
    const contradicted = asked ? verdictIn(input.conflict_response, offered).id : null;
    const denied = existing.find(({ id }: Row) => id === contradicted);
    const known = existing.find(({ id }: Row) => id === other?.id);
    if (!denied && outcome === "reinforce") {
      known.confidence = reinforced(known.confidence);
      known.reinforced_count++;
      continue;
    }
    if (denied) denied.conflict_status = "active";
    else if (outcome === "new_version") known.closed = true;
    stored.push({
      content,
      type: type || memoryTypeOf(content),
      confidence,
      project: input.project,
      conflict_status: denied ? "active" : "",
      ...(denied && { same_group: true }),
    });
  }
  return { conflict_llm_calls: calls, existing, stored };
}
