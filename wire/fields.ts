// Fields that several requests share. Control characters and lone surrogates are refused before any of these.

import * as z from "zod";
import { LIMITS } from "./limits.ts";

const encoder = new TextEncoder();

/** Text of at most `most` code points. */
export function text(most: number, least = 1) {
  return z
    .string()
    .refine(
      (value) => value.length <= most || [...value].length <= most,
      `must have at most ${most} characters`,
    )
    .refine((value) => least === 0 || value.trim().length > 0, "must not be blank")
    .meta({ minLength: least, maxLength: most });
}

export const NodeId = text(LIMITS.nodeId).describe("Id of a node.");
/** Of a node to be made. A dot alone, or two, would be taken out of its address. */
export const NewNodeId = NodeId.refine((id) => id !== "." && id !== "..", "must not be . or ..");
export const QueryId = z.string().min(1).max(64).describe("`query_id` of an earlier query.");
export const ChatId = text(LIMITS.chatId).describe(
  "The conversation; feedback can name it instead of a query.",
);
export const Outcome = z.number().min(-1).max(1).describe("How it went: −1 misled … 1 helped.");
export const Name = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,63}$/,
    "must start with a letter or digit and hold only a-z 0-9 . _ - (at most 64)",
  );
export const Metadata = z
  .record(z.string(), z.json())
  .refine(
    (value) => encoder.encode(JSON.stringify(value)).length <= LIMITS.metadataBytes,
    `must be at most ${LIMITS.metadataBytes} bytes of JSON`,
  );

export const NodeType = z.enum(["TEACHING", "CORRECTION", "DIRECTIVE"]);
export const Authority = z.enum(["overlay", "canonical", "constitutional"]);
export const Embedding = z
  .literal("pending")
  .optional()
  .describe("Present while the vector is still to come: what was written is kept, and found by its words.");
export const TotalMs = z.number().describe("Milliseconds inside the object.");

/** Which walk a feedback is about: exactly one of a query, a conversation, or the fired ids themselves. */
export const walkFields = {
  query_id: QueryId.optional(),
  chat_id: ChatId.optional(),
  lookback: z
    .int()
    .min(1)
    .max(LIMITS.lookback)
    .optional()
    .describe("Queries of the conversation to look back, default 1."),
  fired_ids: z.array(NodeId).max(LIMITS.firedIds).optional(),
};

/** How many ways a feedback names its walk. */
export function walksNamed(value: { query_id?: unknown; chat_id?: unknown; fired_ids?: unknown }): number {
  return [value.query_id, value.chat_id, value.fired_ids].filter((field) => field !== undefined).length;
}

/** Of a list that is read by pages. `of`: what a page has. */
export function pageFields(of: string, cursorLength = 64) {
  return {
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(LIMITS.pageSize)
      .optional()
      .describe(`${of} of a page, default 50.`),
    cursor: z.string().max(cursorLength).optional().describe("`next_cursor` of the page before."),
  };
}
