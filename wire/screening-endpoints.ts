// The endpoints of an agent that are about what is kept back: by the screen, and by its age.

import * as z from "zod";
import type { Endpoint } from "./endpoint.ts";
import { EraseReply } from "./erasing.ts";
import * as retention from "./retention.ts";
import * as screening from "./screening.ts";

export const SCREENING_ENDPOINTS = {
  quarantine: {
    method: "get",
    path: "/quarantine",
    role: "reviewer",
    writes: false,
    summary: "What the screen keeps back, with its reasons",
    request: screening.QuarantineRequest,
    reply: screening.QuarantineReply,
  },
  release: {
    method: "post",
    path: "/quarantine/{id}/release",
    role: "reviewer",
    writes: true,
    summary: "Let go what is kept back: it is linked, and questions are shown it",
    request: screening.QuarantinedNode,
    reply: screening.ReleaseReply,
  },
  discard: {
    method: "post",
    path: "/quarantine/{id}/discard",
    role: "reviewer",
    writes: true,
    summary: "Erase what is kept back",
    request: screening.QuarantinedNode,
    reply: EraseReply,
  },
  retention: {
    method: "get",
    path: "/retention",
    role: "reader",
    writes: false,
    summary: "How long memory lasts, and what is over soon",
    request: z.strictObject({}),
    reply: retention.RetentionReply,
  },
  setRetention: {
    method: "post",
    path: "/retention",
    role: "owner",
    writes: true,
    summary: "Say how long memory of a kind lasts, or what would be over then",
    request: retention.RetentionRequest,
    reply: retention.RetentionReply,
  },
} as const satisfies Record<string, Endpoint>;
