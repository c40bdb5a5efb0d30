// Reading the graph as it is: what stands at a name, and what can be reached from there.

import * as z from "zod";
import { NodeId, TotalMs, text } from "./fields.ts";
import { LIMITS } from "./limits.ts";
import { Moment } from "./memories.ts";

const EdgeKind = text(LIMITS.name).describe(
  "Kind of the edges; with a colon at its end all kinds that begin so.",
);
const Start = text(LIMITS.nodeId).describe("A name, in any script and with any signs, or the id of a node.");
const Time = z.number().describe("Milliseconds since 1970.");

const NodeBrief = z.object({ id: NodeId, kind: z.string(), title: z.string() });

export const EntityRequest = z.strictObject({
  name: Start,
  limit: z.coerce.number().int().min(1).max(LIMITS.relations).optional().describe("Relations, default 100."),
});
export type EntityRequest = z.infer<typeof EntityRequest>;

export const EntityReply = z.object({
  name: z.string(),
  nodes: z.array(NodeBrief).describe("Nodes of this name."),
  relations: z
    .array(
      NodeBrief.extend({
        node: NodeId.describe("The node of this name that it is related to."),
        direction: z.enum(["out", "in"]),
        relation: z.string().describe("Kind of the edge."),
        weight: z.number(),
      }),
    )
    .describe("Other nodes, fixed edges first, then the strongest; none is a node of this name."),
  relations_left_out: z.int(),
  untrusted: z.literal(true),
  total_ms: TotalMs,
});
export type EntityReply = z.infer<typeof EntityReply>;

export const TraverseRequest = z.strictObject({
  start: Start,
  max_depth: z.coerce.number().int().min(1).max(LIMITS.traverseDepth).optional().describe("Default 2."),
  kind: EdgeKind.optional(),
  at: z
    .string()
    .regex(
      /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)?)?$/,
      "must be a time such as 2026-11-30T12:00:00Z, 2026-11-30 12:00:00 or 2026-11-30",
    )
    .refine((value) => Number.isFinite(timeOf(value)), "must be a time that exists")
    .optional()
    .describe(
      "Only nodes that were there at this time, each version as it was then; UTC unless it says otherwise.",
    ),
  explain: z.enum(["true", "false"]).optional().describe("`true`: also the way to each node, hop by hop."),
});
export type TraverseRequest = z.infer<typeof TraverseRequest>;

export const TraverseReply = z.object({
  start: z.array(NodeId).describe("Nodes that the walk began at."),
  traversal: z
    .array(
      NodeBrief.extend({
        depth: z.int(),
        from: NodeId.describe("The node that led to it."),
        edge_path: z.string().describe("Kinds of the edges from the start on, joined with `|`."),
        created_at: Time,
      }),
    )
    .describe(`What was reached, nearest first, each node once; at most ${LIMITS.traverseRows}.`),
  visited: z.int().describe("Nodes that were reached, the start not counted."),
  complete: z.boolean().describe("False: there is more than is told."),
  paths: z
    .array(z.array(z.object({ from: NodeId, to: NodeId, kind: z.string(), weight: z.number() })))
    .optional()
    .describe("With `explain`: the hops to each node, in the order of `traversal`."),
  untrusted: z.literal(true),
  total_ms: TotalMs,
});
export type TraverseReply = z.infer<typeof TraverseReply>;

/** How a route is followed; an edge names one by its place here. */
export const GRAPH_TIERS = ["reflex", "habitual", "dormant", "inhibitory"] as const;

export const GraphRequest = z.strictObject({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(LIMITS.graphNodes)
    .optional()
    .describe("Nodes of a page, default 1,000."),
  cursor: z.string().max(64).optional().describe("`next_cursor` of the page before."),
  as_of: Moment.optional().describe(
    "Only nodes that could be shown at this moment. Routes weigh what they weigh now.",
  ),
});
export type GraphRequest = z.infer<typeof GraphRequest>;

const Numbers = z.array(z.number());
export const GraphReply = z.object({
  nodes: z
    .array(
      z.object({
        number: z.int().describe("What edges call it; the same on every page."),
        id: NodeId,
        kind: z.string(),
        name: z.string().optional().describe("Of an entity."),
        project: z.string().optional().describe("Of a memory or fact that has one."),
      }),
    )
    .describe("In the order in which they were made."),
  edges: z
    .object({
      from: Numbers.describe("Numbers of nodes of this page."),
      to: Numbers.describe("Numbers of nodes of any page."),
      weight: Numbers,
      kind: Numbers.describe("Places in `edge_kinds`."),
      tier: Numbers.describe(`Places in: ${GRAPH_TIERS.join(", ")}.`),
    })
    .describe("Edges that leave nodes of this page, in columns: the first of each column is the first edge."),
  edge_kinds: z.array(z.string()),
  next_cursor: z.string().nullable(),
  untrusted: z.literal(true),
  total_ms: TotalMs,
});
export type GraphReply = z.infer<typeof GraphReply>;

/** Milliseconds since 1970 of a time as requests have it. */
export function timeOf(value: string): number {
  const hasZone = /[Z]$|[+-]\d\d:\d\d$/.test(value.slice(10));
  return Date.parse(value.length === 10 ? value : value.replace(" ", "T") + (hasZone ? "" : "Z"));
}
