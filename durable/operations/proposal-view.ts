// A proposal between the store and the wire: what it brings along, its digest, and how it looks to whom.

import { Refusal } from "../../wire/errors.ts";
import type { Conflict, Proposal, ProposalKind, ProposalState } from "../../wire/reviewing.ts";
import type { Metadata } from "../graph/records.ts";
import type { Proposer, StoredProposal } from "../store/ports.ts";
import { digestOf } from "../text/digest.ts";
import type { Work } from "./memory.ts";

/** What a proposal brings along beside its text. Absent is what was not given. */
export interface Payload {
  readonly id?: string;
  readonly type?: "TEACHING" | "CORRECTION" | "DIRECTIVE";
  readonly title?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly entities?: readonly { readonly name: string; readonly type?: string }[];
  readonly relations?: readonly { readonly from: string; readonly to: string; readonly type: string }[];
  readonly metadata?: Metadata;
  readonly feedback?: Feedback;
}

/** The walk that is judged once the proposal is approved. */
export interface Feedback {
  readonly outcome: number;
  /** Questions of the walk whose trails say more, as long as they are kept. */
  readonly query_ids: readonly string[];
  readonly fired_ids: readonly string[];
  /** Null: those that are found. */
  readonly corrects: readonly string[] | null;
}

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
  const payload = payloadOf(proposal);
  const { title = null, summary = null, tags = [], entities = [], relations = [], metadata = {} } = payload;
  return {
    id,
    status: statusAt(proposal, now),
    kind: proposal.kind as ProposalKind,
    content,
    title,
    summary,
    type: typeOf(proposal),
    tags: [...tags],
    entities: [...entities],
    relations: [...relations],
    metadata: metadata as Proposal["metadata"],
    corrects: [...(payload.feedback?.corrects ?? [])],
    fired_ids: [...(payload.feedback?.fired_ids ?? [])],
    source,
    session,
    source_prompt: proposal.sourcePrompt,
    author,
    ...{ digest, novelty, salience },
    conflicts: conflictsOf(proposal),
    created_at: proposal.at,
    edited_at: proposal.editedAt,
    expires_at: proposal.expiresAt,
    decided_at: proposal.decidedAt,
    decided_by: proposal.decidedBy,
    reason,
    node_id: proposal.nodeId,
    untrusted: true,
  };
}

export function typeOf(proposal: StoredProposal): NonNullable<Payload["type"]> {
  return proposal.kind === "correction" ? "CORRECTION" : (payloadOf(proposal).type ?? "TEACHING");
}

function conflictsOf({ conflicts }: StoredProposal): Conflict[] {
  // SAFETY: written by `propose` and checked by imports.
  return [...conflicts] as unknown as Conflict[];
}
