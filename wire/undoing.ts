// Taking learning back: one event, or all of a token or source since a time.

import * as z from "zod";
import { NodeId, TotalMs, text } from "./fields.ts";
import { LIMITS } from "./limits.ts";

export const UndoRequest = z
  .strictObject({
    event_id: z.string().min(1).max(64).optional().describe("One learning event, or one maintenance run."),
    author: text(LIMITS.name).optional().describe("Id of the token that taught; default: the caller's own."),
    source: text(LIMITS.path).optional().describe("What taught nodes name as their source."),
    since: z
      .number()
      .min(0)
      .optional()
      .describe("Milliseconds since 1970, 0 for everything; needed without an `event_id`."),
    dry_run: z.boolean().optional(),
  })
  .refine(
    ({ event_id, author, source }) =>
      [event_id, author, source].filter((field) => field !== undefined).length <= 1,
    "name what is taken back by at most one of event_id, author and source",
  )
  .refine(
    ({ event_id, since }) => (event_id === undefined) !== (since === undefined),
    "send either event_id or since",
  );
export type UndoRequest = z.infer<typeof UndoRequest>;

export const KeptBecause = z
  .enum(["anchored", "edited", "merged", "taught_again", "changed"])
  .describe(
    "`anchored`: take its anchor away first. `edited`: somebody else wrote its text since. `merged`: it is part of another node. `taught_again`: an event that stays taught it too. `changed`: of a run, what belongs to it was changed since.",
  );
export type KeptBecause = z.infer<typeof KeptBecause>;

export const UndoReply = z.object({
  event_id: z
    .string()
    .nullable()
    .describe(
      "Of this undo, which can't be undone itself; null in a dry run or when nothing was left to undo.",
    ),
  dry_run: z.boolean(),
  events: z.int().describe("Events that are taken back."),
  event_ids: z.array(z.string()).describe(`The first ${LIMITS.pageSize} of them.`),
  already_undone: z.int().describe("Events that were meant and had been taken back before."),
  exact: z
    .int()
    .describe("Verdicts, and corrections said again, of which every weight is as if they had never been."),
  estimated: z
    .int()
    .describe(
      "Those from before a maintenance, sync or other change that can't be repeated, taken off as far as is known; what later corrections had taken over; and a run of which something stays.",
    ),
  nodes_removed: z.array(NodeId).describe(`What had been taught, the first ${LIMITS.pageSize}.`),
  nodes_removed_count: z.int(),
  nodes_kept: z
    .array(z.object({ id: z.string(), because: KeptBecause }))
    .describe(`What had been taught and stays, the first ${LIMITS.pageSize}.`),
  nodes_restored: z
    .array(NodeId)
    .optional()
    .describe(`Of a run: what it had merged, split or removed, the first ${LIMITS.pageSize}.`),
  nodes_restored_count: z.int().optional(),
  edges_changed: z.int(),
  edges_kept: z.int().optional().describe("Of a run: edges that were changed since and stay as they are."),
  questions_forgotten: z.int().describe("Taught questions that lead to their node no more."),
  questions_restored: z.int().describe("Taught questions that lead to their node again."),
  questions_lost: z.int().describe("Those of which the words are kept nowhere any more."),
  total_ms: TotalMs,
});
export type UndoReply = z.infer<typeof UndoReply>;
