// Propose: asks for something to be remembered, or changes what one has asked for while it waits.

import type { Payload } from "../../wire/proposal-payload.ts";
import type { ProposalReply, ProposalRequest, ProposeReply, ReviseRequest } from "../../wire/reviewing.ts";
import type { Vector } from "../graph/vectors.ts";
import { digestOf } from "../text/digest.ts";
import { strip } from "../text/lines.ts";
import { keptFeedback } from "./correctable.ts";
import { requireDecidable } from "./deciding.ts";
import { vectorsAtOnce } from "./embedding.ts";
import { requireNotErased } from "./erased-before.ts";
import type { Memory, Operation, Work } from "./memory.ts";
import { requireAsProposed } from "./procedure-proposals.ts";
import { payloadOf, proposalDigest, viewOf, visibleProposal } from "./proposal-view.ts";
import { proposed, requireNotRejected } from "./proposing.ts";
import { refuseAttackIn } from "./screening.ts";
import { weighed } from "./weighing.ts";

export const propose: Operation<ProposalRequest, ProposeReply, Vector | null> = {
  wait: ({ embedder }, { content }) => vectorOf(embedder, content),
  act(work, request, vector) {
    const { kind = "fact", content, source, session, source_prompt } = request;
    const payload = payloadIn(work, request);
    const state = proposed(work, { kind, content, payload, source, session, source_prompt }, vector);
    return { ...state, total_ms: work.call.elapsed() };
  },
};

export const revise: Operation<ReviseRequest, ProposalReply, Vector | null> = {
  wait: async ({ embedder }, { content }) => (content === undefined ? null : vectorOf(embedder, content)),
  act(work, { id, digest, content: text, title }, vector) {
    const { store, call } = work;
    const before = visibleProposal(work, id);
    requireDecidable(work, before, digest);
    requireAsProposed(payloadOf(before), [text, title]);
    const content = text === undefined ? before.content : strip(text);
    refuseAttackIn(work, [content, title ?? ""].join("\n\n"));
    const payload: Payload = { ...payloadOf(before), ...(title !== undefined && { title }) };
    const contentHash = digestOf(content);
    if (contentHash !== before.contentHash) {
      requireNotErased(work, content);
      requireNotRejected(work, contentHash);
    }
    const shown = { ...before, content, payload: payload as typeof before.payload };
    const after = {
      ...shown,
      // A title says nothing that the text does not.
      ...(content !== before.content && weighed(work, { content, payload, id }, vector)),
      contentHash,
      digest: proposalDigest(shown),
      editedAt: call.now,
    };
    store.proposals.put([after], call.now);
    const body = { event: call.id, action: "revised", proposal: id, kind: before.kind };
    store.record("review", body, { at: call.now, author: call.author });
    return { proposal: viewOf(after, call.now), total_ms: call.elapsed() };
  },
};

async function vectorOf(embedder: Memory["embedder"], content: string): Promise<Vector | null> {
  return (await vectorsAtOnce(embedder, [strip(content)]))?.[0] ?? null;
}

function payloadIn(work: Work, request: ProposalRequest): Payload {
  const { id, type, title, summary, tags, entities, relations, metadata } = request;
  const feedback = request.kind === "correction" ? keptFeedback(work, request) : undefined;
  // SAFETY: metadata is JSON; the wire's type differs only in that it does not say read-only.
  return { id, type, title, summary, tags, entities, relations, metadata, feedback } as Payload;
}
