// Replaying session logs: lines of a log arrive in parts, are learned from in the background, and how far that is can be
// asked. docs/replay.md explains it.

import * as z from "zod";
import { NodeId, TotalMs, text } from "./fields.ts";
import { LIMITS } from "./limits.ts";
import { MaintainRequest } from "./upkeep.ts";

export const LogId = z
  .string()
  .regex(/^[\w.-]{1,64}$/, "must be 1 to 64 letters, digits, dots, dashes or underscores")
  .describe("Name of the log, the sender's choice; the same name goes on where it was.");

export const REPLAY_STATES = ["open", "done", "cancelled"] as const;
export const ReplayMode = z
  .enum(["edges-only", "fast", "full"])
  .describe(
    "`edges-only`: each question is asked again, and its routes learn from how it was taken. `fast`: what users corrected and taught becomes memory as well. `full`: at the end maintenance runs too, which needs an owner.",
  );
export type ReplayMode = z.infer<typeof ReplayMode>;

const Place = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

export const ReplayRequest = z.strictObject({
  log: LogId,
  mode: ReplayMode.optional().describe("Default `fast`; of a log that is known its own."),
  dry_run: z.boolean().optional().describe("Everything is counted, and nothing learned."),
  restart: z
    .boolean()
    .optional()
    .describe("From the first byte anew; what was learned already is not learned again."),
  lines: z
    .string()
    .optional()
    .describe("Whole lines of a short log; long ones are sent in parts to `/replays/{log}/parts/{range}`."),
  first: Place.optional().describe("The byte of the log that the lines begin with, default 0."),
  end: z
    .union([Place, z.literal("here")])
    .optional()
    .describe("The log ends before this byte, or with what was sent: then its last exchange is learned too."),
});
export type ReplayRequest = z.infer<typeof ReplayRequest>;

/** Type of the record that stands for a line which was too long to be sent. */
export const SKIPPED_LINE = "edgebrain-skipped";

export const ReplayPart = z.strictObject({
  log: LogId,
  range: z
    .string()
    .regex(/^\d{1,15}-\d{1,15}$/, "must be two bytes of the log, as in 0-524288")
    .describe("First byte of the log that the lines stand for, and the first after it."),
  lines: z.string().describe("Whole lines of the log."),
});
export type ReplayPart = z.infer<typeof ReplayPart>;

export const ReplaysRequest = z.strictObject({});
export const ReplayName = z.strictObject({ log: LogId });
export type ReplayName = z.infer<typeof ReplayName>;

const Count = z.int().min(0);

export const ReplayCounts = z.object({
  lines: Count.describe("Lines that were read."),
  broken: Count.describe("Lines that are no record of a log."),
  skipped: Count.describe("Lines that were too long to be sent."),
  machine: Count.describe("Turns that another agent wrote in the place of a user."),
  attachments: Count.describe("Questions that a tool's words about their attachment belong to."),
  questions: Count.describe("Questions that were found."),
  known: Count.describe("Of these, learned already, in this log or under another name."),
  unheard: Count.describe("Questions that are not about this memory, or fired nothing."),
  unanswered: Count.describe("Questions that nobody answered, and nobody reacted to."),
  queries_replayed: Count.describe("Questions that were asked again and learned from."),
  praised: Count.describe("Of these, with a good verdict."),
  objected: Count.describe("And those that the user objected to."),
  edges_reinforced: Count.describe("Edges whose weight a lesson moved, summed over the lessons."),
  events: Count.describe("Corrections and teachings that were found."),
  corrections: Count.describe("Of these, corrections that became memory."),
  teachings: Count.describe("And teachings."),
  events_proposed: Count.describe("Events that wait for a reviewer, where that is the agent's policy."),
  events_known: Count.describe("Events that were learned already."),
  events_refused: Count.describe("Events that the memory does not take: erased before, or it is full."),
  model_calls: Count,
  model_failures: Count.describe("Parts of the log that words were looked for in, since the model failed."),
});
export type ReplayCounts = z.infer<typeof ReplayCounts>;

/** What the maintenance of a harvest came to. */
export const HarvestMaintenance = z.object({
  tasks_run: z.array(z.string()),
  edges_before: Count,
  edges_after: Count,
  pruned_edges: Count,
  pruned_nodes: Count,
  merges_proposed: Count,
  merges_applied: Count,
});
export type HarvestMaintenance = z.infer<typeof HarvestMaintenance>;

export const ReplayReply = z.object({
  log: z.string(),
  author: z.string().describe("Who began it; its lessons are that token's."),
  mode: ReplayMode,
  dry_run: z.boolean(),
  state: z
    .enum(REPLAY_STATES)
    .describe("`open`: lines wait, or more may come. `done`: learned to its end; more may still come."),
  received: Place.describe("Send the next part from this byte on. What lies before is kept, or learned."),
  learned: Place.describe("What lies before this byte is learned."),
  end: Place.nullable(),
  last_line_sha256: z
    .string()
    .nullable()
    .describe("Of the line before `received`, without its end: another one there means another file."),
  counts: ReplayCounts,
  last_replayed_ts: z.number().nullable().describe("Of the newest question, seconds since 1970."),
  mined_by: z.string().nullable().describe("`words`, or the language model."),
  harvest: HarvestMaintenance.nullable().describe("The maintenance at the end of a full replay."),
  error: z.string().nullable().describe("Why it does not go on just now."),
  source: z.string().describe("Undo with this `source` takes back everything that was learned."),
  started_at: z.number(),
  used_at: z.number(),
  total_ms: TotalMs,
});
export type ReplayReply = z.infer<typeof ReplayReply>;

export const ReplayList = z.object({
  replays: z.array(ReplayReply.omit({ total_ms: true })),
  total_ms: TotalMs,
});
export type ReplayList = z.infer<typeof ReplayList>;

export const HarvestRequest = z.strictObject({
  lines: z
    .string()
    .max(LIMITS.harvestLines)
    .optional()
    .describe("Lines of a session log to find corrections and teachings in."),
  log: LogId.optional().describe("What the log is called, default `harvest`."),
  tasks: MaintainRequest.shape.tasks.describe("Default split, merge, prune, connect and scale."),
  dry_run: z
    .boolean()
    .optional()
    .describe("Default true: says what would be learned and done. False does it."),
});
export type HarvestRequest = z.infer<typeof HarvestRequest>;

export const HarvestedEvent = z.object({
  type: z.enum(["CORRECTION", "TEACHING", "REINFORCEMENT"]),
  content: text(LIMITS.text),
  severity: z.enum(["low", "medium", "high"]),
  node_id: NodeId.nullable().describe("What it became; null where it was not taken, or in a dry run."),
  status: z.enum(["new", "proposed", "known", "refused"]),
});

export const HarvestReply = z.object({
  dry_run: z.boolean(),
  mined_by: z.string(),
  events: z.array(HarvestedEvent),
  correction_nodes: z.int(),
  damped_edges: z.int(),
  maintenance: HarvestMaintenance,
  total_ms: TotalMs,
});
export type HarvestReply = z.infer<typeof HarvestReply>;

/** What is kept of a replay: what was asked for. */
export const StoredPlan = z.strictObject({ mode: ReplayMode, dryRun: z.boolean() });
export type StoredPlan = z.infer<typeof StoredPlan>;

/** And how far it is. */
export const StoredProgress = z.strictObject({
  /** What lies before is learned: the byte that a part begins with, and lines of that part. */
  first: Place,
  line: Count,
  /** The log ends before this byte; null: that is not known. */
  end: Place.nullable(),
  /** Digest of the line before `first`; null at the beginning. */
  lastLine: z.string().max(64).nullable(),
  isSubagent: z.boolean(),
  counts: ReplayCounts,
  newest: z.number().nullable(),
  minedBy: z.string().max(200).nullable(),
  /** How often the model failed at the slice that comes next. */
  tries: Count,
  /** Milliseconds since 1970 before which it is not tried again. */
  retryAt: z.number(),
  error: z.string().max(2_000).nullable(),
  /** Of the maintenance that a full replay ends with, when that was done. */
  harvest: HarvestMaintenance.nullable(),
});
export type StoredProgress = z.infer<typeof StoredProgress>;
