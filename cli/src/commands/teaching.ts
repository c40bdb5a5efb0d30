// Commands that teach, and take lessons back.

import { ENDPOINTS } from "../../../wire/endpoints.ts";
import type { Command } from "../command.ts";
import { endpoint } from "../from-endpoint.ts";
import { time } from "../readable.ts";

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
    destroys: ({ event_id, author, source, since }) => {
      if (event_id !== undefined) return undefined;
      const whose = source ?? author ?? "this token";
      const when = since === 0 ? "at any time" : `since ${time(since as number)}`;
      return `This takes back everything that ${whose} taught ${when}, and can't itself be undone.`;
    },
    call: ({ memory }, request) => memory.undo(request),
  }),
  endpoint(ENDPOINTS.teach, {
    name: "teach",
    group: "learn",
    dryByDefault: true,
    call: ({ memory }, request) => memory.teach(request),
  }),
];
