// Reject: a proposal becomes no memory, and its text is refused for a while.

import type {
  BatchReply,
  Decision,
  DecisionReply,
  RejectBatchRequest,
  RejectRequest,
} from "../../wire/reviewing.ts";
import { alone } from "./approve.ts";
import { beforeAnyChange, decide, inBatch, requireDecidable } from "./deciding.ts";
import type { Operation, Work } from "./memory.ts";
import { visibleProposal } from "./proposal-view.ts";

export const reject: Operation<RejectRequest, DecisionReply> = {
  act: (work, request) => ({ ...alone(() => rejectOne(work, request)), total_ms: work.call.elapsed() }),
};

export const rejectBatch: Operation<RejectBatchRequest, BatchReply> = {
  act: (work, { items, reason }) => inBatch(work, items, (item) => rejectOne(work, { ...item, reason })),
};

function rejectOne(work: Work, { id, digest, reason = undefined }: RejectRequest): Decision {
  const proposal = beforeAnyChange(() => {
    const proposal = visibleProposal(work, id);
    requireDecidable(work, proposal, digest);
    return proposal;
  });
  decide(work, proposal, { status: "rejected", nodeId: null, reason: reason ?? null, edited: null });
  return { id, status: "rejected", node_id: null, node_injected: false, event_id: null };
}
