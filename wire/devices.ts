// Several devices with one memory: editing a node without overwriting what another has written meanwhile,
// and being told what changed.

import * as z from "zod";
import { OverrideErased } from "./erasing.ts";
import { Embedding, Metadata, NodeId, TotalMs, text } from "./fields.ts";
import { LIMITS } from "./limits.ts";
import { Quarantined } from "./screening.ts";

export const Revision = z.int().min(0).describe("Number of a change; grows with every write.");

/** What a node's tag looks like, as an `If-Match` and without its quotes. */
export const NodeTag = z
  .string()
  .regex(/^n[0-9a-f]{16}$/)
  .describe("Changes with text, summary, metadata and authority; send it as `If-Match`.");

export const EditRequest = z
  .strictObject({
    id: NodeId,
    text: text(LIMITS.text).optional().describe("The node is embedded anew, and keeps its routes."),
    summary: text(LIMITS.summary, 0).optional(),
    metadata: Metadata.optional().describe("In place of all that was there."),
    override_erased: OverrideErased,
  })
  .refine(
    ({ text, summary, metadata }) => [text, summary, metadata].some((field) => field !== undefined),
    "must hold at least one of text, summary and metadata",
  );
export type EditRequest = z.infer<typeof EditRequest>;

export const EditReply = z.object({
  quarantined: Quarantined,
  node_id: NodeId,
  changed: z
    .array(z.enum(["text", "summary", "metadata"]))
    .describe("Empty when all of it was there already."),
  etag: NodeTag,
  event_id: z.string().nullable().describe("For undoing it; null where nothing changed."),
  embedding: Embedding,
  total_ms: TotalMs,
});
export type EditReply = z.infer<typeof EditReply>;

/** A correction that stands against the node, as their edge says. */
export const Conflict = z.object({
  id: NodeId,
  relation: z
    .enum(["suppresses", "suppressed"])
    .describe("`suppresses`: that correction keeps this node out. `suppressed`: this node keeps it out."),
  weight: z.number().describe("−1 … 0."),
});
export type Conflict = z.infer<typeof Conflict>;

export const EventsRequest = z.strictObject({
  after: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe("Events after this revision; default: from now on. `Last-Event-ID` says the same."),
  limit: z.coerce.number().int().min(1).max(LIMITS.pageSize).optional().describe("Of a page, default 100."),
});
export type EventsRequest = z.infer<typeof EventsRequest>;

/** What one write changed, without content. */
export const ChangeEvent = z.object({
  revision: Revision,
  at: z.number().describe("Milliseconds since 1970."),
  type: z.string().describe("As in the journal."),
  author: z.string().nullable().describe("Token that wrote; null for who is neither owner nor that token."),
  nodes: z.array(NodeId).describe("Nodes that were added, changed or removed."),
  nodes_left_out: z.int().describe("How many more there were."),
  edges: z.int().describe("Edges that were added, changed or removed."),
});
export type ChangeEvent = z.infer<typeof ChangeEvent>;

export const EventsReply = z.object({
  events: z.array(ChangeEvent).describe("Oldest first."),
  reset: z
    .boolean()
    .describe("True: what led from `after` to here is not known any more, so load the memory anew."),
  revision: Revision.describe("The `after` of the next page."),
  more: z.boolean(),
  total_ms: TotalMs,
});
export type EventsReply = z.infer<typeof EventsReply>;

/** First message of a stream, and the one after what can't be told: events after this revision follow. */
export const Standing = z.object({ revision: Revision });
