// A proposal between the store and the wire: what it brings along, its digest, and how it looks to whom.

import { Refusal } from "../../wire/errors.ts";
import { type Payload, shownPayload } from "../../wire/proposal-payload.ts";
import type { Conflict, Proposal, ProposalKind, ProposalState } from "../../wire/reviewing.ts";
import type { Proposer, StoredProposal } from "../store/ports.ts";
import { digestOf } from "../text/digest.ts";
import { screenOf } from "../text/screening/screen.ts";
import { wordsIn } from "../text/screening/words-in.ts";
import type { Work } from "./memory.ts";

type Shown = Pick<StoredProposal, "kind" | "content" | "payload" | "source" | "session" | "sourcePrompt">;

export function payloadOf({ payload }: Pick<StoredProposal, "payload">): Payload {
  // SAFETY: written by `propose` and checked by imports.
  return payload as unknown as Payload;
}

/** Of everything that a reviewer is shown and decides on. */
export function proposalDigest({ kind, content, payload, source, session, sourcePrompt }: Shown): string {
  return digestOf(JSON.stringify([kind, content, payload, source, session, sourcePrompt]));
}

/** How it stands at a time. */
export function statusAt({ status, expiresAt }: StoredProposal, now: number): StoredProposal["status"] {
  return status === "pending" && expiresAt <= now ? "expired" : status;
}

export function proposerOf({ author, person = null }: Work["call"]): Proposer {
  return { author, person };
}

export function isBy(proposal: StoredProposal, { author, person }: Proposer): boolean {
  return proposal.author === author || (person !== null && proposal.person === person);
}

/** True for who may see and decide on what others proposed. */
export function isReviewer({ role }: Work["call"]): boolean {
  return role === "reviewer" || role === "owner";
}

/** The proposal of an id, for who may see it. */
export function visibleProposal({ store, call }: Work, id: string): StoredProposal {
  const proposal = store.proposals.get(id);
  if (proposal && (isReviewer(call) || isBy(proposal, proposerOf(call)))) return proposal;
  throw new Refusal("not_found", `there is no proposal ${id}: GET …/proposals lists them`);
}

export function stateOf(proposal: StoredProposal, created: boolean): ProposalState {
  const { id, status, digest, nodeId, novelty, salience, expiresAt } = proposal;
  return {
    ...{ id, status, created, digest, novelty, salience },
    node_id: nodeId,
    conflicts: conflictsOf(proposal),
    expires_at: expiresAt,
  };
}

export function viewOf(proposal: StoredProposal, now: number): Proposal {
  const { id, content, source, session, author, digest, novelty, salience, reason } = proposal;
  const kind = proposal.kind as ProposalKind;
  return {
    ...shownPayload(kind, payloadOf(proposal)),
    ...{ id, kind, content, source, session, author, digest, novelty, salience, reason },
    status: statusAt(proposal, now),
    source_prompt: proposal.sourcePrompt,
    conflicts: conflictsOf(proposal),
    screen: screenOf(wordsIn({ text: content, metadata: proposal.payload })),
    created_at: proposal.at,
    edited_at: proposal.editedAt,
    expires_at: proposal.expiresAt,
    decided_at: proposal.decidedAt,
    decided_by: proposal.decidedBy,
    node_id: proposal.nodeId,
    untrusted: true,
  };
}

function conflictsOf({ conflicts }: StoredProposal): Conflict[] {
  // SAFETY: written by `propose` and checked by imports.
  return [...conflicts] as unknown as Conflict[];
}
