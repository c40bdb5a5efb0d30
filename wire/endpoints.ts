// The endpoints of one agent, as data: the Worker mounts them, the client calls them,
// the OpenAPI document and the tests of rights are made from them. An operation of the same name serves each.

import * as z from "zod";
import * as audit from "./audit.ts";
import * as devices from "./devices.ts";
import type { Role } from "./directory.ts";
import { NodeId } from "./fields.ts";
import * as learning from "./learning.ts";
import * as moving from "./moving.ts";
import * as query from "./query.ts";
import * as reading from "./reading.ts";
import * as upkeep from "./upkeep.ts";

export interface Endpoint {
  readonly method: "get" | "post" | "patch" | "delete";
  /** Below `/v1/agents/{agent}`. */
  readonly path: string;
  /** Least role of a token. */
  readonly role: Role;
  /** True: it changes the agent's memory, so it takes an `Idempotency-Key` and an `If-Match`. */
  readonly writes: boolean;
  /** What it counts as in the tenant's usage, where that is not plain from `writes`. */
  readonly countsAs?: "queries" | "writes";
  /** `request`: the field `lines` is the body as it is. `reply`: pages of text follow one another as a stream. */
  readonly ndjson?: "request" | "reply";
  readonly summary: string;
  /** Body of a post or patch, with what its path names; path and query parameters of a get. */
  readonly request: z.ZodType;
  readonly reply: z.ZodType;
}

/** Whether requests of a method have a body; what their path names is then no part of it. */
export function takesBody(method: string): boolean {
  return ["post", "patch"].includes(method.toLowerCase());
}

const Nothing = z.strictObject({});
const NodeRequest = z.strictObject({ id: NodeId });

export const ENDPOINTS = {
  query: {
    method: "post",
    path: "/query",
    role: "reader",
    writes: false,
    countsAs: "queries",
    summary: "Recall what matters for a question",
    request: query.QueryRequest,
    reply: query.QueryReply,
  },
  learn: {
    method: "post",
    path: "/learn",
    role: "agent",
    writes: true,
    summary: "Say how a walk went",
    request: learning.LearnRequest,
    reply: learning.LearnReply,
  },
  correction: {
    method: "post",
    path: "/correction",
    role: "agent",
    writes: true,
    summary: "Say what is right, and suppress what was wrong",
    request: learning.CorrectionRequest,
    reply: learning.CorrectionReply,
  },
  selfLearn: {
    method: "post",
    path: "/self-learn",
    role: "agent",
    writes: true,
    summary: "Let the agent teach itself",
    request: learning.SelfLearnRequest,
    reply: learning.CorrectionReply,
  },
  inject: {
    method: "post",
    path: "/inject",
    role: "agent",
    writes: true,
    summary: "Add one piece of memory",
    request: learning.InjectRequest,
    reply: learning.InjectReply,
  },
  injectBatch: {
    method: "post",
    path: "/inject/batch",
    role: "agent",
    writes: true,
    summary: "Add many pieces of memory",
    request: learning.InjectBatchRequest,
    reply: learning.InjectBatchReply,
  },
  sync: {
    method: "post",
    path: "/sync",
    role: "owner",
    writes: true,
    summary: "Bring the memory in line with changed files",
    request: upkeep.SyncRequest,
    reply: upkeep.SyncReply,
  },
  maintain: {
    method: "post",
    path: "/maintain",
    role: "owner",
    writes: true,
    summary: "Run maintenance",
    request: upkeep.MaintainRequest,
    reply: upkeep.MaintainReply,
  },
  anchors: {
    method: "get",
    path: "/anchors",
    role: "reader",
    writes: false,
    summary: "List anchored nodes",
    request: Nothing,
    reply: upkeep.AnchorList,
  },
  anchor: {
    method: "post",
    path: "/anchors",
    role: "owner",
    writes: true,
    summary: "Anchor a node, or take its anchor away",
    request: upkeep.AnchorRequest,
    reply: upkeep.AnchorReply,
  },
  merge: {
    method: "post",
    path: "/merge",
    role: "owner",
    writes: true,
    summary: "Merge nodes that always fire together",
    request: upkeep.MergeRequest,
    reply: upkeep.MergeReply,
  },
  split: {
    method: "post",
    path: "/split",
    role: "owner",
    writes: true,
    summary: "Split a node into its parts",
    request: upkeep.SplitRequest,
    reply: upkeep.SplitReply,
  },
  connect: {
    method: "post",
    path: "/connect",
    role: "owner",
    writes: true,
    summary: "Connect nodes of different files",
    request: upkeep.ConnectRequest,
    reply: upkeep.ConnectReply,
  },
  restore: {
    method: "post",
    path: "/restore",
    role: "owner",
    writes: true,
    summary: "Bring the memory back to an earlier number",
    request: upkeep.RestoreRequest,
    reply: upkeep.RestoreReply,
  },
  node: {
    method: "get",
    path: "/nodes/{id}",
    role: "reader",
    writes: false,
    summary: "One node with its routes",
    request: NodeRequest,
    reply: query.NodeReply,
  },
  edit: {
    method: "patch",
    path: "/nodes/{id}",
    role: "owner",
    writes: true,
    summary: "Edit a node",
    request: devices.EditRequest,
    reply: devices.EditReply,
  },
  events: {
    method: "get",
    path: "/events",
    role: "reader",
    writes: false,
    summary: "What changed, as a stream of events without content",
    request: devices.EventsRequest,
    reply: devices.EventsReply,
  },
  journal: {
    method: "get",
    path: "/journal",
    role: "reader",
    writes: false,
    summary: "What happened, newest first",
    request: reading.JournalRequest,
    reply: reading.JournalReply,
  },
  audit: {
    method: "get",
    path: "/audit",
    role: "owner",
    writes: false,
    summary: "Rows of the audit chain, newest first",
    request: audit.AuditRequest,
    reply: audit.AuditReply,
  },
  verifyAudit: {
    method: "get",
    path: "/audit/verify",
    role: "owner",
    writes: false,
    summary: "Whether the audit chain is as it was written",
    request: Nothing,
    reply: audit.AuditVerifyReply,
  },
  info: {
    method: "get",
    path: "/info",
    role: "reader",
    writes: false,
    summary: "What this agent is",
    request: Nothing,
    reply: reading.InfoReply,
  },
  health: {
    method: "get",
    path: "/health",
    role: "reader",
    writes: false,
    summary: "How this agent is",
    request: Nothing,
    reply: reading.HealthReply,
  },
  export: {
    method: "get",
    path: "/export",
    role: "owner",
    writes: false,
    ndjson: "reply",
    summary: "Everything of this agent as a stream of lines",
    request: moving.ExportRequest,
    reply: moving.ExportPage,
  },
  importBegin: {
    method: "post",
    path: "/imports",
    role: "owner",
    writes: true,
    summary: "Begin to import an export",
    request: moving.ImportRequest,
    reply: moving.ImportReply,
  },
  importPart: {
    method: "post",
    path: "/imports/{id}/parts/{n}",
    role: "owner",
    writes: false,
    countsAs: "writes",
    ndjson: "request",
    summary: "Send whole pages of the file; the same part again is nothing new",
    request: moving.ImportPart,
    reply: moving.ImportReply,
  },
  importFinish: {
    method: "post",
    path: "/imports/{id}/finish",
    role: "owner",
    writes: true,
    summary: "Check the whole file, and take it or nothing",
    request: moving.ImportName,
    reply: moving.ImportReply,
  },
  importStatus: {
    method: "get",
    path: "/imports/{id}",
    role: "owner",
    writes: false,
    summary: "How far an import is, and what came of it",
    request: moving.ImportName,
    reply: moving.ImportReply,
  },
  importCancel: {
    method: "delete",
    path: "/imports/{id}",
    role: "owner",
    writes: false,
    summary: "Call an import off",
    request: moving.ImportName,
    reply: moving.ImportReply,
  },
  rpc: {
    method: "post",
    path: "/rpc",
    role: "owner",
    writes: true,
    summary: "openclawbrain's worker envelope, for its existing clients",
    request: reading.RpcRequest,
    reply: reading.RpcReply,
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;
export type RequestOf<Name extends EndpointName> = z.infer<(typeof ENDPOINTS)[Name]["request"]>;
export type ReplyOf<Name extends EndpointName> = z.infer<(typeof ENDPOINTS)[Name]["reply"]>;
