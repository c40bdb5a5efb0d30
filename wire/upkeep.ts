// Keeping the graph in shape: sync with files, maintenance, structure, anchors.

import * as z from "zod";
import { OverrideErased } from "./erasing.ts";
import { Authority, NodeId, TotalMs, text } from "./fields.ts";
import { LIMITS } from "./limits.ts";
import { Quarantined } from "./screening.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: they would break lists and logs of paths
const CONTROL = /[\u0000-\u001f\u007f\u2028\u2029]/;

const FilePath = text(LIMITS.path)
  .refine((path) => !CONTROL.test(path), "must not hold control characters or line ends")
  .refine((path) => !path.startsWith("/") && !path.includes("\\"), "must be relative, with forward slashes")
  .refine(
    (path) => path.split("/").every((part) => part !== "" && part !== "." && part !== ".."),
    "must not hold empty, . or .. parts",
  );

export const SyncRequest = z.strictObject({
  files: z
    .array(
      z.union([
        z.strictObject({ path: FilePath, text: text(LIMITS.fileText, 0) }),
        z.strictObject({ path: FilePath, deleted: z.literal(true) }),
      ]),
    )
    .max(LIMITS.filesPerSync),
  paths: z
    .array(FilePath)
    .min(1)
    .max(LIMITS.workspacePaths)
    .optional()
    .describe("All files of the workspace, those sent included: what is not among them is removed."),
  override_erased: OverrideErased,
  dry_run: z.boolean().optional(),
});
export type SyncRequest = z.infer<typeof SyncRequest>;

export const SyncReply = z.object({
  quarantined: Quarantined,
  nodes_added: z.int(),
  nodes_updated: z.int(),
  nodes_removed: z.int(),
  nodes_unchanged: z.int(),
  nodes_metadata_updated: z.int(),
  embeddings_computed: z.int(),
  embeddings_pending: z
    .int()
    .optional()
    .describe("Chunks whose vector is still to come; left out when there is none."),
  corrections_lifted: z
    .int()
    .describe("Suppressions that ended since the text came closer to the correction; 0 in a dry run."),
  authority_set: z.record(z.string(), z.int()),
  skipped: z
    .array(z.object({ path: z.string(), reason: z.string(), code: z.literal("erased_before").optional() }))
    .describe("Files and chunks that were left out, and why."),
  dry_run: z.boolean(),
  total_ms: TotalMs,
});
export type SyncReply = z.infer<typeof SyncReply>;

export const TASKS = ["health", "decay", "scale", "split", "merge", "prune", "connect"] as const;
export const MaintainRequest = z.strictObject({
  tasks: z.array(z.enum(TASKS)).max(TASKS.length).optional().describe("Default health, decay, merge, prune."),
  dry_run: z.boolean().optional(),
  max_merges: z.int().min(0).max(LIMITS.mergesPerRun).optional(),
  prune_below: z.number().min(0).max(1).optional(),
});
export type MaintainRequest = z.infer<typeof MaintainRequest>;

export const HealthNumbers = z.object({
  dormant_pct: z.number().describe("Share of edges, 0…1."),
  habitual_pct: z.number(),
  reflex_pct: z.number(),
  cross_file_edge_pct: z.number(),
  orphan_nodes: z.int(),
  nodes: z.int(),
  edges: z.int(),
});
export type HealthNumbers = z.infer<typeof HealthNumbers>;

export const MaintainReply = z.object({
  event_id: z
    .string()
    .nullable()
    .describe("Of this run: its entries in the journal bear it, and an undo names it; null in a dry run."),
  health_before: HealthNumbers,
  health_after: HealthNumbers,
  tasks_run: z.array(z.string()),
  decay_applied: z.boolean(),
  edges_before: z.int(),
  edges_after: z.int(),
  merges_proposed: z.int(),
  merges_applied: z.int(),
  pruned_edges: z.int(),
  pruned_nodes: z.int(),
  notes: z.array(z.string()),
  dry_run: z.boolean(),
  total_ms: TotalMs,
});
export type MaintainReply = z.infer<typeof MaintainReply>;

const RunName = z.string().describe("Its entries in the journal bear it, and an undo names it.");

/** Maintenance as health tells of it. */
export const MaintenanceState = z.object({
  last_run: z
    .object({
      event_id: RunName,
      at: z.number().describe("When it began, milliseconds since 1970."),
      ended_at: z.number().nullable().describe("Null while it is under way, and where it came to no end."),
      author: z.string().describe("Who had it run; `edgebrain` where the alarm did by itself."),
      state: z
        .enum(["running", "done", "interrupted", "undone", "partly_undone"])
        .describe("`interrupted`: the memory was replaced, or lost its disk, before it was over."),
      can_be_undone: z.boolean(),
      tasks: z.array(z.string()),
      slices: z.int(),
      edges_before: z.int().nullable(),
      edges_after: z.int().nullable(),
      merges_applied: z.int().nullable(),
      pruned_edges: z.int().nullable(),
      pruned_nodes: z.int().nullable(),
    })
    .nullable()
    .describe("Null where none ran yet."),
  running: z
    .object({
      event_id: RunName,
      task: z.string().nullable().describe("The step that it is at; null: at its end."),
      steps_done: z.int(),
      slices: z.int(),
    })
    .nullable(),
  next_due: z
    .number()
    .nullable()
    .describe(
      "When the alarm begins the next one if nobody asks until then; null while too little was written.",
    ),
});
export type MaintenanceState = z.infer<typeof MaintenanceState>;

export const LifecycleState = z.object({
  last_run: z
    .object({
      event_id: RunName.describe("For undoing it."),
      at: z.number(),
      author: z.string().describe("Who had it run; `edgebrain` where the alarm did by itself."),
      state: z.enum(["done", "undone", "partly_undone"]),
      can_be_undone: z.boolean(),
      closed: z.int().describe("Memories that ended."),
      deleted: z.int(),
    })
    .nullable()
    .describe("The last that changed something; null where none did."),
  looked_at: z.number().nullable().describe("When the alarm last looked; null: never."),
  next_due: z
    .number()
    .nullable()
    .describe("When the alarm looks again at the soonest; null: never, or there are no memories."),
});
export type LifecycleState = z.infer<typeof LifecycleState>;

export const AnchorRequest = z.strictObject({
  node_id: NodeId,
  authority: Authority.describe("`overlay` takes an anchor away."),
});
export type AnchorRequest = z.infer<typeof AnchorRequest>;
export const AnchorReply = z.object({ node_id: NodeId, authority: Authority, total_ms: TotalMs });
export type AnchorReply = z.infer<typeof AnchorReply>;
export const AnchorList = z.object({
  nodes: z.array(z.object({ id: NodeId, authority: Authority })),
  count: z.int(),
  total_ms: TotalMs,
});
export type AnchorList = z.infer<typeof AnchorList>;

export const MergeRequest = z
  .strictObject({
    nodes: z.tuple([NodeId, NodeId]).optional().describe("The pair to merge; default: the best suggestions."),
    max_merges: z.int().min(1).max(LIMITS.mergesPerRun).optional(),
    dry_run: z.boolean().optional(),
  })
  .refine(
    (value) => value.nodes === undefined || value.nodes[0] !== value.nodes[1],
    "a node can't be merged with itself",
  );
export type MergeRequest = z.infer<typeof MergeRequest>;
export const MergeReply = z.object({
  suggestions: z.array(z.tuple([NodeId, NodeId])),
  applied: z.array(z.object({ merged_id: NodeId, from: z.tuple([NodeId, NodeId]) })),
  dry_run: z.boolean(),
  total_ms: TotalMs,
});
export type MergeReply = z.infer<typeof MergeReply>;

export const SplitRequest = z.strictObject({
  node_id: NodeId.optional().describe("The node to split; default: the best suggestions."),
  chunks: z
    .array(text(LIMITS.text))
    .min(1)
    .max(LIMITS.chunksPerSplit)
    .optional()
    .describe("Its parts, pieces of its text; default: its paragraphs."),
  dry_run: z.boolean().optional(),
});
export type SplitRequest = z.infer<typeof SplitRequest>;
export const SplitReply = z.object({
  suggestions: z.array(
    z.object({ node_id: NodeId, score: z.number(), reasons: z.record(z.string(), z.number()) }),
  ),
  applied: z.array(
    z.object({
      parent_id: NodeId,
      child_ids: z.array(NodeId),
      edges_rewired: z.int(),
      siblings_added: z.int(),
    }),
  ),
  dry_run: z.boolean(),
  total_ms: TotalMs,
});
export type SplitReply = z.infer<typeof SplitReply>;

export const RestoreRequest = z.strictObject({
  seq: z
    .int()
    .min(0)
    .optional()
    .describe("Number of the change after which the memory was so; default: as the replica is."),
  dry_run: z.boolean().optional(),
});
export type RestoreRequest = z.infer<typeof RestoreRequest>;
export const RestoreReply = z.object({
  seq: z.int().describe("Number that was gone back to."),
  nodes: z.int().describe("Rows that changed, or would in a dry run; 0 when nothing differs."),
  edges: z.int(),
  vectors: z.int(),
  others: z.int().describe("Weights of stopping, and settings."),
  oldest: z.int().describe("The oldest number that can be gone back to."),
  newest: z.int(),
  revision: z.int(),
  dry_run: z.boolean(),
  total_ms: TotalMs,
});
export type RestoreReply = z.infer<typeof RestoreReply>;

export const ConnectRequest = z.strictObject({
  max: z.int().min(1).max(LIMITS.topK).optional(),
  dry_run: z.boolean().optional(),
});
export type ConnectRequest = z.infer<typeof ConnectRequest>;
export const ConnectReply = z.object({
  suggestions: z.array(z.object({ source: NodeId, target: NodeId, weight: z.number(), reason: z.string() })),
  added: z.int(),
  dry_run: z.boolean(),
  total_ms: TotalMs,
});
export type ConnectReply = z.infer<typeof ConnectReply>;
