// How a scripted service answers what is read by id, by words or by name, and what stands outside of a fence.

import { type Answer, json, nodeReply } from "./scripted-service.ts";

/** How the service answers what is read by id or by name. */
export function reading(text: string, changed: Record<string, unknown> = {}): Answer {
  return (request, response, body) => {
    const reply = request.url?.endsWith("/verify")
      ? verifyReply(text, changed)
      : request.url?.includes("/graph/")
        ? graphReply(text, changed)
        : nodeReply("n-1", text, changed);
    json(200, reply)(request, response, body);
  };
}

function verifyReply(sentence: string, changed: Record<string, unknown>) {
  const matches = [{ start: 0, end: 4, sentence, negation: false }];
  const reply = { node_id: "n-1", literal_match: "verbatim", matches, superseded: false };
  return { ...reply, untrusted: true, total_ms: 1, ...changed };
}

function graphReply(title: string, changed: Record<string, unknown>) {
  const node = { id: "n-1", kind: "teaching", title };
  const relation = { ...node, id: "n-2", node: "n-1", direction: "out", relation: "learned", weight: -0.9 };
  const reply = {
    name: "broker",
    nodes: [node],
    relations: [relation, { ...relation, id: "n-3", direction: "in", weight: 0.5 }],
    relations_left_out: 3,
    start: ["n-1"],
    traversal: [
      { ...node, id: "n-2", depth: 1, from: "n-1", edge_path: "learned", created_at: 1 },
      { ...node, id: "n-3", depth: 2, from: "n-2", edge_path: "learned|sibling", created_at: 1 },
    ],
    visited: 2,
    complete: true,
  };
  return { ...reply, untrusted: true, total_ms: 1, ...changed };
}

/** The part of an answer that stands outside of its fence. */
export function outside(text: string): string {
  return text.replace(/<<<EDGEBRAIN MEMORY ([0-9a-f]+)>>>\n[\s\S]*?\n<<<END OF EDGEBRAIN MEMORY \1>>>/g, "");
}
