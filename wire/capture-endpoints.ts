// The endpoints of an agent that are about capturing turns.

import * as z from "zod";
import * as capture from "./capture.ts";
import type { Endpoint } from "./endpoint.ts";

const Nothing = z.strictObject({});

export const CAPTURE_ENDPOINTS = {
  capture: {
    method: "post",
    path: "/capture",
    role: "agent",
    writes: true,
    summary: "Take from a turn what should last, at once or by a language model",
    request: capture.CaptureRequest,
    reply: capture.CaptureReply,
  },
  captureJobs: {
    method: "get",
    path: "/capture/jobs",
    role: "agent",
    writes: false,
    summary: "Captured turns that wait, failed or were read; an agent its own only",
    request: capture.CaptureJobsRequest,
    reply: capture.CaptureJobsReply,
  },
  retryCaptures: {
    method: "post",
    path: "/capture/jobs/retry",
    role: "agent",
    writes: true,
    summary: "Let all captured turns that failed be read again; an agent its own only",
    request: Nothing,
    reply: capture.RetryCapturesReply,
  },
  captureJob: {
    method: "get",
    path: "/capture/jobs/{id}",
    role: "agent",
    writes: false,
    summary: "One captured turn, with its words while it waits",
    request: capture.CaptureJobName,
    reply: capture.CaptureJobReply,
  },
  retryCapture: {
    method: "post",
    path: "/capture/jobs/{id}/retry",
    role: "agent",
    writes: true,
    summary: "Let a captured turn that failed be read again",
    request: capture.CaptureJobName,
    reply: capture.CaptureJobReply,
  },
  dropCapture: {
    method: "delete",
    path: "/capture/jobs/{id}",
    role: "agent",
    writes: true,
    summary: "Let go of a captured turn; what was stored of it stays",
    request: capture.CaptureJobName,
    reply: capture.DropCaptureReply,
  },
} as const satisfies Record<string, Endpoint>;
