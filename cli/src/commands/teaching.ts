// Commands that teach, and take lessons back.

import { ENDPOINTS } from "../../../wire/endpoints.ts";
import type { Command } from "../command.ts";
import { endpoint } from "../from-endpoint.ts";

export const TEACHING: readonly Command[] = [
  endpoint(ENDPOINTS.learn, {
    name: "learn",
    group: "learn",
    call: ({ memory }, request) => memory.learn(request),
  }),
  endpoint(ENDPOINTS.correction, {
    name: "correct",
    group: "learn",
    arguments: ["content"],
    call: ({ memory }, request) => memory.correction(request),
  }),
  endpoint(ENDPOINTS.selfLearn, {
    name: "self-learn",
    group: "learn",
    arguments: ["content"],
    call: ({ memory }, request) => memory.selfLearn(request),
  }),
  endpoint(ENDPOINTS.inject, {
    name: "inject",
    group: "learn",
    arguments: ["content"],
    call: ({ memory }, request) => memory.inject(request),
  }),
  endpoint(ENDPOINTS.injectBatch, {
    name: "inject-batch",
    group: "learn",
    arguments: ["nodes"],
    call: ({ memory }, request) => memory.injectBatch(request),
  }),
  endpoint(ENDPOINTS.undo, {
    name: "undo",
    group: "learn",
    arguments: ["event_id?"],
    destroys: ({ event_id }) =>
      event_id === undefined
        ? "This takes back everything that was taught since then, and can't itself be undone."
        : undefined,
    call: ({ memory }, request) => memory.undo(request),
  }),
  endpoint(ENDPOINTS.teach, {
    name: "teach",
    group: "learn",
    dryByDefault: true,
    call: ({ memory }, request) => memory.teach(request),
  }),
];
