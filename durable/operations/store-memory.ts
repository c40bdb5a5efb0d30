// Store a memory, or propose it where everything waits for a reviewer.

import type { MemoryRequest, StoreMemoryReply } from "../../wire/memories.ts";
import type { Payload } from "../../wire/proposal-payload.ts";
import type { Vector } from "../graph/vectors.ts";
import { strip } from "../text/lines.ts";
import { askKnowledge } from "./asking-knowledge.ts";
import { mustPropose } from "./capture-policy.ts";
import { vectorsAtOnce } from "./embedding.ts";
import { takeBack } from "./erased-before.ts";
import type { Operation, Work } from "./memory.ts";
import { requireContent, storedMemory } from "./memory-storing.ts";
import { type NewProposal, proposed } from "./proposing.ts";

export const storeMemory: Operation<MemoryRequest, StoreMemoryReply, Vector | null> = {
  about: ({ supersedes }) => supersedes ?? "",

  wait: async ({ embedder }, { content }) => (await vectorsAtOnce(embedder, [strip(content)]))?.[0] ?? null,

  act(work, request, vector) {
    takeBack(work, request, [strip(request.content)]);
    if (mustPropose(work)) return { ...proposedMemory(work, request, vector), total_ms: work.call.elapsed() };
    const stored = storedMemory(work, request, vector);
    askKnowledge(work, request.content, stored);
    return { ...stored, total_ms: work.call.elapsed() };
  },
};

/** `about`: where it was said, for a reviewer. */
export function proposedMemory(
  work: Work,
  request: MemoryRequest,
  vector: Vector | null,
  about: Pick<NewProposal, "source" | "session" | "source_prompt"> = {},
): Omit<StoreMemoryReply, "total_ms"> {
  const content = requireContent(request.content);
  const { override_erased: _, ...memory } = request;
  const payload: Payload = { memory: { ...memory, content } };
  const proposal = proposed(work, { kind: "memory", content, payload, ...about }, vector);
  const nothing = { supersedes: null, conflicts_with: [], event_id: null };
  if (proposal.status === "duplicate") return { id: proposal.node_id ?? "", status: "duplicate", ...nothing };
  return { id: proposal.id ?? "", status: "proposed", ...nothing, proposal };
}
