// Looking at proposals: reviewers see all of an agent's, whoever proposes sees their own.

import { Refusal } from "../../wire/errors.ts";
import type { ProposalName, ProposalReply, ProposalsReply, ProposalsRequest } from "../../wire/reviewing.ts";
import type { Operation } from "./memory.ts";
import { isReviewer, proposerOf, viewOf, visibleProposal } from "./proposal-view.ts";

const PAGE = 50;

export const proposals: Operation<ProposalsRequest, ProposalsReply> = {
  act({ store, call }, { status = "pending", kind = null, author = null, order, limit = PAGE, cursor }) {
    // One proposal more than the page tells whether another page follows.
    const found = store.proposals.page(
      {
        status: status === "any" ? null : status,
        kind,
        author,
        of: isReviewer(call) ? null : proposerOf(call),
        oldestFirst: order === "oldest",
        after: cursor === undefined ? null : placeOf(cursor),
        now: call.now,
      },
      limit + 1,
    );
    const page = found.slice(0, limit);
    const last = page[limit - 1];
    return {
      proposals: page.map((proposal) => viewOf(proposal, call.now)),
      next_cursor: found.length > limit ? `${last.at}.${last.id}` : null,
      total_ms: call.elapsed(),
    };
  },
};

export const proposal: Operation<ProposalName, ProposalReply> = {
  act: (work, { id }) => ({
    proposal: viewOf(visibleProposal(work, id), work.call.now),
    total_ms: work.call.elapsed(),
  }),
};

function placeOf(cursor: string): { at: number; id: string } {
  const [, at, id] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(cursor) ?? [];
  if (id !== undefined) return { at: Number(at), id };
  throw new Refusal("invalid_request", "cursor must be the next_cursor of an earlier page of proposals");
}
