// Why a question was answered as it was: how each node got into the answer, and what kept another one out.

import * as z from "zod";
import { NodeId, QueryId, TotalMs } from "./fields.ts";
import { LIMITS } from "./limits.ts";

/** Stands for the newest question of an agent. */
export const NEWEST = "last";

const AskedId = z
  .string()
  .min(1)
  .max(64)
  .describe(`\`query_id\` of an earlier query, or \`${NEWEST}\` for the newest.`);

export const ExplainRequest = z.strictObject({ id: AskedId });
export type ExplainRequest = z.infer<typeof ExplainRequest>;

export const WhyNotRequest = z.strictObject({ id: AskedId, node: NodeId });
export type WhyNotRequest = z.infer<typeof WhyNotRequest>;

/** A learning event that had a part in an edge. */
export const Teacher = z.object({
  event_id: z.string().nullable().describe("For `POST /undo`; null where it is not known."),
  how: z
    .enum(["outcome", "correction", "injection"])
    .describe("`outcome`: a verdict moved it. `correction`, `injection`: it came with what was taught."),
  author: z.string().describe("Token that taught."),
  at: z.number().describe("Milliseconds since 1970."),
  outcome: z.number().nullable().describe("The verdict, −1 … 1."),
  change: z.number().nullable().describe("By how much it moved the weight."),
  undone: z.boolean().describe("True: it was taken back since."),
});
export type Teacher = z.infer<typeof Teacher>;

export const ExplainedEdge = z.object({
  source: z.string(),
  target: z.string(),
  kind: z.string().nullable().describe("Null: the edge is not there any more."),
  weight: z.number().nullable().describe("As it is now."),
  tier: z.string().nullable().describe("As it is now: reflex, habitual, dormant or inhibitory."),
  taught_by: z
    .array(Teacher)
    .describe(`Newest first, at most ${LIMITS.teachers}; empty where nobody taught it.`),
});
export type ExplainedEdge = z.infer<typeof ExplainedEdge>;

export const ExplainedStep = ExplainedEdge.extend({
  hop: z.int().describe("1 for the first step from a seed."),
  score: z.number().describe("With which its target was reached."),
  weight_then: z.number(),
  tier_then: z.string(),
});
export type ExplainedStep = z.infer<typeof ExplainedStep>;

const Lowered = z
  .object({
    kept: z.number().describe("Share of its score that is left, 0 … 1."),
    by: z.array(Teacher).describe("The verdicts; newest first."),
  })
  .nullable()
  .describe("What verdicts took from a node that misled for questions like this one; null: nothing.");

export const ExplainedSeed = z.object({
  score: z.number(),
  words: z.number().nullable().describe("Share of the question's words, 0 … 1; null: not known."),
  meaning: z.number().nullable().describe("Similarity to the question, −1 … 1; null: not known."),
  taught: z
    .boolean()
    .nullable()
    .describe("True: a question that was taught to lead to it resembles this one more than its text does."),
  taught_by: z.array(Teacher).describe("Who taught that question; newest first."),
  lent: z
    .array(z.object({ from: NodeId, kind: z.string(), amount: z.number() }))
    .describe(
      "What was added to that: by neighbours in a talk or file (`sibling`), by nodes that name it or that it names (`mention`), by a match that shares a rare name with it and lacks what it says of the question (`chain`), by a question that was taught to lead to it (`question`, from itself), to a correction by what it corrects (`corrected`), by what judged answers taught of all answers (`ranking`, from itself, below 0 where it speaks against the node).",
    ),
  lowered: Lowered,
});
export type ExplainedSeed = z.infer<typeof ExplainedSeed>;

export const NodeState = z
  .enum(["present", "changed", "gone", "erased"])
  .describe("Since the question: `changed` in text or place, `gone` by a sync, maintenance or undo.");
export type NodeState = z.infer<typeof NodeState>;

export const Evidence = z.object({
  confidence: z.number().nullable().describe("0 … 1; null in the parity profile."),
  least_confidence: z.number().nullable().describe("Below it nothing is answered."),
  words: z.number().nullable().describe("Best share of the question's words in one node."),
  nearest: z.number().nullable().describe("Similarity of the nearest node; null without a vector."),
  strangers: z.number().nullable().describe("Share of the question's names that occur nowhere."),
});
export type Evidence = z.infer<typeof Evidence>;

export const ExplainReply = z.object({
  query_id: QueryId,
  at: z.number().describe("When it was asked, milliseconds since 1970."),
  author: z.string().describe("Token that asked."),
  complete: z.boolean().describe("False: the trail is of an earlier version, and lacks the parts of scores."),
  decision: z.enum(["answered", "low_confidence"]),
  evidence: Evidence,
  fired: z
    .array(
      z.object({
        id: z.string(),
        state: NodeState,
        score: z.number(),
        in_context: z.boolean().nullable().describe("Null: not known."),
        seed: ExplainedSeed.nullable().describe("How the question itself found it; null: by a walk."),
        route: z.array(ExplainedStep).describe("The steps that led to it, from a seed on."),
        part_of: z
          .string()
          .nullable()
          .describe("The procedure that it is a step of: whatever part of that fires, all of it does."),
        stands_in_for: z.array(z.string()).describe("Nodes that it keeps out, and whose place it took."),
      }),
    )
    .describe(`In order of firing, the first ${LIMITS.pageSize}.`),
  fired_left_out: z.int(),
  suppressed: z
    .array(z.object({ id: z.string(), state: NodeState, by: z.array(ExplainedEdge) }))
    .describe("What would have fired, with the edges that kept it out."),
  total_ms: TotalMs,
});
export type ExplainReply = z.infer<typeof ExplainReply>;

/** Why a node is not in an answer. Codes are added, never renamed. */
export const WHY_NOT = {
  answered: "it did fire, and its text is in the context",
  not_in_context: "it did fire, and the budget of the context had no room for its text",
  no_node: "there is no such node",
  erased: "it was erased",
  quarantined: "it is kept back until a reviewer lets it go: `GET …/quarantine` says why",
  superseded: "a newer version has taken its place",
  newer: "it came after the question",
  changed: "as the memory is now it would fire: it, or what leads to it, changed after the question",
  low_confidence: "the question is hardly about this memory, so nothing was shown",
  filtered: "the request left out its file",
  suppressed: "inhibitory edges kept it out",
  misled: "verdicts on questions like this one lowered it",
  no_vector: "the question was answered without its vector, and only its meaning finds it",
  out_ranked: "others match better, and took all the places of seeds",
  fired_budget: "the walk stopped at `max_fired_nodes` before it",
  context_budget: "the texts that had fired were as long as `max_context_chars` before it",
  beam: "better routes took all the places of a hop",
  hops: "it is further away than a walk goes",
  route_choice: "of the routes of its source others were chosen: see `route_mode` and `route_top_k`",
  damped: "the edge that leads to it was worn out by earlier steps of the same walk",
  too_faint: "what reached it was below the least score that fires",
  asleep: "only dormant edges lead to it from what fired",
  below_floor: "it matches the question, but far less than the best seed does",
  not_found: "it shares neither words nor meaning with the question, and no route leads to it",
} as const;
export type WhyNotCode = keyof typeof WHY_NOT;
export const WHY_NOT_CODES = Object.keys(WHY_NOT) as [WhyNotCode, ...WhyNotCode[]];

export const WhyNotReply = z.object({
  query_id: QueryId,
  node_id: z.string(),
  code: z.enum(WHY_NOT_CODES),
  because: z.string().describe("The code as a sentence."),
  also: z.array(z.enum(WHY_NOT_CODES)).describe("What would have kept it out besides."),
  own: z
    .object({
      score: z.number().nullable().describe("Its score as a seed; null: not among the candidates."),
      rank: z.int().nullable().describe("1 for the best candidate."),
      needed: z.number().nullable().describe("The score that a seed needed; null: nothing was a seed."),
      words: z.number().describe("Share of the question's words, 0 … 1."),
      meaning: z.number().nullable().describe("Similarity to the question; null without a vector."),
    })
    .nullable()
    .describe("As computed now; null where the node is not there."),
  lowered: Lowered,
  filter: z.string().nullable().describe("The entry of `exclude_files` or `exclude_file_prefixes`."),
  edges: z
    .array(ExplainedEdge)
    .describe(
      `Edges to it from what fired; of a suppressed node those that suppress. At most ${LIMITS.edgesNamed}.`,
    ),
  evidence: Evidence,
  total_ms: TotalMs,
});
export type WhyNotReply = z.infer<typeof WhyNotReply>;
