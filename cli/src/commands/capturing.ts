// Commands about captured turns: what was said is sent for what should last of it, and may wait for a language model.

import { ENDPOINTS, type ReplyOf } from "../../../wire/endpoints.ts";
import type { Command } from "../command.ts";
import { endpoint } from "../from-endpoint.ts";
import { brief, table, time } from "../readable.ts";
import { more } from "./asking.ts";

type Captured = ReplyOf<"capture">["memories"];

export const CAPTURING: readonly Command[] = [
  endpoint(ENDPOINTS.capture, {
    name: "capture add",
    group: "memory",
    call: ({ memory }, request) => memory.capture(request),
    text: ({ job, by, state, passed_over, memories }) =>
      [
        `${state === "done" ? "Read" : `${state}, to be read`} by ${by}${job === null ? "" : `, job ${job}`}.`,
        ...(passed_over === null ? [] : [`Passed over: ${passed_over}`]),
        ...(memories.length === 0 ? [] : [capturedTable(memories)]),
      ].join("\n"),
  }),
  endpoint(ENDPOINTS.captureJobs, {
    name: "capture list",
    group: "memory",
    call: ({ memory }, request) => memory.captureJobs(request),
    text: ({ jobs, next_cursor }) =>
      [
        table(
          ["job", "state", "sent", "due", "memories", "skipped", "error"],
          jobs.map(({ id, state, created_at, due_at, memories, error }) => [
            ...[id, state, time(created_at), due_at === null ? "-" : time(due_at)],
            ...[memories.length - skippedOf(memories), skippedOf(memories)].map(String),
            error ?? "",
          ]),
        ),
        ...more(next_cursor),
      ].join("\n"),
  }),
  endpoint(ENDPOINTS.captureJob, {
    name: "capture show",
    group: "memory",
    arguments: ["id"],
    call: ({ memory }, { id }) => memory.captureJob(id),
  }),
  endpoint(ENDPOINTS.retryCapture, {
    name: "capture retry",
    group: "memory",
    arguments: ["id"],
    call: ({ memory }, { id }) => memory.retryCapture(id),
  }),
  endpoint(ENDPOINTS.retryCaptures, {
    name: "capture retry-all",
    group: "memory",
    call: ({ memory }) => memory.retryCaptures(),
  }),
  endpoint(ENDPOINTS.dropCapture, {
    name: "capture drop",
    group: "memory",
    arguments: ["id"],
    destroys: () => "The words of a turn that waits are gone, and nothing is taken from them.",
    call: ({ memory }, { id }) => memory.dropCapture(id),
  }),
];

function skippedOf(memories: Captured): number {
  return memories.filter(({ status }) => status === "skipped").length;
}

function capturedTable(memories: Captured): string {
  return table(
    ["status", "because", "memory", "says"],
    memories.map(({ status, reason, id, content }) => [status, reason ?? "-", id ?? "-", brief(content)]),
  );
}
