// The endpoints of one agent, as data: the Worker mounts them, the client calls them,
// the OpenAPI document and the tests of rights are made from them. An operation of the same name serves each.

import * as z from "zod";
import * as audit from "./audit.ts";
import { CAPTURE_ENDPOINTS } from "./capture-endpoints.ts";
import * as devices from "./devices.ts";
import type { Endpoint } from "./endpoint.ts";
import { EXPERIENCE_ENDPOINTS } from "./experience-endpoints.ts";
import * as explaining from "./explaining.ts";
import { NodeId } from "./fields.ts";
import { KNOWLEDGE_ENDPOINTS } from "./knowledge-endpoints.ts";
import * as learning from "./learning.ts";
import { LIFE_ENDPOINTS } from "./life-endpoints.ts";
import { MEMORY_ENDPOINTS } from "./memory-endpoints.ts";
import { PROCEDURE_ENDPOINTS } from "./procedure-endpoints.ts";
import * as query from "./query.ts";
import * as reading from "./reading.ts";
import { REPLAY_ENDPOINTS } from "./replay-endpoints.ts";
import { REVIEW_ENDPOINTS } from "./review-endpoints.ts";
import { SCREENING_ENDPOINTS } from "./screening-endpoints.ts";
import * as teaching from "./teaching.ts";
import * as undoing from "./undoing.ts";
import * as upkeep from "./upkeep.ts";

export { type Endpoint, takesBody } from "./endpoint.ts";

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
  explain: {
    method: "get",
    path: "/queries/{id}/explain",
    role: "reader",
    writes: false,
    summary: "How each node got into an answer",
    request: explaining.ExplainRequest,
    reply: explaining.ExplainReply,
  },
  whyNot: {
    method: "get",
    path: "/queries/{id}/why-not/{node}",
    role: "reader",
    writes: false,
    summary: "What kept a node out of an answer",
    request: explaining.WhyNotRequest,
    reply: explaining.WhyNotReply,
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
  undo: {
    method: "post",
    path: "/undo",
    role: "agent",
    writes: true,
    summary: "Take back one learning event, or all of a token or source; an agent its own only",
    request: undoing.UndoRequest,
    reply: undoing.UndoReply,
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
  teach: {
    method: "post",
    path: "/teach",
    role: "owner",
    writes: true,
    summary: "Let a language model say which routes it would take; a dry run by default",
    request: teaching.TeachRequest,
    reply: teaching.TeachReply,
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
    streams: true,
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
  learningCurve: {
    method: "get",
    path: "/learning-curve",
    role: "reader",
    writes: false,
    summary: "How many answers were judged useful, day by day",
    request: reading.LearningCurveRequest,
    reply: reading.LearningCurveReply,
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
  ...REVIEW_ENDPOINTS,
  ...SCREENING_ENDPOINTS,
  ...MEMORY_ENDPOINTS,
  ...KNOWLEDGE_ENDPOINTS,
  ...CAPTURE_ENDPOINTS,
  ...PROCEDURE_ENDPOINTS,
  ...EXPERIENCE_ENDPOINTS,
  ...REPLAY_ENDPOINTS,
  ...LIFE_ENDPOINTS,
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
