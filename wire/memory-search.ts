// Searching memories, and what a question lets through of them.

import * as z from "zod";
import { NodeId, QueryId, TotalMs, text } from "./fields.ts";
import { LIMITS } from "./limits.ts";
import { Confidence, Memory, Moment, memoryFilters, Project, Tags, Type, Visibility } from "./memories.ts";

const Weight = z.number().min(0).max(1).optional();
const WeightSet = z
  .strictObject({
    similarity: Weight,
    recency: Weight,
    frequency: Weight,
    type_boost: Weight,
    scope_boost: Weight,
    confidence: Weight,
    reinforcement: Weight,
    tag_affinity: Weight,
    graph_proximity: Weight,
  })
  .describe("Together 1; a set that is not valid is replaced by `fallback`, and the reply says so.");

export const SearchMemoriesRequest = z.strictObject({
  query: text(LIMITS.query),
  weights: z.union([z.enum(["config", "fallback", "readme"]), WeightSet]).optional(),
  route_weight: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe(
      "What the learned route weighs at least, as the ninth factor; default 0.05, 0 leaves it to the weights.",
    ),
  ...memoryFilters,
  tags: Tags.optional().describe("A memory has all of them."),
  min_confidence: Confidence.optional(),
  include_invalidated: z.boolean().optional(),
  limit: z.int().min(1).max(LIMITS.memoriesFound).optional().describe("Default 10."),
  budget: z
    .int()
    .min(0)
    .max(LIMITS.memoryTokens)
    .optional()
    .describe("Of the context, in tokens; default 2000."),
});
export type SearchMemoriesRequest = z.infer<typeof SearchMemoriesRequest>;

export const SearchMemoriesReply = z.object({
  query_id: QueryId.describe("For feedback on what the walk found."),
  results: z.array(
    z.object({
      memory: Memory,
      similarity_score: z.number(),
      recency_score: z.number(),
      frequency_score: z.number(),
      type_boost: z.number(),
      scope_boost: z.number(),
      confidence_score: z.number(),
      reinforcement_score: z.number(),
      tag_affinity_score: z.number(),
      graph_proximity_score: z.number(),
      supersession_penalty: z.number(),
      conflict_penalty: z.number(),
      final_score: z.number(),
      conflicts_with: z
        .array(NodeId)
        .describe("Others that say otherwise, as long as it is open who is right."),
    }),
  ),
  context: z.string().describe("The texts that fit the budget, fenced as untrusted."),
  context_ids: z.array(NodeId),
  tokens_used: z.int().describe("Of the texts, as an estimate."),
  weights: z
    .record(z.string(), z.number())
    .describe("What each factor weighed; their weighted sum times both penalties is `final_score`."),
  weights_fell_back: z.boolean(),
  degraded: z.literal("embedder_unavailable").optional(),
  total_ms: TotalMs,
});
export type SearchMemoriesReply = z.infer<typeof SearchMemoriesReply>;

const Kinds = z
  .array(
    z.enum([
      "chunk",
      "correction",
      "teaching",
      "directive",
      "note",
      "procedure",
      "step",
      "decision",
      "memory",
      "fact",
    ]),
  )
  .min(1)
  .max(10);

/** What a question may leave out of what it finds; all but `kinds` is about memories. */
export const questionFilters = {
  kinds: Kinds.optional().describe("Only nodes of these kinds; a procedure comes with its steps."),
  project: Project.optional().describe("Memories of this project and of none; without it of all."),
  as_of: Moment.optional().describe("Memories as they held at this moment; all else as it is."),
  visibility: Visibility.optional().describe("Memories of this one only."),
  memory_types: z.array(Type).min(1).max(5).optional().describe("Memories of these types only."),
  memory_tags: Tags.optional().describe("Memories that have all of these tags."),
  min_confidence: Confidence.optional().describe("Memories at least this sure."),
};
