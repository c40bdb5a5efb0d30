// What a proposal brings along beside its text, as both homes keep it in JSON, and as it is shown.

import * as z from "zod";
import { Metadata, NodeId, NodeType, Outcome } from "./fields.ts";
import type { StoreFactRequest } from "./knowledge.ts";
import type { MemoryRequest } from "./memories.ts";
import type { ProcedureRequest } from "./procedures.ts";
import { Conflict, Entity, type Proposal, type ProposalKind, Relation } from "./reviewing.ts";

/** What a payload must look like that comes from a file. */
export const StoredPayload = z.strictObject({
  id: NodeId.optional(),
  type: NodeType.optional(),
  title: z.string().optional(),
  summary: z.string().optional(),
  tags: z.array(z.string()).optional(),
  entities: z.array(Entity).optional(),
  relations: z.array(Relation).optional(),
  metadata: Metadata.optional(),
  feedback: z
    .strictObject({
      outcome: Outcome,
      query_ids: z.array(z.string()),
      fired_ids: z.array(NodeId),
      corrects: z.array(NodeId).nullable(),
    })
    .optional(),
  /** Checked when it is approved. */
  procedure: z.looseObject({}).optional(),
  memory: z.looseObject({}).optional(),
  fact: z.looseObject({}).optional(),
});

export const StoredConflicts = z.array(Conflict);

/** Absent is what was not given. */
export interface Payload {
  readonly id?: string;
  readonly type?: "TEACHING" | "CORRECTION" | "DIRECTIVE";
  readonly title?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly entities?: readonly { readonly name: string; readonly type?: string }[];
  readonly relations?: readonly { readonly from: string; readonly to: string; readonly type: string }[];
  /** JSON. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly feedback?: Feedback;
  readonly procedure?: ProcedureRequest;
  readonly memory?: MemoryRequest;
  readonly fact?: StoreFactRequest;
}

/** The walk that is judged once the proposal is approved. */
export interface Feedback {
  readonly outcome: number;
  /** Questions of the walk whose trails say more, as long as they are kept. */
  readonly query_ids: readonly string[];
  readonly fired_ids: readonly string[];
  /** Null: those that are found. */
  readonly corrects: readonly string[] | null;
}

type Shown =
  | "title"
  | "summary"
  | "type"
  | "tags"
  | "entities"
  | "relations"
  | "metadata"
  | "corrects"
  | "procedure"
  | "memory"
  | "fact"
  | "fired_ids";

export function shownPayload(kind: ProposalKind, payload: Payload): Pick<Proposal, Shown> {
  const { title = null, summary = null, tags = [], entities = [], relations = [], metadata = {} } = payload;
  return {
    title,
    summary,
    type: typeOf(kind, payload),
    tags: [...tags],
    entities: [...entities],
    relations: [...relations],
    // SAFETY: it is JSON, whatever read-only type it came with.
    metadata: metadata as Proposal["metadata"],
    procedure: payload.procedure ?? null,
    memory: payload.memory ? { ...payload.memory } : null,
    fact: payload.fact ? { ...payload.fact } : null,
    corrects: [...(payload.feedback?.corrects ?? [])],
    fired_ids: [...(payload.feedback?.fired_ids ?? [])],
  };
}

/** What it becomes. */
export function typeOf(kind: ProposalKind, { type = "TEACHING" }: Payload): Proposal["type"] {
  return kind === "correction" ? "CORRECTION" : type;
}
