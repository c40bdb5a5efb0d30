// Approve: a proposal becomes memory, in one change with its row of the audit chain. Nobody approves what they proposed.

import { Refusal } from "../../wire/errors.ts";
import type {
  ApproveBatchRequest,
  ApproveRequest,
  BatchReply,
  Decision,
  DecisionReply,
} from "../../wire/reviewing.ts";
import { digestOf } from "../text/digest.ts";
import { strip } from "../text/lines.ts";
import { policyOf } from "./capture-policy.ts";
import { beforeAnyChange, decide, inBatch, Refused, requireDecidable } from "./deciding.ts";
import type { Memory, Operation, Work } from "./memory.ts";
import { requireAsProposed } from "./procedure-proposals.ts";
import { isBy, payloadOf, proposerOf, visibleProposal } from "./proposal-view.ts";
import { type Approved, type Prepared, prepared, remember, requireRememberable } from "./remembering.ts";

export const approve: Operation<ApproveRequest, DecisionReply, Prepared> = {
  decides: true,
  wait: (memory, request) => prepareAll(memory, [request]),
  act: (work, request, vectors) => ({
    ...alone(() => approveOne(work, request, vectors)),
    total_ms: work.call.elapsed(),
  }),
};

export const approveBatch: Operation<ApproveBatchRequest, BatchReply, Prepared> = {
  decides: true,
  wait: (memory, { items }) => prepareAll(memory, items),
  act: (work, { items }, vectors) => inBatch(work, items, (item) => approveOne(work, item, vectors)),
};

function prepareAll(memory: Memory, requests: readonly ApproveRequest[]): Promise<Prepared> {
  const known = requests.flatMap((request) => {
    const proposal = memory.store.proposals.get(request.id);
    return proposal?.status === "pending" ? [approvedBy(request, proposal)] : [];
  });
  return prepared(memory, known);
}

function approvedBy({ content, title }: ApproveRequest, proposal: Approved["proposal"]): Approved {
  return {
    proposal,
    text: content === undefined ? proposal.content : strip(content),
    title: title ?? payloadOf(proposal).title,
  };
}

function approveOne(work: Work, request: ApproveRequest, vectors: Prepared): Decision {
  const approved = beforeAnyChange(() => {
    const proposal = visibleProposal(work, request.id);
    requireDecidable(work, proposal, request.digest);
    requireAnother(work, proposal);
    requireAsProposed(payloadOf(proposal), [request.content, request.title]);
    const approved = approvedBy(request, proposal);
    requireRememberable(work, approved, vectors);
    return approved;
  });
  const { proposal, text } = approved;
  const { nodeId, injected, waits } = remember(work, approved, vectors);
  const edited = text === proposal.content ? null : digestOf(text);
  const screen = work.draft.node(nodeId)?.screen?.verdict ?? null;
  decide(work, proposal, { status: "approved", nodeId, reason: null, edited, screen });
  return {
    id: proposal.id,
    status: "approved",
    node_id: nodeId,
    node_injected: injected,
    event_id: work.call.id,
    ...(waits && { embedding: "pending" }),
  };
}

/** Refuses who proposed it, unless the owner lets reviewers approve their own. */
function requireAnother(work: Work, proposal: Approved["proposal"]): void {
  if (!isBy(proposal, proposerOf(work.call)) || policyOf(work).self_approval) return;
  throw new Refusal(
    "own_proposal",
    `you proposed ${proposal.id} yourself: let another reviewer decide, or let the owner allow self_approval`,
    { id: proposal.id },
  );
}

/** A single decision is refused as any other request. */
export function alone<T>(decideOne: () => T): T {
  try {
    return decideOne();
  } catch (error) {
    throw error instanceof Refused ? error.refusal : error;
  }
}
