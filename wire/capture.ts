// Capturing turns: what is said between a user and an agent is looked through for what should last. Where there is a language
// model a turn waits for it as a job, else the user's own words tell at once.

import * as z from "zod";
import { pageFields, TotalMs, text } from "./fields.ts";
import { LIMITS } from "./limits.ts";
import { Project, STORED, Visibility } from "./memories.ts";
import { ProposalState } from "./reviewing.ts";
import { Quarantined } from "./screening.ts";

const Said = text(LIMITS.text);
const Time = z.number().describe("Milliseconds since 1970.");
const SessionId = text(LIMITS.chatId).describe(
  "The conversation, the `chat_id` of its questions: what memory showed in it is not captured again.",
);

const turn = {
  user: Said.optional().describe("What the user said; of each text the first 20,000 characters are read."),
  assistant: Said.optional().describe("What the agent answered."),
};
export const PriorTurn = z.strictObject({ role: z.enum(["user", "assistant"]), text: Said });
export type PriorTurn = z.infer<typeof PriorTurn>;

export const CaptureRequest = z
  .strictObject({
    ...turn,
    prior_turns: z
      .array(PriorTurn)
      .max(LIMITS.priorTurns)
      .optional()
      .describe("What was said before, the newest last. Background: nothing is captured of it."),
    project: Project.optional(),
    session_id: SessionId.optional(),
    visibility: Visibility.optional(),
    source: text(LIMITS.memorySource)
      .refine(
        (source) => source !== "explicit",
        "must not be explicit: what is captured was not said on purpose",
      )
      .optional()
      .describe("How it came to be known; default `inferred`."),
  })
  .refine(
    ({ user, assistant }) => user !== undefined || assistant !== undefined,
    "must hold what the user said, what the agent answered, or both",
  );
export type CaptureRequest = z.infer<typeof CaptureRequest>;

export const CapturedMemory = z.object({
  content: z.string().describe("Empty in a job where it was skipped: what is not taken is not kept."),
  status: z
    .enum([...STORED, "skipped"])
    .describe("As of a memory that is stored. `skipped`: it was not taken, and `reason` says why."),
  id: z.string().nullable().describe("Of the memory that says it now, or of its proposal."),
  reason: z
    .string()
    .nullable()
    .describe(
      "`nothing_lasting`, `recalled` (memory said it in this conversation), `too_many`, `unsupported` (the turn does not say it), `in_files`, `repeated` (it says so twice), `kept_back` (it is stored, and a reviewer lets it go), `input_rejected`, or the code of the error that it was refused with; null where nothing is to be said of it.",
    ),
  type: z.string().nullable().describe("Null where nobody looked."),
  supersedes: z.string().nullable(),
  conflicts_with: z.array(z.string()),
  event_id: z.string().nullable().describe("For undoing it."),
  proposal: ProposalState.optional(),
});
export type CapturedMemory = z.infer<typeof CapturedMemory>;

export const CAPTURE_STATES = ["pending", "processing", "done", "failed"] as const;
const State = z
  .enum(CAPTURE_STATES)
  .describe("`failed`: it is not tried again by itself; `error` says why, and `retry` puts it back.");

export const CaptureReply = z.object({
  by: z.string().describe("Who reads the turn: the language model by its name, or `words`."),
  job: z.string().nullable().describe("Names the captured turn; null where it was passed over."),
  state: State,
  passed_over: z
    .enum(["too_short", "blocked", "nothing_said"])
    .nullable()
    .describe(
      "Why nothing of the turn was looked at. `nothing_said`: nothing is left of it but what memory showed and what the host adds.",
    ),
  memories: z.array(CapturedMemory).describe("What came of it, once it is done."),
  quarantined: Quarantined,
  total_ms: TotalMs,
});
export type CaptureReply = z.infer<typeof CaptureReply>;

export const CaptureJobId = z.string().regex(/^[\w-]{1,64}$/, "must be the id of a job");
export const CaptureJobName = z.strictObject({ id: CaptureJobId });
export type CaptureJobName = z.infer<typeof CaptureJobName>;

const listed = {
  id: CaptureJobId,
  state: State,
  attempts: z.int().describe("Tries that began since it was sent, or put back."),
  due_at: Time.nullable().describe("Before it nothing is tried; null where nothing is to be done."),
  error: z.string().nullable().describe("Why the last try failed."),
  author: z.string().describe("Token that sent it."),
  project: z.string().nullable(),
  session_id: z.string().nullable(),
  created_at: Time,
  updated_at: Time,
  memories: z.array(CapturedMemory),
};
export const CaptureJob = z.object(listed);
export type CaptureJob = z.infer<typeof CaptureJob>;

export const CaptureJobsRequest = z.strictObject({
  state: z.enum(CAPTURE_STATES).optional(),
  ...pageFields("Jobs", 200),
});
export type CaptureJobsRequest = z.infer<typeof CaptureJobsRequest>;
export const CaptureJobsReply = z.object({
  jobs: z.array(CaptureJob).describe("Newest first; of an owner all, of others their own."),
  next_cursor: z.string().nullable(),
  total_ms: TotalMs,
});
export type CaptureJobsReply = z.infer<typeof CaptureJobsReply>;

export const CaptureJobReply = z.object({
  job: CaptureJob.extend({
    turn: z
      .object({ user: z.string(), assistant: z.string(), prior_turns: z.array(PriorTurn) })
      .nullable()
      .describe("As it waits, without secrets and without what memory showed; null once it was read."),
    untrusted: z.literal(true),
  }),
  total_ms: TotalMs,
});
export type CaptureJobReply = z.infer<typeof CaptureJobReply>;

export const RetryCapturesReply = z.object({
  retried: z.int().describe("Jobs that had failed and wait again."),
  total_ms: TotalMs,
});
export type RetryCapturesReply = z.infer<typeof RetryCapturesReply>;

export const DropCaptureReply = z.object({ id: CaptureJobId, total_ms: TotalMs });
export type DropCaptureReply = z.infer<typeof DropCaptureReply>;

export const CaptureHealth = z.object({
  waiting: z.int().describe("Captured turns that wait for the language model."),
  failed: z.int().describe("Those that are not tried again by themselves."),
  oldest_ms: z.number().nullable().describe("How long the longest has been waiting."),
  resting_ms: z
    .number()
    .nullable()
    .describe("How long the model, which failed again and again, is left alone from now on."),
});
export type CaptureHealth = z.infer<typeof CaptureHealth>;
