// The endpoints of an agent that are about reviewed memory.

import * as z from "zod";
import type { Endpoint } from "./endpoint.ts";
import * as policy from "./policy.ts";
import * as reviewing from "./reviewing.ts";

export const REVIEW_ENDPOINTS = {
  propose: {
    method: "post",
    path: "/proposals",
    role: "agent",
    writes: true,
    summary: "Propose something to be remembered",
    request: reviewing.ProposalRequest,
    reply: reviewing.ProposeReply,
  },
  proposals: {
    method: "get",
    path: "/proposals",
    role: "agent",
    writes: false,
    summary: "List proposals; an agent its own only",
    request: reviewing.ProposalsRequest,
    reply: reviewing.ProposalsReply,
  },
  proposal: {
    method: "get",
    path: "/proposals/{id}",
    role: "agent",
    writes: false,
    summary: "One proposal; for an agent one of its own",
    request: reviewing.ProposalName,
    reply: reviewing.ProposalReply,
  },
  revise: {
    method: "patch",
    path: "/proposals/{id}",
    role: "agent",
    writes: true,
    summary: "Change text or title of a proposal that waits; an agent of its own only",
    request: reviewing.ReviseRequest,
    reply: reviewing.ProposalReply,
  },
  approve: {
    method: "post",
    path: "/proposals/{id}/approve",
    role: "reviewer",
    writes: true,
    summary: "Make a proposal memory, as it was read or with another text; not one's own",
    request: reviewing.ApproveRequest,
    reply: reviewing.DecisionReply,
  },
  reject: {
    method: "post",
    path: "/proposals/{id}/reject",
    role: "reviewer",
    writes: true,
    summary: "Reject a proposal",
    request: reviewing.RejectRequest,
    reply: reviewing.DecisionReply,
  },
  approveBatch: {
    method: "post",
    path: "/proposals/approve",
    role: "reviewer",
    writes: true,
    summary: "Approve many proposals, each with a result of its own",
    request: reviewing.ApproveBatchRequest,
    reply: reviewing.BatchReply,
  },
  rejectBatch: {
    method: "post",
    path: "/proposals/reject",
    role: "reviewer",
    writes: true,
    summary: "Reject many proposals, each with a result of its own",
    request: reviewing.RejectBatchRequest,
    reply: reviewing.BatchReply,
  },
  policy: {
    method: "get",
    path: "/policy",
    role: "reader",
    writes: false,
    summary: "Whether what agents add waits for a reviewer, and who reads what is personal",
    request: z.strictObject({}),
    reply: policy.PolicyReply,
  },
  setPolicy: {
    method: "post",
    path: "/policy",
    role: "owner",
    writes: true,
    summary: "Say whether what agents add waits for a reviewer, and who reads what is personal",
    request: policy.PolicyRequest,
    reply: policy.PolicyReply,
  },
} as const satisfies Record<string, Endpoint>;
