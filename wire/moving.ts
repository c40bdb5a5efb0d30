// Moving a memory out and in: the export format, and the steps of an import. docs/export-format.md explains both.
// A file is lines of JSON: a header, rows as arrays, a checkpoint after every page, and a footer as the last line.

import * as z from "zod";
import { OverrideErased } from "./erasing.ts";
import { Metadata, TotalMs } from "./fields.ts";
import { LIMITS } from "./limits.ts";

export const EXPORT_FORMAT = "edgebrain-export";
/** openclawbrain's state.json, its nodes, edges and vectors as lines. */
export const STATE_FORMAT = "openclawbrain-state";
/** Of either format: a reader refuses a larger number. */
export const FORMAT_VERSION = 1;
export const NDJSON = "application/x-ndjson";

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Counts = z.record(z.string(), z.int().min(0));

export const EmbedderIdentity = z.object({ name: z.string().min(1).max(200), dimension: z.int().min(1) });

export const ExportHeader = z.object({
  format: z.literal(EXPORT_FORMAT),
  version: z.int().min(1),
  agent: z.string().max(LIMITS.nodeId),
  profile: z.enum(["product", "parity"]),
  embedder: EmbedderIdentity,
  vectors: z.enum(["exact", "packed"]).describe("How rows of `vectors` are written."),
  revision: z.int().min(0).describe("The file holds the memory exactly as it was at this number."),
  created_at: z.number(),
  tables: z.record(z.string(), z.array(z.string())).describe("Names of the cells of a row, by table."),
});
export type ExportHeader = z.infer<typeof ExportHeader>;

export const StateHeader = z.object({
  format: z.literal(STATE_FORMAT),
  version: z.int().min(1),
  embedder: EmbedderIdentity.nullable(),
  meta: Metadata,
});
export type StateHeader = z.infer<typeof StateHeader>;

/** Between two pages. `sha256` covers all lines before, `cursor` goes on after this line. */
export const Checkpoint = z.object({ cursor: z.string(), sha256: Sha256 });
export type Checkpoint = z.infer<typeof Checkpoint>;

export const Footer = z.object({
  end: z.literal(true),
  /** Rows, by the first cell of their line. */
  counts: Counts,
  sha256: Sha256,
});
export type Footer = z.infer<typeof Footer>;

export const ExportRequest = z.strictObject({
  format: z
    .enum(["edgebrain", "state"])
    .optional()
    .describe("`edgebrain`: NDJSON with everything, the default. `state`: openclawbrain's state.json."),
  cursor: z.string().max(8_000).optional().describe("Of the last checkpoint that arrived whole."),
});
export type ExportRequest = z.infer<typeof ExportRequest>;

/** What a cursor says: where an export goes on. */
export const ExportPlace = z.object({
  snapshot: z.string(),
  /** Number of the table, and the key after which it goes on. */
  table: z.int().min(0),
  after: z.array(z.union([z.string(), z.number(), z.null()])).nullable(),
  /** Rows so far, by number of the table. */
  counts: z.array(z.int().min(0)),
  /** Digest of everything so far. */
  sha256: z.string().max(64),
});
export type ExportPlace = z.infer<typeof ExportPlace>;

/** What the object answers, a page at a time; the Worker streams the texts. */
export const ExportPage = z.object({ text: z.string(), cursor: z.string().nullable() });
export type ExportPage = z.infer<typeof ExportPage>;

export const ImportId = z
  .string()
  .regex(/^[\w.-]{1,64}$/, "must be 1 to 64 letters, digits, dots, dashes or underscores");

export const ImportRequest = z.strictObject({
  id: ImportId.optional().describe("Name of the import, default a new one. The same request again goes on."),
  header: z
    .looseObject({ format: z.string(), version: z.int() })
    .describe("The first line of the file, which is sent again with the first part."),
  replace: z.boolean().optional().describe("Take the place of a memory that holds nodes."),
  another: z.boolean().optional().describe("The file is that of another agent, and this is meant."),
  reembed: z
    .boolean()
    .optional()
    .describe("Vectors of another embedder are dropped, and texts embedded anew; taught questions are lost."),
  dangling: z
    .enum(["refuse", "drop", "keep"])
    .optional()
    .describe("Edges, stops and vectors that name a node which is not in the file; default `refuse`."),
  override_erased: OverrideErased,
});
export type ImportRequest = z.infer<typeof ImportRequest>;

export const ImportPart = z.strictObject({
  id: ImportId,
  n: z.coerce.number().int().min(0).describe("0, 1, 2 … in this order."),
  lines: z.string().describe("Whole pages of the file."),
});
export type ImportPart = z.infer<typeof ImportPart>;
export const ImportName = z.strictObject({ id: ImportId });
export type ImportName = z.infer<typeof ImportName>;

export const ImportReply = z.object({
  id: z.string(),
  state: z.enum(["open", "done", "cancelled"]),
  next_part: z.int(),
  bytes: z.int(),
  rows: Counts.describe("Rows read so far, by the first cell of their line."),
  complete: z.boolean().describe("The footer has arrived, and everything up to it is whole."),
  expires_at: z.number().nullable().describe("When an open import is dropped, unless more of it arrives."),
  result: z
    .object({
      taken: Counts.describe("Rows that make up the memory now, by table."),
      dropped: Counts.describe("Rows of the file that were not taken, by reason."),
      reembedded: z.int().describe("Texts that were embedded anew."),
      replaced: Counts.describe("Rows of the memory before, by table."),
      revision: z.int(),
    })
    .nullable(),
  total_ms: TotalMs,
});
export type ImportReply = z.infer<typeof ImportReply>;
